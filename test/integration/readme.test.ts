import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { callsRouter, type ShellBlock, shellBlocks } from '../contract/docs/shell-blocks.ts';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { startStack, type Stack } from './stack.ts';

const ROOT = join(import.meta.dirname, '../..');
const Asks = z.object({ items: z.array(z.object({ id: z.string() })) });

let stack: Stack;
let chatServer: Receiver;
let api: ManagementApi;
let home: string;
let env: Record<string, string>;

beforeAll(async () => {
  [stack, chatServer] = await Promise.all([startStack(), startReceiver()]);
  api = managementApi(stack);
  home = await mkdtemp(join(tmpdir(), 'readme-'));
  const webhook = await api.createWebhook({ name: 'Asking', requireApiKey: true });
  const chat = { kind: 'mattermost', name: 'Chat', config: { webhookUrl: `${chatServer.url}/hooks/x` } };
  await api.link(webhook.id, (await api.createChannel(chat)).id, { answers: true });
  // `npx` as it is where the package is installed; and a `curl` that fails where the router says no.
  const npx = `#!/bin/sh\nshift\nexec ${process.execPath} ${join(ROOT, 'bin/notify.js')} "$@"\n`;
  await writeFile(join(home, 'npx'), npx, { mode: 0o755 });
  await writeFile(join(home, '.curlrc'), 'fail\nsilent\nshow-error\n');
  const { managementToken: token, organizationId: org } = stack.credentials;
  env = {
    PATH: `${home}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    CURL_HOME: home,
    BASE_URL: stack.baseUrl,
    NOTIFY_ENDPOINT: webhook.endpointUrl,
    NOTIFY_KEY: webhook.apiKey ?? '',
    ORG: org,
    SLACK_TOKEN: 'xoxb-of-the-test',
    TOKEN: token,
    org,
    token,
    webhook: webhook.id,
  };
});
afterAll(async () => {
  await stack?.stop();
  await chatServer?.stop();
});

/** Types a block, at this stack instead of the one that the page speaks of. */
function type({ code }: Pick<ShellBlock, 'code'>, own: Readonly<Record<string, string>> = env): ChildProcess {
  const here = code
    .replaceAll('.local/', `${stack.dataDir}/`)
    .replaceAll('http://localhost:8080', stack.baseUrl)
    .replaceAll(/https:\/\/notify\.example\.com\/n\/[\w-]+/g, stack.credentials.webhookUrl)
    // These would run for ever, or run this test.
    .replaceAll(/^.* tail .*$/gm, '')
    .replace('-- npm test', '-- echo tested');
  return spawn('bash', ['-euo', 'pipefail', '-c', here], { cwd: home, env: own, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function endOf(child: ChildProcess) {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (text) => (stdout += String(text)));
  child.stderr?.on('data', (text) => (stderr += String(text)));
  const [status] = await once(child, 'close');
  return { status, stdout, stderr };
}

/** The first shell block after a sentence of the README. */
async function blockAfter(sentence: string): Promise<ShellBlock> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const code = /```sh\n([^]*?)```/.exec(readme.slice(readme.indexOf(sentence)))?.[1] ?? '';
  return { page: 'README.md', number: 0, code, functions: '' };
}

it('README: the commands of "Try it" do what it says', async () => {
  const { PATH = '', HOME = '' } = env;
  const { status, stdout } = await endOf(type(await blockAfter('Make a webhook of your own'), { PATH, HOME }));

  expect(status).toBe(0);
  const received = await eventually(async () => {
    const { items } = await api.messages();
    return items.length >= 2 ? items : undefined;
  });
  expect(stdout).toContain(`Signed in to ${stack.baseUrl}`);
  expect(stdout).toContain('tested\n');
  expect(stdout).toMatch(/msg_\w{26} {2}no channel {2}Deploy: Version 42 is live\n/);
  expect(received.map(({ message }) => message)).toContain('Version 42 is live');
});

describe('the commands that call a router', () => {
  /** The one above, and the reader that `live-stream-readers.test.ts` follows. */
  const elsewhere = ({ page, code }: ShellBlock) => code.includes('notify login') || page === 'docs/live-stream.md';
  const blocks = shellBlocks.filter(callsRouter).filter((block) => !elsewhere(block));

  it.each(blocks.map((block) => [`${block.page}, block ${block.number}`, block] as const))(
    'work as %s shows them',
    async (_, block) => {
      const needsKey = block.code.includes('NOTIFY_KEY');
      const open = { NOTIFY_ENDPOINT: stack.credentials.webhookUrl };
      const typing = endOf(type(block, needsKey ? env : { ...env, ...open }));
      const isAsking = block.code.includes('/ask"');
      if (isAsking) await answerFirst('yes');
      const { status, stdout, stderr } = await typing;

      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(isAsking ? /^yes$/m : /\S/);
    },
  );
});

/** Answers the ask that is open. */
async function answerFirst(option: string): Promise<void> {
  const askId = await eventually(async () => {
    const response = await api.call('GET', `${api.path}/asks?status=pending`);
    return Asks.parse(await response.json()).items[0]?.id;
  });
  await api.call('POST', `${api.path}/asks/${askId}/answer`, { option });
}
