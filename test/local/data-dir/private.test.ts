import { chmodSync, mkdirSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makePrivate } from '../../../local/data-dir/private.ts';

const modeOf = (path: string): number => statSync(path).mode & 0o777;

it('takes an older folder and all below it from everybody but its owner', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'private-'));
  const outside = join(mkdtempSync(join(tmpdir(), 'outside-')), 'file');
  const deep = join(folder, 'logs', 'older');
  mkdirSync(deep, { recursive: true });
  for (const path of [folder, join(folder, 'logs'), deep]) chmodSync(path, 0o755);
  const files = { 'sqs.sqlite': 0o644, 'logs/older/a.log': 0o666, tool: 0o755, 'read-only': 0o444 };
  for (const [name, mode] of Object.entries(files)) {
    writeFileSync(join(folder, name), '');
    chmodSync(join(folder, name), mode);
  }
  writeFileSync(outside, '');
  chmodSync(outside, 0o644);
  symlinkSync(outside, join(folder, 'link'));

  await makePrivate(folder);

  expect([folder, join(folder, 'logs'), deep].map(modeOf)).toEqual([0o700, 0o700, 0o700]);
  expect(Object.keys(files).map((name) => modeOf(join(folder, name)))).toEqual([0o600, 0o600, 0o700, 0o400]);
  expect(modeOf(outside)).toBe(0o644);
});
