import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { counterKeys } from '../../adapters/aws/counters/counter-keys.ts';
import { createDeliveryStore } from '../../adapters/aws/deliveries/delivery-store.ts';
import { createDocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Stack, startStack } from './stack.ts';
import { runSweeper } from './sweeper.ts';

/** What functions do seldom needs permissions all the same: here all of it happens, with the permissions they have. */
let stack: Stack;
let api: ManagementApi;
let receiver: Receiver;

const TOPIC = 'arn:aws:sns:eu-central-1:000000000000:alerts';
const SLOW_MS = 2200;

beforeAll(async () => {
  stack = await startStack({ BILLING: 'plans', RETRY_SCHEDULE: '1' });
  api = managementApi(stack);
  await api.call('PATCH', api.path, { plan: 'pro' });
  receiver = await startReceiver((response, _, { path }) => {
    if (path === '/gone') response.writeHead(410).end();
    else setTimeout(() => response.end('ok'), path === '/slow' ? SLOW_MS : 0);
  });
});
afterAll(async () => {
  await stack.stop();
  await receiver.stop();
});

const operator = () => ({
  endpoint: stack.door,
  region: 'us-east-1',
  credentials: { accessKeyId: 'operator', secretAccessKey: 'any' },
});
const named = (names: readonly string[], part: string) => names.find((name) => name.includes(part))!;
const queueUrl = (part: string) => `${stack.door}/000000000000/${named(stack.queues, part)}`;

const over = {
  http: (path: string) => ({ kind: 'webhook', name: path, config: { url: receiver.url + path } }),
  sns: (topicArn = TOPIC) => ({ kind: 'sns', name: 'Topic', config: { topicArn } }),
};

/** A webhook linked to channels that are made for it. */
async function linked(...channels: readonly object[]) {
  const webhook = await api.createWebhook({ name: 'CI' });
  const made = [];
  for (const channel of channels) {
    made.push(await api.createChannel(channel));
    await api.link(webhook.id, made.at(-1)!.id);
  }
  return { webhook, channels: made };
}

async function send(url: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status).toBe(201);
  return z.object({ messageId: z.string() }).parse(await response.json()).messageId;
}

const OPEN = new Set(['queued', 'delivering', 'retrying']);
const settled = async (messageId: string) =>
  eventually(async () => {
    const { deliveries } = await api.message(messageId);
    return deliveries.length === 0 || deliveries.some(({ state }) => OPEN.has(state)) ? undefined : deliveries;
  });

/** What was published and holds a text. */
async function published(text: string): Promise<string[]> {
  const log = await readFile(join(stack.dataDir, 'sent/sns.jsonl'), 'utf8').catch(() => '');
  return log.split('\n').filter((line) => line.includes(text));
}
const got = (path: string, text: string) =>
  receiver.received.filter((request) => request.path === path && request.text.includes(text));

describe('channels that are marked to be told of problems', () => {
  it.each([
    ['over HTTP', () => over.http('/gone')],
    ['carried by AWS', () => over.sns('arn:aws:sns:us-east-1:111122223333:gone')],
  ])('hear of a channel %s that is gone, whatever carries them', async (_, gone) => {
    const mark = { notifyOnProblems: true };
    const [toldOverHttp, toldByAws, live] = [
      await api.createChannel({ ...over.http('/told'), ...mark }),
      await api.createChannel({ ...over.sns(), ...mark }),
      await api.createChannel({ kind: 'live-stream', name: 'Live', config: {}, ...mark }),
    ];
    const name = `Gone ${toldOverHttp.id}`;
    const { webhook } = await linked({ ...gone(), name });

    const failed = await settled(await send(webhook.endpointUrl, { message: 'm' }));

    expect(failed).toMatchObject([{ state: 'failed' }]);
    expect(await eventually(async () => got('/told', name)[0])).toMatchObject({ path: '/told' });
    expect(await eventually(async () => (await published(name))[0])).toContain(TOPIC);
    for (const { id } of [toldOverHttp, toldByAws, live]) await api.deleteChannel(id);
  });

  it('hear from the sweeper of a quota that runs out', async () => {
    const { organizationId } = stack.credentials;
    const { webhook } = await linked(
      { ...over.http('/told'), notifyOnProblems: true },
      { ...over.sns(), notifyOnProblems: true },
      { kind: 'live-stream', name: 'Live', config: {}, notifyOnProblems: true },
    );
    await send(webhook.endpointUrl, { message: 'counted' });
    await new DynamoDBClient(operator()).send(
      new UpdateItemCommand({
        TableName: named(stack.tables, 'Counters'),
        Key: marshall(counterKeys.quota(organizationId, new Date().toISOString().slice(0, 7))),
        UpdateExpression: 'SET #count = #limit - :left',
        ExpressionAttributeNames: { '#count': 'count', '#limit': 'limit' },
        ExpressionAttributeValues: { ':left': { N: '300' } },
      }),
    );

    await runSweeper(stack);

    expect(await eventually(async () => got('/told', 'quota')[0])).toMatchObject({ path: '/told' });
    expect(await eventually(async () => (await published('quota'))[0])).toContain(TOPIC);
  });
});

describe('a body that is too large for a row', () => {
  it('reaches every kind of channel from the body store, also when a stream is read later', async () => {
    const { webhook, channels } = await linked(over.http('/large'), over.sns(), {
      kind: 'live-stream',
      name: 'Live',
      config: {},
    });
    const filler = 'x'.repeat(20_000);

    await settled(await send(webhook.endpointUrl, { message: 'large body', filler }));

    expect(got('/large', filler)).toHaveLength(1);
    expect(await published(filler)).toHaveLength(1);
    const reading = new AbortController();
    const since = '00000000000000000000000000';
    const stream = await fetch(`${channels[2]!.streamUrl}?since=${since}`, { signal: reading.signal });
    let text = '';
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.includes(filler)) break;
    }
    reading.abort();
    expect(text).toContain('large body');
  });
});

describe('a destination that answers slowly', () => {
  it('gets its notifications through the queue for slow ones', async () => {
    const { webhook } = await linked(over.http('/slow'));

    for (const message of ['first', 'second']) {
      const [delivery] = await settled(await send(webhook.endpointUrl, { message }));
      expect(delivery).toMatchObject({ state: 'delivered' });
    }

    expect(got('/slow', '')).toHaveLength(2);
  });
});

describe('a delivery that its batch did not wait for', () => {
  it('is made once, and its message leaves the queue long before it would come back', async () => {
    const { webhook } = await linked(over.http('/slow'), over.http('/quick'));

    const messageId = await send(webhook.endpointUrl, { message: 'not waited for' });

    expect(await settled(messageId)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
    await drained(queueUrl('OutboundQueue'));
    expect([got('/slow', 'not waited for'), got('/quick', 'not waited for')]).toMatchObject([[{}], [{}]]);
  });
});

describe('a delivery', () => {
  const jobsOf = (webhookId: string, messageId: string, channels: readonly { id: string; kind?: unknown }[]) =>
    channels.map(({ id: channelId }, index) => ({
      organizationId: stack.credentials.organizationId,
      webhookId,
      messageId,
      channelId,
      ...(index === 1 && { carrier: 'aws' as const }),
      attempt: 1,
      retriesUsed: 0,
    }));

  it('is not repeated when its job comes twice', async () => {
    const { webhook, channels } = await linked(over.http('/twice'), over.sns());
    const messageId = await send(webhook.endpointUrl, { message: 'only once' });
    await settled(messageId);
    const sqs = new SQSClient(operator());

    for (const job of jobsOf(webhook.id, messageId, channels)) {
      const QueueUrl = queueUrl(job.carrier === 'aws' ? 'AwsQueue' : 'OutboundQueue');
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(job) }));
      await drained(QueueUrl);
    }

    expect(got('/twice', 'only once')).toHaveLength(1);
    expect(await published('only once')).toHaveLength(1);
  });

  it('that was parked is made by the sweeper when it falls due', async () => {
    const { webhook, channels } = await linked(over.http('/parked'), over.sns());
    const messageId = await send(webhook.endpointUrl, { message: 'parked' });
    await settled(messageId);
    const db = createDocumentClient(operator());

    const store = createDeliveryStore(db, named(stack.tables, 'Messages'));
    await store.park(jobsOf(webhook.id, messageId, channels), Date.now() - 1000);
    await runSweeper(stack);

    expect(await eventually(async () => got('/parked', 'parked')[1])).toMatchObject({ path: '/parked' });
    expect(await eventually(async () => (await published('parked'))[1])).toContain(TOPIC);
  });

  it('is listed when it failed, and tried again or replayed on demand', async () => {
    const { webhook, channels } = await linked(over.http('/gone'), over.sns());
    const messageId = await send(webhook.endpointUrl, { message: 'again' });
    await settled(messageId);

    const { items } = await api.messages('?state=failed');
    await api.patchChannel(channels[0]!.id, { enabled: true });
    const retried = await api.call('POST', `${api.path}/messages/${messageId}/deliveries/${channels[0]!.id}/retry`);
    const replayed = await api.call('POST', `${api.path}/messages/${messageId}/replay`);

    expect(items.map(({ id }) => id)).toContain(messageId);
    expect([retried.status, replayed.status]).toEqual([202, 202]);
  });

  it('is counted for the month', async () => {
    const usage = await api.call('GET', `${api.path}/usage?months=2`);

    expect(usage.status).toBe(200);
  });
});

async function drained(QueueUrl: string): Promise<void> {
  await eventually(async () => {
    const { Attributes = {} } = await new SQSClient(operator()).send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
    );
    const { ApproximateNumberOfMessages: waiting, ApproximateNumberOfMessagesNotVisible: taken } = Attributes;
    return waiting === '0' && taken === '0' ? true : undefined;
  });
}
