import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { directoryKeys } from '../../adapters/aws/directory/directory-keys.ts';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { type Stack, startStack } from './stack.ts';

let stack: Stack;
let api: ManagementApi;

beforeAll(async () => {
  stack = await startStack({ RETRY_SCHEDULE: '1,1,1' });
  api = managementApi(stack);
});
afterAll(async () => stack.stop());

const Mail = z.object({
  from: z.string(),
  subject: z.string(),
  destination: z.object({ to: z.array(z.string()) }),
  body: z.object({ html: z.string(), text: z.string() }),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
});

/** The mail in the local inbox. */
async function inbox(): Promise<z.infer<typeof Mail>[]> {
  const { inbox: url } = z
    .object({ inbox: z.string() })
    .parse(JSON.parse(await readFile(join(stack.dataDir, 'runtime.json'), 'utf8')));
  const answer = await fetch(`${url}/store`);
  return z.object({ emails: z.array(Mail) }).parse(await answer.json()).emails;
}

/** What was sent by a service, oldest first. */
async function sent(service: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(join(stack.dataDir, 'sent', `${service}.jsonl`), 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)));
}

const client = () => ({
  endpoint: stack.door,
  region: 'us-east-1',
  credentials: { accessKeyId: 'operator', secretAccessKey: 'any' },
});

/** A webhook linked to one channel. */
async function linked(kind: string, config: object) {
  const webhook = await api.createWebhook({ name: 'CI' });
  const channel = await api.createChannel({ kind, name: kind, config });
  await api.link(webhook.id, channel.id);
  return { webhook, channel };
}

const notification = '{"title":"Disk full","message":"db-1 is full","priority":5,"tags":["disk"],"free":0.10}';

async function send(to: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(to, { method: 'POST', headers, body: notification });
  expect(response.status).toBe(201);
  return z.object({ messageId: z.string() }).parse(await response.json()).messageId;
}

const OPEN = new Set(['queued', 'delivering', 'retrying']);

async function settled(messageId: string) {
  return eventually(async () => {
    const { deliveries } = await api.message(messageId);
    return deliveries.some(({ state }) => OPEN.has(state)) ? undefined : deliveries;
  });
}

describe('channels that AWS services carry', () => {
  it('put a notification with its payload on a topic', async () => {
    const topicArn = 'arn:aws:sns:eu-central-1:000000000000:alerts';
    const { webhook } = await linked('sns', { topicArn });

    const messageId = await send(webhook.endpointUrl);

    expect(await settled(messageId)).toMatchObject([{ state: 'delivered', attempts: [{ status: 200 }] }]);
    const published = (await sent('sns')).find((entry) => entry['topicArn'] === topicArn);
    expect(published).toMatchObject({ subject: 'Disk full', attributes: { priority: { Value: '5' } } });
    expect(published!['message']).toContain('"free":0.10');
  });

  it('put a notification on a bus', async () => {
    const busArn = 'arn:aws:events:eu-central-1:000000000000:event-bus/default';
    const { webhook } = await linked('eventbridge', { busArn });

    const messageId = await send(webhook.endpointUrl);

    expect(await settled(messageId)).toMatchObject([{ state: 'delivered' }]);
    const [event] = await sent('eventbridge');
    expect(event).toMatchObject({ Source: 'notification-router', DetailType: 'Notification', EventBusName: busArn });
    expect(JSON.parse(String(event!['Detail']))).toMatchObject({ messageId, title: 'Disk full' });
  });

  it('send a notification to a queue', async () => {
    const sqs = new SQSClient(client());
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'alerts' }));
    const { webhook } = await linked('sqs', { queueUrl: QueueUrl });

    const messageId = await send(webhook.endpointUrl);

    expect(await settled(messageId)).toMatchObject([{ state: 'delivered' }]);
    const { Messages } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MessageAttributeNames: ['All'], WaitTimeSeconds: 5 }),
    );
    expect(JSON.parse(Messages![0]!.Body!)).toMatchObject({ messageId, tags: ['disk'] });
    expect(Messages![0]!.MessageAttributes).toMatchObject({ tags: { StringValue: '["disk"]' } });
  });

  it("never lead to the router's own queues, whatever the address says", async () => {
    const statuses = await Promise.all(
      stack.queues.map(async (name) => {
        const config = { queueUrl: `https://queue.amazonaws.com/000000000000/${name}` };
        const answer = await api.call('POST', `${api.path}/channels`, { kind: 'sqs', name, config });
        return [name, answer.status];
      }),
    );

    expect(statuses.length).toBeGreaterThanOrEqual(5);
    expect(statuses.filter(([, status]) => status !== 400)).toEqual([]);
  });

  it('send an SMS to each number', async () => {
    const { webhook } = await linked('sms', { to: ['+4915112345678', '+14155550123'] });

    const messageId = await send(webhook.endpointUrl);

    expect(await settled(messageId)).toMatchObject([{ state: 'delivered' }]);
    const texts = await sent('sms');
    expect(new Set(texts.map((text) => text['DestinationPhoneNumber']))).toEqual(
      new Set(['+14155550123', '+4915112345678']),
    );
    expect(texts[0]!['MessageBody']).toMatch(/^Disk full\ndb-1 is full\nhttp/);
  });

  it('send an email that lies in the inbox', async () => {
    const { webhook } = await linked('email', { to: ['a@example.com', 'b@example.com'] });

    const messageId = await send(webhook.endpointUrl);

    expect(await settled(messageId)).toMatchObject([{ state: 'delivered' }]);
    const mail = (await inbox()).find(({ destination }) => destination.to.includes('a@example.com'));
    expect(mail).toMatchObject({
      from: '"Notification router" <router@example.com>',
      subject: 'Disk full',
      destination: { to: ['a@example.com', 'b@example.com'] },
    });
    expect(mail!.body.text).toContain(`/messages/${messageId}`);
    expect(mail!.headers).toContainEqual({ name: 'X-Priority', value: '1' });
  });

  it('stop writing to an address that bounced, and show it', async () => {
    const bouncing = 'bounce@simulator.amazonses.com';
    const { webhook, channel } = await linked('email', { to: [bouncing, 'c@example.com'] });
    await settled(await send(webhook.endpointUrl));

    const suppressed = await eventually(async () => {
      const answer = await api.call('GET', `${api.path}/channels/${channel.id}`);
      const { suppressed: list } = z.object({ suppressed: z.array(z.string()) }).parse(await answer.json());
      return list.length === 0 ? undefined : list;
    });
    await settled(await send(webhook.endpointUrl));

    expect(suppressed).toEqual([bouncing]);
    const mails = (await inbox()).filter(({ destination }) => destination.to.includes('c@example.com'));
    expect(mails.map(({ destination }) => destination.to)).toEqual([[bouncing, 'c@example.com'], ['c@example.com']]);
  });

  it('switch themselves off when every address is suppressed', async () => {
    const { webhook, channel } = await linked('email', { to: ['complaint@simulator.amazonses.com'] });
    await settled(await send(webhook.endpointUrl));

    await eventually(async () => {
      await settled(await send(webhook.endpointUrl));
      const answer = await api.call('GET', `${api.path}/channels/${channel.id}`);
      const { enabled, disabledReason } = z
        .looseObject({ enabled: z.boolean(), disabledReason: z.string().nullable() })
        .parse(await answer.json());
      return enabled ? undefined : disabledReason;
    }).then((reason) => expect(reason).toContain('suppressed'));
  });

  it('are tested by the function that holds the rights', async () => {
    const channel = await api.createChannel({ kind: 'sms', name: 'SMS', config: { to: ['+4915112345679'] } });
    const gone = await api.createChannel({
      kind: 'sns',
      name: 'Gone',
      config: { topicArn: 'arn:aws:sns:us-east-1:111122223333:gone' },
    });

    const good = await (await api.channelAction(channel.id, 'test')).json();
    const bad = await (await api.channelAction(gone.id, 'test')).json();

    expect(good).toMatchObject({ outcome: 'delivered', status: 200 });
    expect(bad).toMatchObject({ outcome: 'failed', status: 404, error: expect.stringContaining('NotFound') });
  });
});

describe('secrets of channels', () => {
  it('are sealed in the table, shown masked, and still work', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
    const channel = await api.createChannel({
      kind: 'webhook',
      name: 'Receiver',
      config: { url: 'http://127.0.0.1:9/hook', secret, headers: { authorization: 'Bearer abcdefgh1234' } },
    });

    const { organizationId } = stack.credentials;
    const { Item } = await new DynamoDBClient(client()).send(
      new GetItemCommand({
        TableName: stack.tables.find((name) => name.includes('Directory'))!,
        Key: marshall(directoryKeys.channel(organizationId, channel.id)),
      }),
    );
    const stored = JSON.stringify(Item);
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain('abcdefgh1234');
    expect(stored.match(/sealed:1:/g)).toHaveLength(2);
    const shown = await (await api.call('GET', `${api.path}/channels/${channel.id}`)).json();
    expect(shown).toMatchObject({ config: { secret: '••••KYo=', headers: { authorization: '••••1234' } } });
    expect((await stat(join(stack.dataDir, 'kms-master.key'))).mode & 0o777).toBe(0o600);
  });
});
