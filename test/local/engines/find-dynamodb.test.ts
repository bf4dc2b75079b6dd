import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { findDynamoDb, machine } from '../../../local/engines/find-dynamodb.ts';

let folder: string;

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'engine-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** A program that is there, and may be run or not. */
function program(path: string, mode = 0o755): string {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '');
  chmodSync(file, mode);
  return file;
}

const withPackage = () => join(folder, 'package/package.json');
const withoutPackage = () => {
  throw new Error('Cannot find module');
};

describe('the embedded DynamoDB', () => {
  it('is that of the platform, before one on the PATH', () => {
    const own = program('package/dynoxide');
    program('bin/dynoxide');

    expect(findDynamoDb({ platform: 'linux-arm64', searchPath: join(folder, 'bin'), resolve: withPackage })).toBe(own);
  });

  it('is the first on the PATH that may be run, where npm has none for the platform', () => {
    program('first/dynoxide', 0o644);
    const second = program('second/dynoxide');
    const searchPath = ['', '.', join(folder, 'nothing'), join(folder, 'first'), join(folder, 'second')].join(':');

    expect(findDynamoDb({ platform: 'darwin-arm64', searchPath, resolve: withoutPackage })).toBe(second);
  });

  it('is looked for on the PATH where npm installed the package without its program', () => {
    const other = program('bin/dynoxide');

    expect(findDynamoDb({ platform: 'darwin-x64', searchPath: join(folder, 'bin'), resolve: withPackage })).toBe(other);
  });

  it('is missing in one line that says what to install for this platform', () => {
    const find = () => findDynamoDb({ platform: 'darwin-arm64', searchPath: '', resolve: withoutPackage });

    expect(find).toThrow(/^there is no DynamoDB for darwin-arm64 here; run [^\n]+ DYNAMODB_ENDPOINT [^\n]+$/);
    expect(find).toThrow(
      `"npm install --no-save @dynoxide/darwin-arm64@${manifest.optionalDependencies['@dynoxide/linux-x64']}"`,
    );
  });

  it('is there on the machine that runs this test', () => {
    const { platform, resolve } = machine('');

    expect(platform).toBe(`${process.platform}-${process.arch}`);
    expect(() => resolve('no-such-package/package.json')).toThrow('Cannot find module');
  });
});
