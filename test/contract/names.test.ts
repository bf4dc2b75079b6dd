import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageAt, ROOT } from './docs/pages.ts';

const files = globSync('{core,adapters,lambdas,live-stream,local,lib,config}/**/*.ts', { cwd: ROOT });
const EXPORTED_TYPE = /^export (?:abstract )?(?:interface|type|class) (\w+)/gm;

/** Every exported type of the product, with the files that declare it. */
const declared = Map.groupBy(
  files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(EXPORTED_TYPE)].map(([, name = '']) => ({ name, file })),
  ),
  ({ name }) => name,
);

const isConstruct = (file: string): boolean => file.startsWith('lib/as-code/');

describe('the names of exported types', () => {
  it('mean one thing each, and a construct is called like what it makes', () => {
    const places = [...declared].map(([name, all]) => [name, all.filter(({ file }) => !isConstruct(file))] as const);
    const shared = places.filter(([, where]) => where.length > 1);

    expect(declared.size).toBeGreaterThan(500);
    expect(shared.map(([name, where]) => [name, where.map(({ file }) => file)])).toEqual([]);
  });

  it('are those that the glossary explains', () => {
    const { text } = pageAt('docs/glossary.md');
    const explained = [...text.matchAll(/`([A-Z]\w+)`/g)].map(([, name = '']) => name);

    expect(explained.length).toBeGreaterThan(3);
    expect(explained.filter((name) => !declared.has(name))).toEqual([]);
  });
});
