import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { startStack, type Stack } from './stack.ts';

const ROOT = join(import.meta.dirname, '../..');
let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(async () => stack?.stop());

/** The commands of the README that follow this sentence, as they are to be typed. */
async function commandsAfter(sentence: string): Promise<string> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  return /```sh\n([^]*?)```/.exec(readme.slice(readme.indexOf(sentence)))?.[1] ?? '';
}

it('README: the commands of "Try it" do what it says', async () => {
  const commands = await commandsAfter('Make a webhook of your own');
  const here = commands
    .replaceAll('.local/', `${stack.dataDir}/`)
    .replaceAll('http://localhost:8080', stack.baseUrl)
    .replaceAll('npx notify', `node bin/notify.js`)
    // These would run for ever, or run this test.
    .replaceAll(/^.* tail .*$/gm, '')
    .replace('-- npm test', '-- echo tested');
  const HOME = await mkdtemp(join(tmpdir(), 'readme-'));

  const { stdout } = await promisify(execFile)('bash', ['-euc', here], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME },
  });

  const api = managementApi(stack);
  const received = await eventually(async () => {
    const { items } = await api.messages();
    return items.length >= 2 ? items : undefined;
  });
  expect(stdout).toContain(`Signed in to ${stack.baseUrl}`);
  expect(stdout).toContain('tested\n');
  expect(stdout).toMatch(/msg_\w{26} {2}no channel {2}Deploy: Version 42 is live\n/);
  expect(received.map(({ message }) => message)).toContain('Version 42 is live');
});
