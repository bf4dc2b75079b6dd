import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { contextOf, synthesize } from '../../local/assembly/synthesize.ts';
import { parseLocalSettings } from '../../local/settings.ts';
import { seedAssembly } from '../integration/assemblies.ts';

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'assemblies-'));
  folders.push(made);
  return made;
}

/** Everything but the stack traces of what was made in code. */
function contentsOf(assembly: string): Record<string, string> {
  const names = readdirSync(assembly).filter((name) =>
    /\.(template|assets)\.json$|^manifest\.json$|^source-hash$/.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(assembly, name), 'utf8')]));
}

it('gives the stacks of tests what the runner synthesizes itself', { timeout: 150_000 }, async () => {
  const settings = { RETRY_SCHEDULE: '1,1' };
  const parsed = parseLocalSettings(settings, '/');
  if (parsed.kind === 'invalid') throw new Error(parsed.message);
  const seeded = folder();

  const made = await synthesize({ dataDir: folder(), app: undefined, context: contextOf(parsed.settings) });
  await seedAssembly(seeded, settings);

  const contents = contentsOf(made);
  expect(Object.keys(contents).length).toBeGreaterThan(8);
  expect(contentsOf(join(seeded, 'cdk.out'))).toEqual(contents);
  expect(readdirSync(join(seeded, 'cdk.out'))).toEqual(readdirSync(made));
});
