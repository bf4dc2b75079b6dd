import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
