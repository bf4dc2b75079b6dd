import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Stack, startStack } from './stack.ts';

const ROOT = join(import.meta.dirname, '../..');
const APPS = join(ROOT, 'dist/test-apps');
const TOKEN = 'xoxb-own-webhooks-0123456789';
const SIGNING = '0123456789abcdef0123456789abcdef';

const Thing = z.looseObject({
  id: z.string(),
  name: z.string(),
  slug: z.string().nullable(),
  managedBy: z.string().nullable(),
  drift: z.boolean(),
  updatedAt: z.string(),
});
const Webhook = Thing.extend({
  endpointUrl: z.string(),
  channels: z.array(z.object({ channelId: z.string(), filter: z.unknown() })),
});
const listOf = <T>(item: z.ZodType<T>) => z.object({ items: z.array(item) });

/** The example with some of its text changed, as an app that `npm start` can run. */
async function appOf(changes: readonly (readonly [from: string, to: string])[]): Promise<string> {
  const example = await readFile(join(ROOT, 'examples/own-webhooks.ts'), 'utf8');
  const text = changes.reduce(
    (before, [from, to]) => {
      if (!before.includes(from)) throw new Error(`the example has no ${from}`);
      return before.replace(from, to);
    },
    example.replaceAll("'../lib/", `'${ROOT}/lib/`),
  );
  await mkdir(APPS, { recursive: true });
  const file = join(APPS, `${randomUUID()}.ts`);
  await writeFile(file, text);
  return file;
}

/** `Backup` without its end is where the next webhook begins. */
const BACKUP = /new Webhook\(this, 'Backup', \{.*?\n {4}\}\);\n/s;

describe('the app of examples/own-webhooks.ts', { timeout: 120_000 }, () => {
  let dataDir: string;
  let receiver: Receiver;
  let stack: Stack;
  let api: ManagementApi;
  let here: (readonly [string, string])[];

  const start = async (appFile: string | undefined): Promise<void> => {
    stack = await startStack({ RETRY_SCHEDULE: '1' }, { dataDir, ...(appFile === undefined ? {} : { appFile }) });
    stack.secrets.learn({ botToken: TOKEN, signingSecret: SIGNING });
    api = managementApi(stack);
  };
  const things = async <T>(path: string, item: z.ZodType<T>): Promise<T[]> => {
    const response = await api.call('GET', `${api.path}/${path}?limit=100`);
    return listOf(item).parse(await response.json()).items;
  };
  const webhooks = async () => things('webhooks', Webhook);
  const webhookAt = async (slug: string) => (await webhooks()).find((webhook) => webhook.slug === slug)!;
  const client = () => ({
    endpoint: stack.door,
    region: 'us-east-1',
    credentials: { accessKeyId: 'operator', secretAccessKey: 'any' },
  });
  /** What the archive got with this text in it. */
  const archived = async (text: string) =>
    eventually(async () =>
      receiver.received.find(({ path, ...got }) => path === '/archive' && got.text.includes(text)),
    );

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'own-webhooks-'));
    receiver = await startReceiver((response) => {
      response.setHeader('content-type', 'application/json');
      response.end('{"ok":true,"channel":"C0123456789","ts":"1.2"}');
    });
    const secrets = { 'own-webhooks/slack-bot-token': TOKEN, 'own-webhooks/signing': SIGNING };
    await writeFile(join(dataDir, 'secrets.json'), JSON.stringify(secrets));
    here = [
      ['https://archive.example.com/notifications', `${receiver.url}/archive`],
      ["channel: 'C0123456789' }", `channel: 'C0123456789', apiBaseUrl: '${receiver.url}/slack' }`],
      // What presses of buttons are checked by is kept apart.
      [
        'botToken: SecretValue',
        "signingSecret: SecretValue.secretsManager('own-webhooks/signing'), botToken: SecretValue",
      ],
      // An alert that ends goes to channels of both queues.
      [
        'links: [{ channel: screen }, { channel: team }],',
        `links: [{ channel: screen }, { channel: team }, { channel: Channel.sns(this, 'Paper', {
          router, name: 'Paper', slug: 'paper', updates: 'each',
          config: { topicArn: 'arn:aws:sns:us-east-1:000000000000:paper' },
        }) }],`,
      ],
    ];
    await start(await appOf(here));
  }, 180_000);
  afterAll(async () => {
    await stack.stop();
    await receiver.stop();
    await rm(dataDir, { recursive: true, force: true });
    await rm(APPS, { recursive: true, force: true });
  });

  it('has its webhooks and channels when it is ready', async () => {
    const made = (await webhooks()).filter(({ managedBy }) => managedBy === 'stack');
    const channels = (await things('channels', Thing)).filter(({ managedBy }) => managedBy === 'stack');

    expect(new Set(made.map(({ slug }) => slug))).toEqual(
      new Set(['alarms', 'approvals', 'backup', 'events', 'orders', 'pipeline']),
    );
    expect(new Set(channels.map(({ slug }) => slug))).toEqual(new Set(['archive', 'paper', 'screen', 'team']));
    expect([...made, ...channels].filter(({ drift }) => drift)).toEqual([]);
  });

  it('delivers what an alarm says to the channel', async () => {
    const topicArn = await topicIn(join(dataDir, 'cdk.out'));
    const alarm = {
      AlarmName: 'SlowCheckout',
      NewStateValue: 'ALARM',
      NewStateReason: 'Threshold crossed',
      Trigger: {},
    };

    await new SNSClient(client()).send(new PublishCommand({ TopicArn: topicArn, Message: JSON.stringify(alarm) }));

    expect((await archived('SlowCheckout')).text).toContain('ALARM');
  });

  it('delivers the events that a rule lets through, and no others', async () => {
    const entry = { Source: 'shop', DetailType: 'Refund', Detail: '{"order":"4711"}' };
    const other = { ...entry, DetailType: 'Sale', Detail: '{"order":"4712"}' };

    await new EventBridgeClient(client()).send(new PutEventsCommand({ Entries: [other, entry] }));

    expect((await archived('4711')).text).toContain('Refund');
    expect(receiver.received.some(({ text }) => text.includes('4712'))).toBe(false);
  });

  it('asks as the state of a state machine does, and ends its task with the answer', async () => {
    const { id, endpointUrl } = await webhookAt('approvals');
    const issued = await api.call('POST', `${api.path}/webhooks/${id}/regenerate-key`);
    const { apiKey } = z.object({ apiKey: z.string() }).parse(await issued.json());
    const secrets = z
      .record(z.string(), z.string())
      .parse(JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')));
    await writeFile(
      join(dataDir, 'secrets.json'),
      JSON.stringify({ ...secrets, 'own-webhooks/approvals-key': apiKey }),
    );
    const taskToken = 'arn:aws:states:us-east-1:000000000000:stateMachine:Refund:1';
    stack.secrets.learn({ apiKey, taskToken });
    const publicId = new URL(endpointUrl).pathname.split('/').at(-1) ?? '';
    const { FunctionName, Payload } = await stateIn(join(dataDir, 'cdk.out'), { taskToken, publicId });

    const invoke = new InvokeCommand({ FunctionName, Payload: Buffer.from(JSON.stringify(Payload)) });
    const [first, again] = [
      await new LambdaClient(client()).send(invoke),
      await new LambdaClient(client()).send(invoke),
    ];
    const asked = z
      .strictObject({ messageId: z.string(), askId: z.string(), expiresAt: z.string() })
      .parse(JSON.parse(Buffer.from(first.Payload ?? []).toString()));
    const answered = await api.call('POST', `${api.path}/asks/${asked.askId}/answer`, { option: 'yes' });

    expect(JSON.parse(Buffer.from(again.Payload ?? []).toString())).toEqual(asked);
    expect(answered.status).toBe(200);
    const ended = await eventually(async () =>
      readFile(join(dataDir, 'sent', 'states.jsonl'), 'utf8').catch(() => undefined),
    );
    expect(JSON.parse(ended)).toMatchObject({ operation: 'SendTaskSuccess', taskToken });
    expect(JSON.parse(JSON.parse(ended).output)).toMatchObject({ option: 'yes', by: { type: 'token' } });
  });

  it('takes sends on the addresses of its webhooks, and uses the secret that it was given', async () => {
    const { endpointUrl } = await webhookAt('backup');
    const sent = await fetch(endpointUrl, { method: 'POST', body: '{"message":"disk full"}' });

    expect(sent.status).toBe(201);
    const request = await eventually(async () => receiver.received.find(({ path }) => path.startsWith('/slack/')));
    expect(request.headers.authorization).toBe(`Bearer ${TOKEN}`);
  });

  it('is what the code says after the next start: changed in place, removed, and otherwise left alone', async () => {
    const before = await webhooks();
    const at = (slug: string) => before.find((webhook) => webhook.slug === slug)!;
    for (const slug of ['orders', 'pipeline']) await api.patchWebhook(at(slug).id, { name: 'By hand' });
    expect((await webhookAt('orders')).drift).toBe(true);
    await stack.stop();
    const example = await readFile(join(ROOT, 'examples/own-webhooks.ts'), 'utf8');
    const [backup = ''] = BACKUP.exec(example) ?? [];
    await start(
      await appOf([
        [backup, ''],
        ...here.slice(0, 2),
        ['Filter.priority.atLeast(4)', 'Filter.priority.atLeast(5)'],
        ["slug: 'screen' }", "slug: 'screen', config: { format: 'text' } }"],
        [`${receiver.url}/archive`, `${receiver.url}/moved`],
      ]),
    );

    const orders = await webhookAt('orders');
    expect(orders).toMatchObject({ id: at('orders').id, name: 'Orders', drift: false });
    expect(new URL(orders.endpointUrl).pathname).toBe(new URL(at('orders').endpointUrl).pathname);
    expect(orders.channels[1]!.filter).toEqual({
      all: [{ priority: { gte: 5 } }, { path: 'order.total', op: 'gt', value: 100 }],
    });
    // Nothing of it has changed in the code: CloudFormation does not look at it.
    expect(await webhookAt('pipeline')).toMatchObject({ id: at('pipeline').id, name: 'By hand', drift: true });
    expect(await webhookAt('events')).toMatchObject({ updatedAt: at('events').updatedAt });
    expect(await webhookAt('backup')).toBeUndefined();
    const messages = await api.messages(`?webhookId=${at('backup').id}`);
    expect(messages.items.map(({ message }) => message)).toContain('disk full');
    const gone = new URL(at('backup').endpointUrl).pathname;
    expect((await fetch(`${stack.baseUrl}${gone}`, { method: 'POST', body: '{}' })).status).toBe(404);
    await expectResolved(api);
  }, 180_000);

  it('loses all of them with an app that has none, and nothing else', async () => {
    await stack.stop();
    await rm(join(dataDir, 'cdk.out'), { recursive: true });
    await start(undefined);

    expect((await webhooks()).map(({ name, managedBy }) => [name, managedBy])).toEqual([['First webhook', null]]);
    expect((await things('channels', Thing)).map(({ managedBy }) => managedBy)).toEqual([null]);
    expect(await readFile(join(dataDir, 'custom-resources.json'), 'utf8')).toBe('{}\n');
  }, 180_000);
});

/** The alert that the deleted webhook had opened ends. */
async function expectResolved(api: ManagementApi): Promise<void> {
  const Alerts = z.object({ items: z.array(z.object({ key: z.string(), status: z.string() })) });
  const ended = await eventually(async () => {
    const response = await api.call('GET', `${api.path}/alerts`);
    const { items } = Alerts.parse(await response.json());
    return items.every(({ status }) => status === 'resolved') ? items : undefined;
  });
  expect(ended).toEqual([{ key: 'backup', status: 'resolved' }]);
}

/** The template of the app's own stack. */
async function resourcesIn(folder: string) {
  const Resource = z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).optional() });
  const files = await readdir(folder);
  const file = files.find((name) => name.startsWith('Shop.') && name.endsWith('template.json')) ?? '';
  const text = await readFile(join(folder, file), 'utf8');
  return z.object({ Resources: z.record(z.string(), Resource) }).parse(JSON.parse(text)).Resources;
}

/** What the state of the app's state machine calls its function with, by what stands for what only AWS knows. */
async function stateIn(folder: string, known: { readonly taskToken: string; readonly publicId: string }) {
  const machine = Object.values(await resourcesIn(folder)).find(
    ({ Type }) => Type === 'AWS::StepFunctions::StateMachine',
  );
  const [separator, parts]: [string, unknown[]] = Object(machine?.Properties?.['DefinitionString'])['Fn::Join'];
  const written = parts.map((part) => {
    const [logicalId, attribute]: unknown[] = [Object(part)['Fn::GetAtt']].flat();
    if (typeof part === 'string') return part;
    return attribute === 'PublicId' ? known.publicId : `Shop-${String(logicalId)}`;
  });
  const Definition = z.object({
    States: z.record(
      z.string(),
      z.object({
        Parameters: z
          .object({
            FunctionName: z.string(),
            Payload: z.object({ webhook: z.string(), asking: z.looseObject({ ask: z.looseObject({}) }) }),
          })
          .optional(),
      }),
    ),
  });
  const { States } = Definition.parse(JSON.parse(written.join(separator)));
  const task = States['Large refund?']?.Parameters;
  if (task === undefined) throw new Error('The app has no state that asks.');
  const { webhook, asking } = task.Payload;
  const { ['taskToken.$']: _, ...ask } = asking.ask;
  const Payload = { webhook, asking: { message: '20 EUR to Ann', ask: { ...ask, taskToken: known.taskToken } } };
  return { FunctionName: task.FunctionName, Payload };
}

/** The ARN of the topic in the app's own stack. */
async function topicIn(folder: string): Promise<string> {
  const Resources = await resourcesIn(folder);
  const [topic] = Object.entries(Resources).find(([, { Type }]) => Type === 'AWS::SNS::Topic') ?? [];
  return `arn:aws:sns:us-east-1:000000000000:Shop-${topic}`;
}
