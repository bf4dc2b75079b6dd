import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSmoke } from '../smoke/suite.ts';
import { startStack, type Stack } from './stack.ts';

const ROOT = join(import.meta.dirname, '../..');

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(async () => stack.stop());

describe('npm run smoke', () => {
  it('finds everything that the specification says, and leaves nothing behind', { timeout: 180_000 }, async () => {
    const { baseUrl, credentials } = stack;
    const token = credentials.managementToken;

    const results = await runSmoke({ baseUrl, token, maxBodyBytes: 1_048_576, maxHops: 3, maxStreams: 20 });

    expect(results.filter(({ passed }) => !passed)).toEqual([]);
    expect(results.length).toBeGreaterThan(50);
    const me = await fetch(`${baseUrl}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(await me.json()).toMatchObject({ organizations: [{ id: credentials.organizationId }] });
  });

  it('ends when it is told to, and leaves nothing behind', async () => {
    const { baseUrl, credentials } = stack;
    const token = credentials.managementToken;
    const target = { baseUrl, token, maxBodyBytes: 1_048_576, maxHops: 3, maxStreams: 20 };
    const stop = new AbortController();

    const results = await runSmoke(target, { only: 'site', signal: stop.signal, onResult: () => stop.abort() });

    expect(results).toHaveLength(1);
  });

  it('runs alone, with the credentials of this machine, and prints JSON', async () => {
    const args = ['test/smoke/run.ts', '--only', 'site', '--json'];
    const env = { PATH: process.env['PATH'], DATA_DIR: stack.dataDir };

    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, env });

    const { checks } = JSON.parse(stdout) as { checks: { group: string; passed: boolean }[] };
    expect(checks.every(({ group, passed }) => group === 'site' && passed)).toBe(true);
    expect(checks.length).toBeGreaterThan(3);
  });

  it.each([
    [[], {}, 'No base URL'],
    [['https://router.example'], {}, 'No token'],
    [['https://router.example', '--tokn'], {}, 'tokn'],
  ])('ends with status 2 and the usage for %j', async (args, env, message) => {
    const command = ['test/smoke/run.ts', ...args];

    const failure = promisify(execFile)(process.execPath, command, {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], DATA_DIR: '/nowhere', ...env },
    });

    await expect(failure).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(`${message}[^]*usage:`) });
  });
});
