import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hopOf } from '../../core/message/hop-path.ts';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { startReceiver } from './receiver.ts';
import { type Stack, startStack } from './stack.ts';

let stack: Stack;
let api: ManagementApi;

beforeAll(async () => {
  stack = await startStack({ RETRY_SCHEDULE: '1,1,1' });
  api = managementApi(stack);
});
afterAll(async () => stack.stop());

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

/** A webhook linked to a channel of kind webhook that posts to `url`. */
async function linked(url: string, link: object = {}) {
  const webhook = await api.createWebhook({ name: 'CI' });
  const channel = await api.createChannel({ kind: 'webhook', name: 'Receiver', config: { url, secret: SECRET } });
  await api.link(webhook.id, channel.id, link);
  return { webhook, channel };
}

async function send(to: string, body: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(to, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { messageId: string }).messageId;
}

async function delivered(messageId: string, state = 'delivered') {
  return eventually(async () => {
    const message = await api.message(messageId);
    return message.deliveries.every((delivery) => delivery.state === state) ? message : undefined;
  });
}

describe('the outgoing webhook', () => {
  it('posts the contract body, signed, with the original numbers and the hop path', async () => {
    const receiver = await startReceiver();
    const { webhook } = await linked(receiver.url);
    const body = '{"title":"T","message":"M","priority":4,"tags":["a"],"big":12345678901234567890,"price":1.50}';

    const messageId = await send(webhook.endpointUrl, body, { 'x-notification-hops': hopOf('wh_before') });

    const [received] = await receiver.waitFor(1);
    expect(received!.text).toContain(`"payload":${body}`);
    expect(JSON.parse(received!.text)).toMatchObject({
      messageId,
      title: 'T',
      message: 'M',
      priority: 4,
      tags: ['a'],
      webhook: { id: webhook.id, name: 'CI' },
    });
    expect(received!.headers['x-notification-hops']).toBe(`${hopOf('wh_before')},${hopOf(webhook.id)}`);
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = received!.headers;
    const headers = {
      'webhook-id': String(id),
      'webhook-timestamp': String(timestamp),
      'webhook-signature': String(signature),
    };
    expect(new StandardWebhook(SECRET).verify(received!.text, headers)).toBeDefined();
    expect((await delivered(messageId)).deliveries).toMatchObject([
      { state: 'delivered', attempts: [{ status: 200 }] },
    ]);
    await receiver.stop();
  });

  it('carries a 1 MiB body whole', async () => {
    const receiver = await startReceiver();
    const { webhook } = await linked(receiver.url);
    const body = `{"message":"large","fill":"${'x'.repeat(1_048_576 - 30)}"}`;

    await send(webhook.endpointUrl, body);

    const [received] = await receiver.waitFor(1);
    expect(received!.text.endsWith(`"payload":${body}}`)).toBe(true);
    await receiver.stop();
  });

  it('is tried again by the schedule with the same id, and every attempt is written down', async () => {
    const receiver = await startReceiver((response, count) => {
      response.statusCode = count < 3 ? 503 : 200;
      response.end();
    });
    const { webhook } = await linked(receiver.url);

    const messageId = await send(webhook.endpointUrl, '{"message":"again"}');

    const requests = await receiver.waitFor(3);
    expect(new Set(requests.map((entry) => entry.headers['webhook-id'])).size).toBe(1);
    const [delivery] = (await delivered(messageId)).deliveries;
    expect(delivery!.attempts).toMatchObject([
      { outcome: 'retry', status: 503 },
      { outcome: 'retry', status: 503 },
      { outcome: 'delivered', status: 200 },
    ]);
    await receiver.stop();
  });

  it('fails for good when the schedule is used up, and the job lies in the dead-letter queue', async () => {
    const receiver = await startReceiver((response) => {
      response.statusCode = 500;
      response.end();
    });
    const { webhook } = await linked(receiver.url);

    const messageId = await send(webhook.endpointUrl, '{"message":"never"}');

    const [delivery] = (await delivered(messageId, 'failed')).deliveries;
    expect(delivery!.attempts).toHaveLength(4);
    await receiver.stop();
  });

  it('reaches no private address that is not allowed', async () => {
    const refused = await api.call('POST', `${api.path}/channels`, {
      kind: 'webhook',
      name: 'Metadata',
      config: { url: 'http://169.254.169.254/latest/meta-data' },
    });

    expect(refused.status).toBe(400);
  });
});

describe('routing', () => {
  it('goes only to enabled links whose filter matches, and says why', async () => {
    const receiver = await startReceiver();
    const { webhook, channel } = await linked(receiver.url, { filter: { priority: { gte: 4 } } });

    const low = await send(webhook.endpointUrl, '{"message":"low","priority":1}');
    const high = await send(webhook.endpointUrl, '{"message":"high","priority":5}');
    await delivered(high);

    expect((await api.message(low)).routing).toMatchObject([{ channelId: channel.id, matched: false }]);
    expect((await api.message(low)).deliveries).toEqual([]);
    expect(receiver.received.map((entry) => JSON.parse(entry.text).message)).toEqual(['high']);

    await api.link(webhook.id, channel.id, { enabled: false });
    const off = await send(webhook.endpointUrl, '{"message":"off","priority":5}');
    expect((await api.message(off)).routing).toMatchObject([{ matched: false, reason: 'the link is switched off' }]);
    await receiver.stop();
  });

  it('skips a disabled channel and leaves a row that says so', async () => {
    const receiver = await startReceiver();
    const { webhook, channel } = await linked(receiver.url);
    await api.patchChannel(channel.id, { enabled: false });

    const messageId = await send(webhook.endpointUrl, '{"message":"quiet"}');

    const [delivery] = (await delivered(messageId, 'skipped')).deliveries;
    expect(delivery!.attempts).toMatchObject([{ outcome: 'skipped', error: 'the channel is disabled' }]);
    expect(receiver.received).toEqual([]);
    await receiver.stop();
  });

  it('stops a notification that goes round in a circle', async () => {
    const webhook = await api.createWebhook({ name: 'Circle' });
    const channel = await api.createChannel({ kind: 'webhook', name: 'Back', config: { url: webhook.endpointUrl } });
    await api.link(webhook.id, channel.id);

    const messageId = await send(webhook.endpointUrl, '{"message":"round"}');

    const [delivery] = (await delivered(messageId, 'failed')).deliveries;
    expect(delivery!.attempts).toMatchObject([{ outcome: 'failed', status: 508 }]);
    expect((await api.messages(`?webhookId=${webhook.id}`)).items).toHaveLength(1);
  });
});
