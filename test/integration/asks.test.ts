import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Stack, startStack } from './stack.ts';

const Asked = z.object({ messageId: z.string(), askId: z.string(), answerUrl: z.string(), expiresAt: z.string() });
const Standing = z.object({
  askId: z.string(),
  status: z.string(),
  answer: z.looseObject({ option: z.string().nullable(), by: z.looseObject({ type: z.string() }) }).nullable(),
});

/** Whose tasks this router may end. */
const MACHINE = 'arn:aws:states:us-east-1:000000000000:stateMachine:Refund';

let stack: Stack;
let receiver: Receiver;
let api: ManagementApi;

beforeAll(async () => {
  const settings = { OUTBOUND_ALLOWED_CIDRS: '127.0.0.1/32', STEP_FUNCTIONS: MACHINE };
  [stack, receiver] = await Promise.all([startStack(settings), startReceiver()]);
  api = managementApi(stack);
});
afterAll(async () => {
  await stack.stop();
  await receiver.stop();
});

const options = [
  { id: 'yes', label: 'Approve' },
  { id: 'no', label: 'Reject' },
];

/** A webhook with a chat whose people may answer, and a machine that gets the answers. */
async function rig(name: string) {
  const webhook = await api.createWebhook({ name, requireApiKey: true });
  const chat = await api.createChannel({
    kind: 'mattermost',
    name: 'Chat',
    config: { webhookUrl: `${receiver.url}/${name}-chat` },
  });
  const machine = await api.createChannel({
    kind: 'webhook',
    name: 'Machine',
    config: { url: `${receiver.url}/${name}-machine` },
  });
  await api.link(webhook.id, chat.id, { answers: true });
  await api.link(webhook.id, machine.id, { filter: { tags: { any: ['answer'] } } });
  const send = async (body: object, headers: Record<string, string> = {}) =>
    fetch(`${webhook.endpointUrl}/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${webhook.apiKey}`, ...headers },
      body: JSON.stringify(body),
    });
  const ask = async (own: object = {}, headers?: Record<string, string>) => {
    const response = await send({ title: 'Deploy?', message: 'Version 7', ask: { options, ...own } }, headers);
    expect(response.status).toBe(201);
    const asked = Asked.parse(await response.json());
    stack.secrets.learn(asked);
    return asked;
  };
  const received = async (channel: string, count: number) =>
    eventually(async () => {
      const found = receiver.received.filter(({ path }) => path === `/${name}-${channel}`);
      return found.length >= count ? found.map(({ text }) => text) : undefined;
    });
  const pageOf = async (askIndex = 0) => {
    const texts = await received('chat', askIndex + 1);
    const url = /http:[^\s)\]"]+\/a\/[\w-]+/.exec(texts[askIndex] ?? '')?.[0] ?? '';
    stack.secrets.add('page', url);
    return url;
  };
  return { webhook, ask, send, received, pageOf };
}

/** What a stream says until its first event is whole. */
async function firstEvent({ body }: Response): Promise<string> {
  let said = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    said += chunk;
    if (/^data: .*\n\n/m.test(said)) return said;
  }
  return said;
}

/** What all functions have logged. */
async function logged(): Promise<string[]> {
  const folder = join(stack.dataDir, 'logs');
  const texts = await Promise.all((await readdir(folder)).map(async (file) => readFile(join(folder, file), 'utf8')));
  return texts.flatMap((text) => text.split('\n'));
}

const standing = async (url: string) => Standing.parse(await (await fetch(url)).json());

describe('an ask on the running stack', () => {
  it('is answered on its page: the waiter hears of it, machines get it, and the chat says who chose what', async () => {
    const { ask, received, pageOf } = await rig('page');
    const { answerUrl } = await ask();
    const page = await pageOf();

    const shown = await fetch(page);
    const html = await shown.text();
    const began = Date.now();
    const waiting = standing(`${answerUrl}?wait=25`);
    const answered = await fetch(page, { method: 'POST', body: new URLSearchParams({ option: 'yes' }) });
    const decision = await answered.text();
    const heard = await waiting;

    const listed = await api.call('GET', `${api.path}/asks?status=answered`);
    expect(JSON.parse(await listed.text()).items).toMatchObject([{ id: heard.askId, answer: { option: 'yes' } }]);
    expect(shown.status).toBe(200);
    expect(html).toContain('Version 7');
    expect(decision).toContain('Approve: chosen by');
    expect(heard).toMatchObject({ status: 'answered', answer: { option: 'yes', by: { type: 'channel' } } });
    expect(Date.now() - began).toBeLessThan(5000);
    const [toMachine] = await received('machine', 1);
    expect(JSON.parse(toMachine ?? '')).toMatchObject({
      tags: ['answer', 'answer:yes'],
      payload: { ask: { id: heard.askId }, answer: { option: 'yes' } },
    });
    expect((await received('chat', 2))[1]).toContain('Approve: chosen by');
  });

  it('comes back to machines as any notification does: signed, on a stream and in a queue, where filters let it', async () => {
    const { webhook, ask, received, pageOf } = await rig('machines');
    const sqs = new SQSClient({
      endpoint: stack.door,
      region: 'us-east-1',
      credentials: { accessKeyId: 'operator', secretAccessKey: 'any' },
    });
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'answers' }));
    const secret = `whsec_${Buffer.from('a signing key of somebody').toString('base64')}`;
    const signed = await api.createChannel({
      kind: 'webhook',
      name: 'Signed',
      config: { url: `${receiver.url}/machines-signed`, secret },
    });
    const others = [
      await api.createChannel({ kind: 'live-stream', name: 'Stream', config: {} }),
      await api.createChannel({ kind: 'sqs', name: 'Queue', config: { queueUrl: QueueUrl } }),
    ];
    for (const { id } of [signed, ...others]) {
      await api.link(webhook.id, id, { filter: { tags: { any: ['answer:no'] } } });
    }
    await ask();
    const page = await pageOf();

    await fetch(page, { method: 'POST', body: new URLSearchParams({ option: 'no' }) });

    await received('signed', 1);
    const sent = receiver.received.find(({ path }) => path === '/machines-signed');
    const headers = Object.fromEntries(
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(sent?.headers[name])]),
    );
    expect(new StandardWebhook(secret).verify(sent?.text ?? '', headers)).toMatchObject({
      tags: ['answer', 'answer:no'],
    });
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 10 }));
    expect(Messages.map(({ Body = '' }) => JSON.parse(Body).tags)).toEqual([['answer', 'answer:no']]);
    const events = await eventually(async () => {
      const abort = new AbortController();
      const stream = await fetch(`${others[0]?.streamUrl}?since=00000000000000000000000000`, { signal: abort.signal });
      const text = await Promise.race([firstEvent(stream), sleep(1000).then(() => '')]);
      abort.abort();
      return text === '' ? undefined : text;
    });
    expect(events).toContain('"answer:no"');
  });

  it('is answered by one of a hundred at the same time, whichever way they come', async () => {
    const { ask, pageOf } = await rig('race');
    const { askId, answerUrl } = await ask();
    const page = await pageOf();

    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        if (index % 3 === 0)
          return fetch(page, { method: 'POST', body: new URLSearchParams({ option: 'yes' }), redirect: 'manual' });
        if (index === 1) return fetch(answerUrl, { method: 'DELETE' });
        return api.call('POST', `${api.path}/asks/${askId}/answer`, { option: 'no' });
      }),
    );

    const won = answers.filter(({ status }) => status === 200 || status === 204 || status === 303);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(99);
  });

  it('expires by itself, for the waiter at its time and in the chat soon after', async () => {
    const { ask, received } = await rig('expiry');
    const { answerUrl, expiresAt } = await ask({ expiresIn: 30, onExpiry: 'no' });

    let now = await standing(`${answerUrl}?wait=25`);
    while (now.status === 'pending') now = await standing(`${answerUrl}?wait=25`);
    const late = Date.now() - Date.parse(expiresAt);

    expect(now).toMatchObject({ status: 'expired', answer: { option: 'no', by: { type: 'system' } } });
    expect(late).toBeLessThan(2000);
    expect((await received('chat', 2))[1]).toContain('Reject: nobody answered in time');
    expect(await received('machine', 1)).toHaveLength(1);
  });

  it('is cancelled by its sender, and repeated asks are one', async () => {
    const { ask, received, pageOf } = await rig('cancel');
    const first = await ask({}, { 'idempotency-key': 'deploy-7' });
    const again = await ask({}, { 'idempotency-key': 'deploy-7' });
    const page = await pageOf();

    const cancelled = await fetch(first.answerUrl, { method: 'DELETE' });
    const twice = await fetch(first.answerUrl, { method: 'DELETE' });
    const late = await fetch(page, { method: 'POST', body: new URLSearchParams({ option: 'yes' }) });

    expect(again).toEqual(first);
    expect([cancelled.status, twice.status, late.status]).toEqual([204, 409, 409]);
    expect((await received('chat', 2))[1]).toContain('Cancelled by the sender');
  });

  it('ends the task that waits for it, once, and shows its token to nobody', async () => {
    const { ask, received, pageOf } = await rig('task');
    const tasks = ['answered', 'cancelled', 'foreign'].map((name) => ({
      ask: { options, taskToken: `${MACHINE}:${name}` },
    }));
    const foreign = `${MACHINE}s:of-another-state-machine`;
    stack.secrets.learn([...tasks, { taskToken: foreign }]);
    const answered = await ask(tasks[0]?.ask);
    const cancelled = await ask(tasks[1]?.ask);
    const refused = await ask({ taskToken: foreign });

    const page = await pageOf(0);
    await fetch(page, { method: 'POST', body: new URLSearchParams({ option: 'yes' }) });
    for (const { answerUrl } of [cancelled, refused]) await fetch(answerUrl, { method: 'DELETE' });

    const ended = await eventually(async () => {
      const text = await readFile(join(stack.dataDir, 'sent', 'states.jsonl'), 'utf8').catch(() => '');
      const lines = text.trim().split('\n');
      return lines.length >= 2 ? lines.map((line) => JSON.parse(line)) : undefined;
    });
    expect(ended).toHaveLength(2);
    expect(ended).toContainEqual({
      at: expect.any(String),
      operation: 'SendTaskFailure',
      taskToken: `${MACHINE}:cancelled`,
      error: 'AskCancelled',
      cause: 'Cancelled by the sender',
    });
    const success = ended.find(({ operation }) => operation === 'SendTaskSuccess');
    expect(success.taskToken).toBe(`${MACHINE}:answered`);
    expect(JSON.parse(success.output)).toMatchObject({ option: 'yes', by: { type: 'channel' } });
    const shown = await Promise.all([
      api.call('GET', `${api.path}/messages/${answered.messageId}`),
      api.call('GET', `${api.path}/asks/${answered.askId}`),
      fetch(page),
    ]);
    const said = [
      ...(await Promise.all(shown.map(async (response) => response.text()))),
      ...(await received('chat', 6)),
    ];
    expect(said[0]).toContain('"taskToken":"••••"');
    expect(said.join()).not.toContain(MACHINE);
    const refusal = await eventually(async () => (await logged()).find((line) => line.includes('"task.refused"')));
    expect(refusal).toContain('AccessDeniedException');
    expect(refusal).toContain(refused.askId);
  });

  it('is refused as a send would be, and when nobody can answer', async () => {
    const { webhook, send } = await rig('refused');
    const open = await api.createWebhook({ name: 'Open' });
    const asking = { message: 'Deploy?', ask: { options } };

    const answers = [
      await send(asking, { authorization: 'Bearer nrk_wrong' }),
      await send({ message: 'Deploy?', ask: { options: [] } }),
      await fetch(`${open.endpointUrl}/ask`, { method: 'POST', body: JSON.stringify(asking) }),
      await fetch(`${webhook.endpointUrl}/ask`),
    ];
    const others = await Promise.all(
      [`${stack.baseUrl}/a/token`, `${stack.baseUrl}/a/ask_01KAG20RM0ABCDEFGHJKMNPQR0/x`].map(async (url) =>
        fetch(url),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([401, 400, 403, 405]);
    expect(others.map(({ status }) => status)).toEqual([404, 404]);
  });

  it('does not hold up sends, however many wait', async () => {
    const { webhook, ask } = await rig('waiters');
    const { answerUrl } = await ask();
    const body = JSON.stringify({ message: 'hello' });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${webhook.apiKey}` };

    const waiters = Array.from({ length: 200 }, async () => fetch(`${answerUrl}?wait=5`));
    const began = Date.now();
    const sent = await Promise.all(
      Array.from({ length: 10 }, async () => fetch(webhook.endpointUrl, { method: 'POST', headers, body })),
    );
    const took = Date.now() - began;
    const waited = await Promise.all(waiters);

    expect(sent.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(took).toBeLessThan(5000);
    expect(new Set(waited.map(({ status }) => status))).toEqual(new Set([200]));
    expect(waited.some((response) => response.headers.get('retry-after') === '2')).toBe(true);
  }, 60_000);
});
