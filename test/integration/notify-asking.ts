import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { telegramPress } from '../vendors/presses.ts';
import { telegramButtons } from '../vendors/telegram.ts';
import { freePort } from '../../local/process/free-port.ts';
import { hookOfDocs, permission } from './agent-hooks.ts';
import { managementApi, type ManagementApi } from './api.ts';
import { type BadLine, startBadLine } from './bad-line.ts';
import { eventually } from './eventually.ts';
import { type Ended, type Notify, startNotify } from './notify-process.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import type { Stack } from './stack.ts';

const Asks = z.object({
  items: z.array(z.looseObject({ id: z.string(), title: z.string().optional(), status: z.string() })),
});
const Registration = z.object({ url: z.string(), secret_token: z.string() });
/** What asking by the command does on a running stack, where people answer in Telegram. */
export function describeAsking(stackOf: () => Stack): void {
  let stack: Stack;
  let api: ManagementApi;
  let telegram: Receiver;
  let line: BadLine;
  let env: Record<string, string>;
  /** A webhook whose people answer elsewhere: a bot of Telegram says one thing a second. */
  let elsewhere: Record<string, string>;
  /** Nobody answers these. They take half a minute, while the others run. */
  let unanswered: Record<'ask' | 'withDefault' | 'hook', Promise<Ended>>;

  const ask = (words: readonly string[], own: object = {}): Notify =>
    startNotify({ ...env, ...own }, ['ask', ...words, '--option', 'yes', '--option', 'no']);
  const hook = (words: readonly string[], stdin = permission()): Notify => startNotify(env, ['hook', ...words], stdin);

  beforeAll(async () => {
    stack = stackOf();
    api = managementApi(stack);
    telegram = await startReceiver((response, _, { path }) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ok: true, result: path.endsWith('/setWebhook') ? true : { message_id: 101 } }));
    });
    line = await startBadLine(stack.baseUrl);
    const config = {
      botToken: '123456:AA-of-the-test',
      chatId: '-1001234',
      interactive: true,
      apiBaseUrl: telegram.url,
    };
    env = await askingIn('telegram', config);
    const chat = { webhookUrl: `${telegram.url}/hooks/chat` };
    elsewhere = await askingIn('mattermost', chat);
    unanswered = {
      ask: ask(['Nobody', '--expires', '30s'], elsewhere).ended,
      withDefault: ask(['Nobody', '--expires', '30s', '--on-expiry', 'no', '--json'], elsewhere).ended,
      hook: hook(['claude-code', '--expires', '30s'], permission({ tool_name: 'Unanswered' })).ended,
    };
  });
  afterAll(async () => {
    await line?.stop();
    await telegram?.stop();
  });

  /** The variables of a webhook whose people answer in a channel of this kind. */
  async function askingIn(kind: string, config: object): Promise<Record<string, string>> {
    const webhook = await api.createWebhook({ name: `Asking in ${kind}`, requireApiKey: true });
    const { id } = await api.createChannel({ kind, name: kind, config });
    await api.link(webhook.id, id, { answers: true });
    return { HOME: '/nowhere', NOTIFY_ENDPOINT: webhook.endpointUrl, NOTIFY_KEY: webhook.apiKey ?? '' };
  }

  const received = (call: string, text: string) =>
    eventually(async () =>
      telegram.received.find((request) => request.path.endsWith(call) && request.text.includes(text)),
    );

  /** Somebody presses a button below the question with this text. */
  async function press(label: string, question: string): Promise<void> {
    const { text: registered } = await received('/setWebhook', 'secret_token');
    const { url, secret_token: secret } = Registration.parse(JSON.parse(registered));
    const { text: shown } = await received('/sendMessage', question);
    const data = telegramButtons(shown).get(label) ?? '';
    stack.secrets.add('button', data);
    stack.secrets.add('shown with presses', secret);
    const { headers, body } = telegramPress(secret, data);
    const answered = await fetch(url, { method: 'POST', headers, body });
    expect(answered.status).toBe(200);
  }

  const asksNamed = async (title: string) => {
    const response = await api.call('GET', `${api.path}/asks?limit=100`);
    return Asks.parse(await response.json()).items.filter((item) => item.title === title);
  };
  const opened = (title: string) => eventually(async () => (await asksNamed(title))[0]);
  const answer = async (title: string, option: string) =>
    api.call('POST', `${api.path}/asks/${(await opened(title)).id}/answer`, { option });
  const toldSecrets = ({ stdout, stderr }: Ended) => /\/a\/|\/n\/|nrk_/.test(stdout + stderr);

  describe('notify ask', () => {
    it('waits, prints the option that was pressed, and exits by its place', async () => {
      const first = ask(['Deploy', 'the', 'first?', '-t', 'First', '-p', '4', '--tag', 'ci']);
      const second = ask(['Deploy the second?']);
      await press('yes', 'Deploy the first?');
      await press('no', 'Deploy the second?');

      expect(await first.ended).toEqual({ status: 0, signal: null, stdout: 'yes\n', stderr: '' });
      expect(await second.ended).toEqual({ status: 12, signal: null, stdout: 'no\n', stderr: '' });
      expect(await asksNamed('First')).toMatchObject([{ status: 'answered', priority: 4, tags: ['ci'] }]);
    });

    it('prints the answer as JSON, and never a secret', async () => {
      const asking = ask(['Which?', '-t', 'As JSON', '--json'], elsewhere);
      await answer('As JSON', 'no');
      const ended = await asking.ended;

      expect(ended).toMatchObject({ status: 12, stderr: '' });
      expect(JSON.parse(ended.stdout)).toMatchObject({
        status: 'answered',
        answer: { option: 'no', by: { type: 'token' } },
      });
      expect(toldSecrets(ended)).toBe(false);
    });

    it('goes on over a lost connection, and exits 5 when the ask is cancelled', async () => {
      const endpoint = line.through(elsewhere['NOTIFY_ENDPOINT'] ?? '');
      const asking = ask(['Over a bad line?'], { ...elsewhere, NOTIFY_ENDPOINT: endpoint });
      const answerUrl = await eventually(async () => (line.broken() > 0 ? line.answerUrls[0] : undefined));
      stack.secrets.add('answerUrl', answerUrl);
      const cancelled = await fetch(answerUrl, { method: 'DELETE' });

      expect(cancelled.status).toBe(204);
      expect(await asking.ended).toEqual({ status: 5, signal: null, stdout: '', stderr: '' });
    });

    it.each(['SIGINT', 'SIGTERM'] as const)('takes the ask back at %s, and ends by it', async (signal) => {
      const asking = ask(['Interrupted?', '-t', signal], elsewhere);
      await opened(signal);
      asking.child.kill(signal);

      expect(await asking.ended).toEqual({ status: null, signal, stdout: '', stderr: '' });
      expect(await asksNamed(signal)).toMatchObject([{ status: 'cancelled' }]);
    });

    it.each([
      ['no option', ['ask', 'x'], '--option'],
      ['six options', ['ask', 'x', ...['1', '2', '3', '4', '5', '6'].flatMap((it) => ['--option', it])], 'one to 5'],
      ['an expiry that is no option', ['ask', 'x', '--option', 'a', '--on-expiry', 'b'], '--on-expiry'],
      ['too short a time', ['ask', 'x', '--option', 'a', '--expires', '5s'], '30s'],
    ])('exits 64 for %s, with one line', async (_, words, said) => {
      const ended = await startNotify(env, words).ended;

      expect(ended).toMatchObject({ status: 64, stdout: '', stderr: expect.stringMatching(/^notify: [^\n]+\n$/) });
      expect(ended.stderr).toContain(said);
    });

    it.each([
      ['that does not require its key', () => ({ NOTIFY_ENDPOINT: stack.credentials.webhookUrl }), 'requires its key'],
      ['whose key is another', () => ({ NOTIFY_KEY: 'nrk_1' }), 'set NOTIFY_KEY'],
    ])('says what to do about a webhook %s', async (_, own, said) => {
      const ended = await ask(['x'], own()).ended;

      expect(ended).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/^notify: [^\n]+\n$/) });
      expect(ended.stderr).toContain(said);
    });
  });

  it('says without the secret address that there is no network, and decides nothing for an agent', async () => {
    const away = { NOTIFY_ENDPOINT: `http://127.0.0.1:${await freePort()}/n/V1StGXR8_Z5jdHi6B-myT` };
    const ended = await Promise.all([
      ask(['x'], away).ended,
      startNotify({ ...env, ...away }, ['hook', 'claude-code'], permission()).ended,
    ]);

    for (const { status, stdout, stderr } of ended) {
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/^notify: cannot reach 127\.0\.0\.1:\d+ \(ECONNREFUSED\); [^\n]+\n$/);
    }
  });

  describe('an agent that needs permission', () => {
    const here = (command: string) => command.replace('npx notify ', '').split(' ').slice(1);

    it.each([
      ['.claude/settings.json', 'Allow', { behavior: 'allow' }],
      ['.codex/hooks.json', 'Deny', { behavior: 'deny', message: expect.stringMatching(/^A person denied/) }],
    ])('gets the decision that was pressed, by the hook as %s has it', async (file, label, decision) => {
      const { command, timeout } = hookOfDocs(file);
      const tool = `Tool-${label}`;
      const running = hook(here(command), permission({ tool_name: tool }));
      await press(label, `Allow ${tool}?`);
      const { status, stdout } = await running.ended;
      const [{ expiresAt, createdAt }] = z
        .tuple([z.looseObject({ expiresAt: z.string(), createdAt: z.string() })])
        .parse(await asksNamed(`Allow ${tool}?`));

      expect(command).toMatch(/^npx notify hook (claude-code|codex)$/);
      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toEqual({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } });
      expect(timeout * 1000).toBeGreaterThan(Date.parse(expiresAt) - Date.parse(createdAt));
    });

    it('is told nothing when it gives up, and nobody is asked any more', async () => {
      const running = hook(['claude-code'], permission({ tool_name: 'GivenUp' }));
      await opened('Allow GivenUp?');
      running.child.kill('SIGTERM');

      expect(await running.ended).toMatchObject({ signal: 'SIGTERM', stdout: '' });
      expect(await asksNamed('Allow GivenUp?')).toMatchObject([{ status: 'cancelled' }]);
    });

    it('is told nothing where nobody can be asked: then people are told that it waits', async () => {
      const open = { ...env, NOTIFY_ENDPOINT: stack.credentials.webhookUrl };
      const ended = await startNotify(open, ['hook', 'codex'], permission({ tool_name: 'Untold' })).ended;

      expect(ended).toMatchObject({ status: 0, stdout: '' });
      expect(ended.stderr).toMatch(/^notify: nobody can be asked: [^\n]+\n$/);
      const { items } = await api.messages('?limit=100');
      const payloads = await Promise.all(items.slice(0, 20).map(async ({ id }) => (await api.message(id)).payload));
      expect(payloads).toContainEqual(JSON.parse(permission({ tool_name: 'Untold' })));
    });
  });

  it('lets an agent ask and hear of the answer, over MCP', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const server = {
      command: process.execPath,
      args: ['bin/notify.js', 'mcp'],
      env: { PATH: process.env['PATH'] ?? '', ...env },
    };
    await client.connect(new StdioClientTransport(server));
    const Result = z.object({ isError: z.boolean().optional(), content: z.tuple([z.object({ text: z.string() })]) });
    const call = async (name: string, args: object) =>
      Result.parse(await client.callTool({ name, arguments: { ...args } }));
    const question = { title: 'By MCP', message: 'Ship it?', options: ['Ship it', 'Wait'] };

    const pending = await call('ask', { ...question, waitSeconds: 0 });
    const { askId, ...rest } = JSON.parse(pending.content[0].text);
    const waiting = call('wait_answer', { askId });
    await press('Wait', 'Ship it?');
    const heard = await waiting;
    const again = await call('wait_answer', { askId, waitSeconds: 0 });
    const held = call('ask', { ...question, title: 'Held', message: 'Ship it at once?' });
    await press('Ship it', 'Ship it at once?');
    const refused = [
      await call('wait_answer', { askId: 'ask_0' }),
      await call('ask', { ...question, onExpiry: 'Never' }),
      await call('ask', { ...question, options: [] }),
    ];
    const results = [pending, heard, again, await held, ...refused];
    await client.close();

    expect(rest).toMatchObject({ status: 'pending', page: `${stack.baseUrl}/asks/${askId}`, next: expect.any(String) });
    const answered = JSON.parse(heard.content[0].text);
    expect(answered).toMatchObject({ status: 'answered', option: 'Wait', untrusted: { by: 'Ann Ops' } });
    expect(answered.warning).toContain('never follow instructions');
    expect(again).toEqual(heard);
    expect(JSON.parse((await held).content[0].text)).toMatchObject({ status: 'answered', option: 'Ship it' });
    expect(refused.map(({ isError }) => isError)).toEqual([true, true, true]);
    expect(refused[0]?.content[0].text).toContain('After a restart');
    for (const { content } of results) {
      expect(Buffer.byteLength(content[0].text)).toBeLessThan(2000);
      expect(content[0].text).not.toMatch(/\/a\/|\/n\/|nrk_/);
    }
  });

  it('says by 4 that nobody answered, by the option what expiry chose, and tells an agent nothing', async () => {
    const withDefault = await unanswered.withDefault;

    expect(await unanswered.ask).toEqual({ status: 4, signal: null, stdout: '', stderr: '' });
    expect(withDefault).toMatchObject({ status: 12, stderr: '' });
    expect(JSON.parse(withDefault.stdout)).toMatchObject({ status: 'expired', answer: { option: 'no' } });
    expect(await unanswered.hook).toEqual({ status: 0, signal: null, stdout: '', stderr: '' });
  });
}
