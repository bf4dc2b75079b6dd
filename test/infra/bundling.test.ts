import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { bundleFunction, bundleLiveStream } from '../../lib/bundling.ts';

const roots: string[] = [];

function project(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'bundling-'));
  roots.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

describe('bundling', () => {
  afterEach(() => {
    for (const root of roots.splice(0)) rmSync(root, { recursive: true });
  });

  it('puts what is imported later into a file of its own', async () => {
    const root = project({
      'lambdas/greet/index.ts': "export const handler = async (): Promise<string> => (await import('./late.ts')).word;",
      'lambdas/greet/late.ts': "export const word = 'late';",
    });

    const folder = bundleFunction('greet', root);

    const { handler } = await import(pathToFileURL(join(folder, 'index.mjs')).href);
    expect(await handler()).toBe('late');
    expect(readdirSync(folder)).toHaveLength(2);
    expect(readFileSync(join(folder, 'index.mjs'), 'utf8')).not.toContain('"late"');
  });

  it('gives CommonJS dependencies the require that they call', async () => {
    const root = project({
      'lambdas/greet/index.ts': "import os from './legacy.cjs'; export const handler = () => os.platform();",
      'lambdas/greet/legacy.cjs': "module.exports = require('node:os');",
    });

    const folder = bundleFunction('greet', root);

    const { handler } = await import(pathToFileURL(join(folder, 'index.mjs')).href);
    expect(handler()).toBe(process.platform);
  });

  it('adds no require when nothing calls it', () => {
    const root = project({ 'lambdas/greet/index.ts': 'export const handler = () => 1;' });

    const folder = bundleFunction('greet', root);

    expect(readFileSync(join(folder, 'index.mjs'), 'utf8')).not.toContain('createRequire');
  });

  it('removes what an earlier bundle left and does not touch what is unchanged', () => {
    const root = project({ 'lambdas/greet/index.ts': 'export const handler = () => 1;' });
    const folder = bundleFunction('greet', root);
    const before = statSync(join(folder, 'index.mjs'), { bigint: true });
    writeFileSync(join(folder, 'chunk-OLD.mjs'), '');

    bundleFunction('greet', root);

    expect(readdirSync(folder)).toEqual(['index.mjs']);
    expect(statSync(join(folder, 'index.mjs'), { bigint: true })).toMatchObject({
      ino: before.ino,
      mtimeNs: before.mtimeNs,
    });
  });

  describe('of an earlier process', () => {
    const sources = {
      'lambdas/greet/index.ts': "export { word as handler } from './word.ts';",
      'lambdas/greet/word.ts': "export const word = 'first';",
    };
    const textOf = (folder: string): string => readFileSync(join(folder, 'index.mjs'), 'utf8');
    /** Other contents, and nothing else: only who reads it notices. */
    const changeUnseen = (file: string, text: string): void => {
      const { atime, mtime } = statSync(file);
      writeFileSync(file, text);
      utimesSync(file, atime, mtime);
    };
    const built = (): { readonly root: string; readonly folder: string } => {
      const root = project(sources);
      // Written long before, as sources are.
      for (const path of Object.keys(sources)) utimesSync(join(root, path), 1000, 1000);
      const folder = bundleFunction('greet', root);
      changeUnseen(join(root, 'lambdas/greet/word.ts'), "export const word = 'later';");
      return { root, folder };
    };

    it('stays as it is while no file changed', () => {
      const { root, folder } = built();

      bundleFunction('greet', root);

      expect(textOf(folder)).toContain('first');
    });

    it.each([
      ['a source changed', (root: string) => utimesSync(join(root, 'lambdas/greet/word.ts'), 2000, 2000)],
      ['a file of it is gone', (root: string) => rmSync(join(root, 'dist/lambdas/greet/index.mjs'))],
      ['a file of it changed', (root: string) => writeFileSync(join(root, 'dist/lambdas/greet/index.mjs'), '')],
      ['a file lies beside it', (root: string) => writeFileSync(join(root, 'dist/lambdas/greet/chunk-OLD.mjs'), '')],
      ['the folder is gone', (root: string) => rmSync(join(root, 'dist/lambdas'), { recursive: true })],
      ['nothing says what it was made from', (root: string) => rmSync(join(root, 'dist/meta/lambdas/greet.stamp'))],
    ])('is made anew when %s', (_, change) => {
      const { root, folder } = built();
      change(root);

      bundleFunction('greet', root);

      expect(textOf(folder)).toContain('later');
      expect(readdirSync(folder)).toEqual(['index.mjs']);
    });

    it('fails when a source is gone', () => {
      const { root } = built();
      rmSync(join(root, 'lambdas/greet/word.ts'));

      expect(() => bundleFunction('greet', root)).toThrow(/Could not resolve/);
    });

    it('is made anew when a source was written while it was built', () => {
      const root = project(sources);
      const file = join(root, 'lambdas/greet/word.ts');
      const later = new Date(Date.now() + 60_000);
      utimesSync(file, later, later);
      const folder = bundleFunction('greet', root);
      changeUnseen(file, "export const word = 'later';");

      bundleFunction('greet', root);

      expect(textOf(folder)).toContain('later');
    });
  });

  it('keeps the report of what is inside beside the asset, not in it', () => {
    const root = project({ 'lambdas/greet/index.ts': 'export const handler = () => 1;' });

    const folder = bundleFunction('greet', root);

    const report = JSON.parse(readFileSync(join(root, 'dist/meta/lambdas/greet.json'), 'utf8'));
    expect(Object.keys(report.inputs)).toEqual(['lambdas/greet/index.ts']);
    expect(readdirSync(folder)).toEqual(['index.mjs']);
  });

  it('puts the Dockerfile beside the bundle of the Live Stream service', () => {
    const root = project({ 'live-stream/index.ts': 'export {};', 'live-stream/Dockerfile': 'FROM scratch\n' });

    const folder = bundleLiveStream(root);

    expect(readdirSync(folder).sort()).toEqual(['Dockerfile', 'index.mjs']);
  });

  it('fails when an entry is missing', () => {
    const root = project({});

    expect(() => bundleFunction('greet', root)).toThrow(/Could not resolve/);
  });
});
