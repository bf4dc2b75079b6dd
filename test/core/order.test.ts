import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CONFIG = '.oxlintrc.json';
const RULE = 'router/core-order';

const Order = z.tuple([z.literal('error'), z.array(z.array(z.string()))]);
const Config = z.object({
  overrides: z.array(z.object({ files: z.array(z.string()), rules: z.record(z.string(), z.unknown()).optional() })),
});
const Report = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) });

/** The rooms of `core/` as the linter is told of them, from the ground up; those side by side in one list. */
function statedOrder(): string[][] {
  const { overrides } = Config.parse(JSON.parse(readFileSync(path.join(ROOT, CONFIG), 'utf8')));
  const core = overrides.find(({ files }) => files.includes('core/**/*.ts'));
  return Order.parse(core?.rules?.[RULE])[1];
}

/** The files that the linter, with the settings of this repository, finds to break the order. */
function refused(files: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'order-'));
  for (const name of [CONFIG, 'lint-rules.js']) cpSync(path.join(ROOT, name), path.join(folder, name));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const oxlint = path.join(ROOT, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format=json'], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = Report.parse(JSON.parse(stdout));
  return diagnostics.filter(({ code }) => code === 'router(core-order)').map(({ filename }) => filename);
}

describe('the order of the rooms of core/', () => {
  const order = statedOrder();
  const rooms = order.flat();
  const floorOf = (room: string) => order.findIndex((floor) => floor.includes(room));

  it('has a place for every room, and for nothing else', () => {
    expect(rooms.toSorted()).toEqual(readdirSync(path.join(ROOT, 'core')).toSorted());
  });

  it('refuses the import of every room that is not below, and no other', () => {
    const pairs = rooms.flatMap((from) => rooms.map((to) => ({ from, to, file: `core/${from}/of-${to}.ts` })));
    const files = pairs.map(({ to, file }) => [file, `export { a } from '../${to}/a.ts';\n`]);

    const found = refused(Object.fromEntries(files));

    const wrong = pairs.filter(({ from, to }) => from !== to && floorOf(to) >= floorOf(from));
    expect(found.toSorted()).toEqual(wrong.map(({ file }) => file).toSorted());
  });

  it.each([
    ['a type', "import type { A } from '../sending/a.ts';\nexport type B = A;\n"],
    ['a type in place', "export type A = import('../sending/a.ts').A;\n"],
    ['a module that is loaded later', "export const load = async () => import('../sending/a.ts');\n"],
    ['all of a module', "export * from '../sending/a.ts';\n"],
    ['a room without a place', "export { a } from '../unheard/a.ts';\n"],
  ])('refuses %s', (_, text) => {
    expect(refused({ 'core/message/a.ts': text })).toEqual(['core/message/a.ts']);
  });

  it('sees through the depth of folders', () => {
    const files = {
      'core/notification/presets/github/up.ts': "export { a } from '../../../sending/a.ts';\n",
      'core/notification/presets/github/own.ts': "export { a } from '../../a.ts';\n",
      'core/notification/presets/github/down.ts': "export { a } from '../../../message/a.ts';\n",
    };

    expect(refused(files)).toEqual(['core/notification/presets/github/up.ts']);
  });

  it('refuses a room without a place', () => {
    expect(refused({ 'core/unheard/a.ts': 'export const a = 1;\n' })).toEqual(['core/unheard/a.ts']);
  });
});
