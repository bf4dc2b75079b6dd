import { connect } from 'node:net';
import { DynamoDBClient, ListTablesCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { GetQueueAttributesCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import examples from '@octokit/webhooks-examples';
import { IncomingWebhook } from '@slack/webhook';
import { EventSource } from 'eventsource';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { type Stack, startStack } from './stack.ts';

let stack: Stack;
let api: ManagementApi;

beforeAll(async () => {
  stack = await startStack();
  api = managementApi(stack);
});
afterAll(async () => stack.stop());

/** Sends raw bytes as a client put them on the wire, and gives the status line's code. */
async function sendRaw(to: string, head: string[], body: string): Promise<number> {
  const { hostname, port, pathname } = new URL(to);
  const lines = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    ...head,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return new Promise((settle, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`));
    socket.once('data', (data) => {
      socket.destroy();
      settle(Number(data.toString().split(' ')[1]));
    });
    socket.once('error', reject);
  });
}

const CURL = ['User-Agent: curl/7.88.1', 'Accept: */*'];

const Examples = z.array(z.object({ name: z.string(), examples: z.array(z.unknown()) }));

describe('GitHub', () => {
  it('has every published example payload accepted and stored deeply equal', async () => {
    const webhook = await api.createWebhook({ name: 'GitHub' });
    const payloads = Examples.parse(examples).flatMap(({ name, examples: bodies }) =>
      bodies.map((body) => ({ name, body })),
    );
    expect(payloads.length).toBeGreaterThan(300);

    for (let start = 0; start < payloads.length; start += 20) {
      await Promise.all(
        payloads.slice(start, start + 20).map(async ({ name, body }) => {
          const headers = { 'content-type': 'application/json', 'x-github-event': name };
          const response = await fetch(webhook.endpointUrl, { method: 'POST', headers, body: JSON.stringify(body) });
          expect(response.status).toBe(201);
          const { messageId } = (await response.json()) as { messageId: string };
          expect((await api.message(messageId)).payload).toEqual(body);
        }),
      );
    }
  });
});

describe('clients nobody here wrote', () => {
  it('@slack/webhook sends blocks and attachments', async () => {
    const webhook = await api.createWebhook({ name: 'Slack client' });
    const client = new IncomingWebhook(webhook.endpointUrl);

    await client.send({
      blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'Deploy of <https://x.test/1|api> done' } }],
      attachments: [{ title: 'Release', text: 'v1.2' }],
    });

    const [item] = (await api.messages(`?webhookId=${webhook.id}`)).items;
    expect(await api.message(item!.id)).toMatchObject({
      format: 'chat',
      title: 'Release',
      message: 'Deploy of api (https://x.test/1) done',
    });
  });

  it('@slack/webhook is content with the answer of the alias', async () => {
    const webhook = await api.createWebhook({ name: 'Slack alias' });

    expect(await new IncomingWebhook(`${webhook.endpointUrl}/slack`).send('hello')).toEqual({ text: 'ok' });
  });

  it('curl -d and curl --data-binary send text, and JSON under a form type', async () => {
    const webhook = await api.createWebhook({ name: 'curl' });
    const form = [...CURL, 'Content-Type: application/x-www-form-urlencoded'];

    expect(await sendRaw(webhook.endpointUrl, form, 'disk%20full & 100%')).toBe(201);
    expect(await sendRaw(webhook.endpointUrl, form, 'line 1\nline 2\n')).toBe(201);
    expect(await sendRaw(webhook.endpointUrl, form, '{"message":"from curl"}')).toBe(201);

    const { items } = await api.messages(`?webhookId=${webhook.id}`);
    expect(items.map((item) => item.message).toReversed()).toEqual([
      'disk%20full & 100%',
      'line 1\nline 2\n',
      'from curl',
    ]);
  });

  it('eventsource reads the stream and resumes where it left off', async () => {
    const webhook = await api.createWebhook({ name: 'Streamed' });
    const channel = await api.createChannel({ kind: 'live-stream', name: 'Stream', config: {} });
    await api.link(webhook.id, channel.id);
    const send = async (message: string) =>
      fetch(webhook.endpointUrl, { method: 'POST', body: JSON.stringify({ message, tags: ['t'], n: 1 }) });
    const events: { id: string; data: Record<string, unknown> }[] = [];
    const source = new EventSource(channel.streamUrl!);
    source.addEventListener('message', (event) => events.push({ id: event.lastEventId, data: JSON.parse(event.data) }));
    await new Promise((settle) => source.addEventListener('open', settle));

    await send('first');
    await eventually(async () => events[0]);
    source.close();
    await send('while away');

    expect(events[0]!.data).toMatchObject({
      message: 'first',
      tags: ['t'],
      payload: { message: 'first', tags: ['t'], n: 1 },
    });
    const resumed: string[] = [];
    const again = new EventSource(`${channel.streamUrl!}?since=${events[0]!.id}`);
    again.addEventListener('message', (event) => resumed.push(JSON.parse(event.data).message));
    await eventually(async () => resumed[0]);
    again.close();
    expect(resumed).toEqual(['while away']);
  });

  it('the AWS SDK reads the tables and queues of the running stack', async () => {
    const config = {
      endpoint: stack.door,
      region: 'us-east-1',
      credentials: { accessKeyId: 'operator', secretAccessKey: 'any' },
    };
    const dynamodb = new DynamoDBClient(config);
    const sqs = new SQSClient(config);

    const { TableNames = [] } = await dynamodb.send(new ListTablesCommand({}));
    const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
    const messages = TableNames.find((name) => name.includes('Messages'));
    const { Count } = await dynamodb.send(new ScanCommand({ TableName: messages, Limit: 5 }));
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: QueueUrls[0], AttributeNames: ['ApproximateNumberOfMessages'] }),
    );

    expect(TableNames.toSorted()).toEqual(stack.tables.toSorted());
    expect(QueueUrls).toHaveLength(stack.queues.length);
    expect(Count).toBe(5);
    expect(Attributes).toHaveProperty('ApproximateNumberOfMessages');
  });
});
