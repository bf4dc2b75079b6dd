import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { slackButtons } from '../vendors/slack.ts';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { signIn } from './person.ts';
import { AT, pressRig, startVendors } from './press-rig.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { askSecretsIn, SeenSecrets } from './seen-secrets.ts';
import { startStack, type Stack } from './stack.ts';

let stack: Stack;
let api: ManagementApi;
let receiver: Receiver;
/** Those that take everything. */
let vendors: Receiver;

beforeAll(async () => {
  stack = await startStack({ RETRY_SCHEDULE: '1', STEP_FUNCTIONS: MACHINE });
  api = managementApi(stack);
  vendors = await startVendors();
  // Vendors like to quote what they were sent.
  receiver = await startReceiver((response, _count, { path, headers, text }) => {
    response.statusCode = path.includes('broken') ? 500 : 401;
    response.end(JSON.stringify({ description: `no access with ${path} ${JSON.stringify(headers)}`, error: text }));
  });
});
afterAll(async () => {
  await vendors?.stop();
  await receiver?.stop();
  await stack?.stop();
});

/** Something that occurs nowhere else. */
function secret(name: string): string {
  const value = randomBytes(16).toString('hex');
  stack.secrets.add(name, value);
  return value;
}

const post = async (path: string, headers: Record<string, string>, body = '{"message":"hello"}') =>
  fetch(path.startsWith('http') ? path : stack.baseUrl + path, { method: 'POST', headers, body });

/** What tasks of it wait for asks. */
const MACHINE = 'arn:aws:states:us-east-1:000000000000:stateMachine:Refund';

/** The part of the vendors' addresses that asks go to. */
const ASKS = 'asks';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Channels that fail in every way there is, each with secrets of its own. */
function failingChannels(): { kind: string; config: object }[] {
  const closed = 'http://127.0.0.1:9';
  return [
    { kind: 'slack', config: { webhookUrl: `${receiver.url}/services/${secret('slack path')}` } },
    { kind: 'slack', config: { webhookUrl: `${receiver.url}/broken/${secret('slack path')}` } },
    { kind: 'discord', config: { webhookUrl: `${closed}/api/webhooks/1/${secret('discord path')}` } },
    { kind: 'mattermost', config: { webhookUrl: `https://nowhere.invalid/hooks/${secret('mattermost path')}` } },
    { kind: 'telegram', config: { botToken: `123456:${secret('bot token')}`, chatId: '1', apiBaseUrl: receiver.url } },
    { kind: 'gotify', config: { serverUrl: closed, token: secret('gotify token') } },
    { kind: 'ntfy', config: { serverUrl: receiver.url, topic: 'alerts', token: secret('ntfy token') } },
    {
      kind: 'webhook',
      config: {
        url: `${receiver.url}/broken`,
        headers: { authorization: `Bearer ${secret('custom header')}` },
        secret: `whsec_${Buffer.from(secret('signing secret')).toString('base64')}`,
      },
    },
  ];
}

describe('no log holds a secret or a public id', () => {
  it('of channels whose receivers are gone, refuse, quote what they got, or break', async () => {
    const webhook = await api.createWebhook({ name: 'Source', requireApiKey: true });
    for (const { kind, config } of failingChannels()) {
      const channel = await api.createChannel({ kind, name: kind, config });
      await api.link(webhook.id, channel.id);
      await api.channelAction(channel.id, 'test');
    }

    const sent = await post(webhook.endpointUrl, { ...JSON_TYPE, authorization: `Bearer ${webhook.apiKey}` });

    expect(sent.status).toBe(201);
    const { messageId } = (await sent.json()) as { messageId: string };
    await eventually(async () => {
      const { deliveries } = await api.message(messageId);
      return deliveries.length === 8 && deliveries.every(({ state }) => state === 'failed') ? true : undefined;
    }, 60_000);
  });

  it('of senders with wrong keys, malformed bodies, and subscriptions to confirm', async () => {
    const webhook = await api.createWebhook({ name: 'SNS', preset: 'aws-sns', requireApiKey: true });
    const wrongKey = { ...JSON_TYPE, authorization: `Bearer nrk_${secret('wrong key')}` };
    const key = { ...JSON_TYPE, authorization: `Bearer ${webhook.apiKey}` };
    const SubscribeURL = `https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=${secret('SNS token')}`;
    const confirmation = {
      Type: 'SubscriptionConfirmation',
      MessageId: '1',
      SubscribeURL,
      Message: 'm',
      Signature: 'x',
    };

    const statuses = [
      (await post(webhook.endpointUrl, wrongKey)).status,
      (await post(webhook.endpointUrl, key, `{"password": ${secret('in a broken body')}`)).status,
      (await post(webhook.endpointUrl, key, JSON.stringify(confirmation))).status,
      (await post(`/n/${secret('unknown id').slice(0, 21)}`, JSON_TYPE)).status,
    ];

    expect(statuses).toEqual([401, 400, 201, 404]);
  });

  it('of people and tools that sign in, and of those who fail to', async () => {
    const { tokens } = await signIn(stack);
    const created = await api.call('POST', `${api.path}/tokens`, { name: 'CI', role: 'admin' });
    const invited = await api.call('POST', `${api.path}/invitations`, { email: 'new@example.com', role: 'member' });
    const wrong = { ...stack.credentials.login, password: secret('wrong password') };
    const me = async (token: string) =>
      (await fetch(`${stack.baseUrl}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })).status;

    await expect(signIn(stack, wrong)).rejects.toThrow('Wrong email or password');

    expect([created.status, invited.status]).toEqual([201, 201]);
    expect(await me(tokens.access_token)).toBe(200);
    expect(await me(`${tokens.access_token.slice(0, -8)}${secret('forged token').slice(0, 8)}`)).toBe(401);
    expect(await me(`nrm_${secret('wrong token')}`)).toBe(401);
    const accept = `/api/v1/invitations/${secret('wrong invitation')}/accept`;
    expect((await post(accept, { authorization: `Bearer ${tokens.access_token}` })).status).toBe(404);
  });

  it('of streams that are opened, unknown, or given another id', async () => {
    const channel = await api.createChannel({ kind: 'live-stream', name: 'Stream', config: {} });
    const aborted = new AbortController();
    const stream = await fetch(channel.streamUrl!, { signal: aborted.signal });

    await api.channelAction(channel.id, 'regenerate-stream-id');

    expect(stream.status).toBe(200);
    expect((await fetch(channel.streamUrl!)).status).toBe(404);
    aborted.abort();
  });

  it('of asks and alerts, shown by vendors who say again what they got and by those who do not', async () => {
    const made = await pressRig({ stack, vendors, api }, ASKS, { lifecycle: { key: '{{ disk }}' } });
    const linked = async (kind: string, config: object, answers: boolean) => {
      const { id } = await api.createChannel({ kind, name: kind, config });
      await api.link(made.webhook.id, id, { answers });
      return id;
    };
    const quoting = { botToken: '1:AA-quoting', chatId: '1', interactive: true, apiBaseUrl: `${receiver.url}/${ASKS}` };
    await linked('webhook', { url: `${vendors.url}/${ASKS}/machine` }, false);
    const places = {
      [made.slack.id]: `/${ASKS}/slack/`,
      [made.telegram.id]: `/${ASKS}/telegram/`,
      [made.ntfy.id]: `/${ASKS}/ntfy`,
      [await linked('mattermost', { webhookUrl: `${receiver.url}/${ASKS}/broken` }, true)]: `/${ASKS}/broken`,
      [await linked('telegram', quoting, true)]: `/${ASKS}/bot`,
    };

    const taskToken = `${MACHINE}:${secret('task token')}`;
    const { messageId, answerUrl } = await made.ask({ taskToken });
    const { slack } = await made.buttons();
    const token = slack.get('Approve');
    const statuses = [
      (await fetch(`${answerUrl}x`)).status,
      (await made.inSlack(token, { secret: 'another' })).status,
      (await made.inSlack(token)).status,
      (await fetch(answerUrl)).status,
      (await fetch(answerUrl, { method: 'DELETE' })).status,
    ];
    await made.send({ disk: 'db-1', title: 'Disk', message: 'Disk full' });
    const [, alertInSlack = ''] = await made.received(AT.posted.slack, 2);
    await made.received('/machine', 3);
    await eventually(async () => {
      const { deliveries } = await api.message(messageId);
      return deliveries.every(({ state }) => state === 'delivered' || state === 'failed') ? true : undefined;
    }, 60_000);

    expect(statuses).toEqual([404, 401, 200, 200, 409]);
    const ofAlert = [...slackButtons(alertInSlack)].map(([name, secret]) => ({
      name,
      secret,
      channelId: made.slack.id,
    }));
    for (const { name, secret } of ofAlert) stack.secrets.add(name, secret);
    const ofTask = { name: 'taskToken', secret: taskToken, channelId: '' };
    const secrets = [...ofAlert, ofTask, ...(await askSecretsIn(stack.door, stack.tables))];
    expect(new Set(secrets.map(({ name }) => name)).size).toBe(7);
    const said = [...(await saidByApi()), ...sentTo(vendors), ...sentTo(receiver)];
    const leaks = secrets.flatMap(({ name, secret, channelId = '' }) =>
      said
        .filter(({ who, text }) => text.includes(secret) && !who.startsWith(places[channelId] ?? '-'))
        .map(({ who }) => `${name} at ${who}`),
    );
    expect(leaks).toEqual([]);
    // By a search that finds what is there: each secret was given to the channel that it is for.
    for (const { secret } of ofAlert) expect(said.some(({ text }) => text.includes(secret))).toBe(true);
  });

  /** Everything that the API says of messages, asks and alerts, and the audit log. */
  async function saidByApi() {
    const { items } = await api.messages();
    const rooms = ['messages', 'asks', 'alerts', 'audit', 'channels', 'webhooks'];
    const pages = [...rooms, ...items.map(({ id }) => `messages/${id}`)].map((page) => `${api.path}/${page}`);
    return Promise.all(pages.map(async (who) => ({ who, text: await (await api.call('GET', who)).text() })));
  }

  function sentTo({ received }: Receiver) {
    return received.map(({ path, headers, text }) => ({ who: path, text: text + JSON.stringify(headers) }));
  }

  it('when AWS itself fails under a send, a delivery and a call of the API', async () => {
    const webhook = await api.createWebhook({ name: 'During an outage' });
    const plan = { callers: ['Ingest', 'Management', 'Deliver'], refused: 1 };
    await fetch(`${stack.door}/_faults`, { method: 'PUT', body: JSON.stringify(plan) });

    const sent = await post(webhook.endpointUrl, JSON_TYPE);
    const called = await api.call('GET', `${api.path}/webhooks/${webhook.id}`);
    await fetch(`${stack.door}/_faults`, { method: 'DELETE' });

    expect([sent.status, called.status]).toEqual([503, 500]);
    const log = await readFile(join(stack.dataDir, 'logs', await logOf('Ingest')), 'utf8');
    expect(log).toContain('"event":"send.failed"');
  });

  it('which is found out by searching every log for everything that was seen', async () => {
    const logDir = join(stack.dataDir, 'logs');
    await stack.secrets.learnStored(stack.door, stack.tables);

    const leaks = await stack.secrets.findIn(logDir, stack.output());

    expect(leaks).toEqual([]);
    expect(stack.secrets.count).toBeGreaterThan(35);
  });

  it('nor does the audit log', async () => {
    expect(await stack.secrets.namesInAudit(stack.door, stack.tables)).toEqual([]);
  });

  it('by a search that finds what is there', async () => {
    const search = new SeenSecrets();
    search.add('an event', 'send.failed');

    expect(await search.findIn(join(stack.dataDir, 'logs'), '')).toEqual([
      expect.stringMatching(/^an event in .*Ingest.*: .*<an event>/),
    ]);
  });
});

async function logOf(part: string): Promise<string> {
  const files = await readdir(join(stack.dataDir, 'logs'));
  return files.find((file) => file.includes(part)) ?? '';
}
