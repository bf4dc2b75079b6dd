import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
let folder: string;

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'node-24-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** A program that says it is this Node. */
function node(path: string, version: string): string {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho ${version}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** What an older Node finds, in a folder of packages of its own. */
async function found(surroundings: { readonly version: string; readonly searchPath?: string }) {
  const given = { searchPath: '', packages: `file://${folder}/bin/notify.js`, ...surroundings };
  const program = `
    import { findNode24 } from ${JSON.stringify(join(ROOT, 'bin/node-24.js'))};
    console.log(JSON.stringify(findNode24(${JSON.stringify(given)})));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  return JSON.parse(stdout);
}

const platform = `node-${process.platform}-${process.arch}`;

describe('a Node that is new enough', () => {
  it.each(['v24.0.0', 'v26.1.2'])('is the one that runs, if it is %s', async (version) => {
    expect(await found({ version })).toEqual({ path: process.execPath });
  });

  it('is the one that npm installed, before one on the PATH', async () => {
    const own = node(`node_modules/${platform}/bin/node`, 'v24.21.0');
    writeFileSync(join(folder, 'node_modules', platform, 'package.json'), '{}');
    node('bin/node', 'v25.0.0');

    expect(await found({ version: 'v20.20.2', searchPath: join(folder, 'bin') })).toEqual({ path: own });
  });

  it('is the first on the PATH that is new enough, where npm has none', async () => {
    node('old/node', 'v22.9.0');
    node('broken/node', 'not-a-version');
    const newest = node('new/node', 'v24.1.0');
    const searchPath = ['', '.', ...['none', 'old', 'broken', 'new'].map((name) => join(folder, name))].join(':');

    expect(await found({ version: 'v22.9.0', searchPath })).toEqual({ path: newest });
  });

  it('is missing in one line that says what to install', async () => {
    const { path, missing } = await found({ version: 'v20.20.2' });

    expect(path).toBeUndefined();
    expect(missing).toMatch(/^this is Node 20\.20\.2, and Node 24 or newer is needed; install it from https:[^\n]+$/);
  });
});
