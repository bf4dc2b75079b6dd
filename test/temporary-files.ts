import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives all temporary files of a run, whoever makes them, one folder, and removes it with whatever a test left. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'router-tests-'));
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
