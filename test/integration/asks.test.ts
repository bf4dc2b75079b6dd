import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type ManagementApi, managementApi } from './api.ts';
import { askRig, options } from './ask-rig.ts';
import { eventually } from './eventually.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Stack, startStack } from './stack.ts';

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

const rig = async (name: string) => askRig({ stack, receiver, api }, name);

describe('an ask on the running stack', () => {
  it('is answered on its page: the waiter hears of it, machines get it, and the chat says who chose what', async () => {
    const { ask, received, pageOf } = await rig('page');
    const { answerUrl } = await ask();
    const page = await pageOf();

    const shown = await fetch(page);
    const html = await shown.text();
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

  it('is shown nowhere when its only channel is off, and answered all the same by who looks for it', async () => {
    const { ask, chat, received } = await rig('off');
    await api.patchChannel(chat.id, { enabled: false });
    const { askId, answerUrl, messageId } = await ask();

    const delivery = await eventually(async () => {
      const { deliveries } = await api.message(messageId);
      return deliveries.find(({ state }) => state === 'skipped');
    });
    const answered = await api.call('POST', `${api.path}/asks/${askId}/answer`, { option: 'no' });

    expect([delivery.channelId, answered.status]).toEqual([chat.id, 200]);
    expect(await standing(answerUrl)).toMatchObject({ status: 'answered', answer: { option: 'no' } });
    expect(await received('machine', 1)).toHaveLength(1);
    expect(receiver.received.filter(({ path }) => path === '/off-chat')).toEqual([]);
  });

  it('is heard of by those who still wait, when others have gone away', async () => {
    const { ask, pageOf } = await rig('gone-away');
    const { answerUrl } = await ask();
    const page = await pageOf();
    const away = new AbortController();
    const left = [1, 2].map(async () =>
      fetch(`${answerUrl}?wait=25`, { signal: away.signal }).then(
        () => 'answered',
        () => 'gone',
      ),
    );
    const waiting = (async () => {
      for (;;) {
        const now = await standing(`${answerUrl}?wait=25`);
        if (now.status !== 'pending') return now;
      }
    })();

    away.abort();
    const gone = await Promise.all(left);
    await fetch(page, { method: 'POST', body: new URLSearchParams({ option: 'yes' }) });

    expect(gone).toEqual(['gone', 'gone']);
    expect(await waiting).toMatchObject({ status: 'answered', answer: { option: 'yes' } });
  });

  it('is decided by nobody but its approvers, be there any or not', async () => {
    const { ask, pageOf } = await rig('nobody');
    const { askId, answerUrl } = await ask({ approvers: ['nobody@example.com', 'slack:U0NOBODY'] });
    const page = await pageOf();

    const refused = [
      await fetch(page, { method: 'POST', body: new URLSearchParams({ option: 'yes' }) }),
      await api.call('POST', `${api.path}/asks/${askId}/answer`, { option: 'yes' }),
    ];

    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
    expect(await standing(answerUrl)).toMatchObject({ status: 'pending' });
    expect((await fetch(answerUrl, { method: 'DELETE' })).status).toBe(204);
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

    const held: Response[] = [];
    const waiters = Array.from({ length: 200 }, async () => {
      const response = await fetch(`${answerUrl}?wait=25`);
      if (response.headers.get('retry-after') === null) held.push(response);
      return response;
    });
    const sent = await Promise.all(
      Array.from({ length: 10 }, async () => fetch(webhook.endpointUrl, { method: 'POST', headers, body })),
    );
    const overBeforeSends = held.length;
    await fetch(answerUrl, { method: 'DELETE' });
    const waited = await Promise.all(waiters);

    expect(sent.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(overBeforeSends).toBe(0);
    expect(new Set(waited.map(({ status }) => status))).toEqual(new Set([200]));
    expect(waited.length - held.length).toBeGreaterThan(0);
    expect(waited.every((response) => [null, '2'].includes(response.headers.get('retry-after')))).toBe(true);
  }, 60_000);
});
