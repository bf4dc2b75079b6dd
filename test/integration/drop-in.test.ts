import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { Agent } from 'node:https';
import { connect } from 'node:net';
import { acknowledge, resolve, trigger } from '@pagerduty/pdjs';
import { GotifyClient } from 'gotify-client';
import { publish } from 'ntfy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { certificate, startHttps } from '../adapters/http/receiver.ts';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Stack, startStack } from './stack.ts';

const Alert = z.looseObject({ key: z.string(), status: z.string(), count: z.number(), episode: z.number() });
const AlertPage = z.object({ items: z.array(Alert) });
const Recorded = z.object({ program: z.string(), requests: z.array(z.string()) });

let stack: Stack;
let api: ManagementApi;
let receiver: Receiver;

beforeAll(async () => {
  [stack, receiver] = await Promise.all([
    startStack({ OUTBOUND_ALLOWED_CIDRS: '127.0.0.1/32' }),
    startReceiver(answerAsChat),
  ]);
  api = managementApi(stack);
});
afterAll(async () => {
  await stack.stop();
  await receiver.stop();
});

/** As Discord answers a post that waits. Everybody else is content with anything. */
function answerAsChat(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"77"}');
}

type Endpoint = Awaited<ReturnType<ManagementApi['createWebhook']>>;

async function endpoint(facts: object = {}): Promise<Endpoint> {
  return api.createWebhook({ name: 'Drop-in', ...facts });
}

/** What arrived at a webhook, the oldest first. */
async function arrived({ id }: Endpoint) {
  const { items } = await api.messages(`?webhookId=${id}`);
  return Promise.all(items.toReversed().map(async (item) => api.message(item.id)));
}

async function alertsOf({ id }: Endpoint) {
  return AlertPage.parse(await (await api.call('GET', `${api.path}/alerts?webhookId=${id}`)).json()).items;
}

/** Sends a request byte for byte as a program sent it, but for the host and the webhook in its path. */
async function replay(request: string, { endpointUrl, publicId }: Endpoint): Promise<{ status: number; body: string }> {
  const { host, port } = new URL(endpointUrl);
  const text = request.replaceAll('PUBLIC_ID', publicId).replaceAll('HOST', host);
  return new Promise((settle, reject) => {
    let answer = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(Buffer.from(text, 'latin1')));
    socket.setTimeout(10_000, () => socket.destroy(new Error(`no end of the answer: ${answer}`)));
    socket.on('error', reject);
    socket.on('data', (data) => {
      answer += data.toString();
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (!answer.includes('\r\n\r\n') || Buffer.byteLength(body) < length) return;
      socket.destroy();
      settle({ status: Number(head.split(' ')[1]), body });
    });
  });
}

function recorded(name: string): readonly string[] {
  const url = new URL(`../fixtures/drop-in/${name}.json`, import.meta.url);
  return Recorded.parse(JSON.parse(readFileSync(url, 'utf8'))).requests;
}

describe('clients that somebody else wrote, with another address and nothing else', () => {
  it('ntfy of npm publishes, with a key as its password, and hears that nothing is delayed', async () => {
    const webhook = await endpoint({ requireApiKey: true });
    const to = {
      server: `${webhook.endpointUrl}/ntfy/`,
      topic: 'ops',
      authorization: { username: 'ops', password: webhook.apiKey ?? '' },
    };

    const answer = await publish({
      ...to,
      title: 'Disk full',
      message: '95 % of /var',
      priority: 4,
      tags: ['warning', 'disk'],
      actions: [{ type: 'view', label: 'Open', url: 'https://x.test/1' }],
    });
    const delayed = publish({ ...to, message: 'later', delay: '30min' });

    await expect(delayed).rejects.toThrow('Bad Request');
    expect(answer).toMatchObject({ event: 'message', topic: 'ops', title: 'Disk full', priority: 4 });
    expect(await arrived(webhook)).toMatchObject([
      { title: 'Disk full', message: '95 % of /var\nhttps://x.test/1', priority: 4, tags: ['warning', 'disk'] },
    ]);
  });

  it('gotify-client creates a message with its own header', async () => {
    const webhook = await endpoint({ requireApiKey: true });
    const client = new GotifyClient(`${webhook.endpointUrl}/gotify`, { app: webhook.apiKey ?? '' });

    const answer = await client.message.createMessage({ title: 'Disk full', message: '95 % of /var', priority: 8 });

    expect(Number.isSafeInteger(answer.id)).toBe(true);
    expect(await arrived(webhook)).toMatchObject([{ title: 'Disk full', message: '95 % of /var', priority: 5 }]);
  });

  it('@pagerduty/pdjs triggers, acknowledges and resolves one alert', async () => {
    const webhook = await endpoint({ requireApiKey: true, lifecycle: {} });
    await using front = await startHttps((request, answer) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        void fetch(`${stack.baseUrl}${request.url}`, { method: 'POST', body: Buffer.concat(chunks) }).then(
          async (response) => answer.writeHead(response.status).end(await response.text()),
        );
      });
    });
    // The client speaks TLS only: it trusts the certificate of the proxy in front.
    const agent = new Agent({ ca: certificate, checkServerIdentity: () => undefined });
    const path = new URL(webhook.endpointUrl).pathname;
    const event = (data: object) => ({
      server: `localhost:${front.port}${path}/pagerduty`,
      data: { routing_key: webhook.apiKey ?? '', dedup_key: 'disk/web-1', ...data },
      agent,
    });
    const payload = { summary: 'Disk full', source: 'web-1', severity: 'critical' as const };

    const begun = await trigger(event({ payload }) as never);
    await acknowledge(event({}) as never);
    const [taken] = await alertsOf(webhook);
    await resolve(event({}) as never);

    expect(begun.data).toEqual({ status: 'success', message: 'Event processed', dedup_key: 'disk/web-1' });
    expect(taken).toMatchObject({ key: 'disk/web-1', status: 'acknowledged' });
    expect(await alertsOf(webhook)).toMatchObject([{ status: 'resolved', count: 1 }]);
    const [first] = await arrived(webhook);
    expect(first).toMatchObject({ title: 'Disk full', priority: 5, payload: { routing_key: '••••' } });
  });
});

describe('requests as programs sent them', () => {
  it('discord-webhook-node posts an embed and a file', async () => {
    const webhook = await endpoint();
    const answers = [];
    for (const request of recorded('discord-webhook-node')) answers.push((await replay(request, webhook)).status);

    expect(answers).toEqual([204, 200]);
    expect(await arrived(webhook)).toMatchObject([
      { title: 'Build failed', message: 'api\n\n2 of 40 tests\nBranch: main\nhttps://ci.example/1' },
      { message: 'log.txt', payload: { username: 'CI' } },
    ]);
  });

  it('ms-teams-webhook posts a MessageCard and an Adaptive Card', async () => {
    const webhook = await endpoint();
    const said = { title: 'Build failed', message: 'main is red\n\nBranch: main\nhttps://ci.example/7' };

    for (const request of recorded('ms-teams-webhook'))
      expect(await replay(request, webhook)).toEqual({ status: 202, body: '' });

    expect(await arrived(webhook)).toMatchObject([
      said,
      { title: 'Build 7 failed', message: 'main is red\nBranch: main\nhttps://ci.example/7' },
    ]);
  });

  it('opsgenie-sdk creates, acknowledges, notes and closes one alert', async () => {
    const webhook = await endpoint({ lifecycle: {} });
    const states = [];
    for (const request of recorded('opsgenie-sdk')) {
      const { status, body } = await replay(request, webhook);
      expect(status).toBe(202);
      expect(JSON.parse(body)).toMatchObject({ result: 'Request will be processed' });
      states.push((await alertsOf(webhook)).map(({ status: state }) => state));
    }

    expect(states).toEqual([['firing'], ['acknowledged'], ['acknowledged'], ['resolved']]);
    expect(await alertsOf(webhook)).toMatchObject([{ key: 'disk/web-1', count: 1 }]);
    const [created] = await arrived(webhook);
    expect(created).toMatchObject({
      title: 'Disk full',
      message: '/var has 1 % left',
      priority: 5,
      tags: ['disk', 'ops'],
    });
  });

  it('Apprise notifies by form, JSON and multipart, and by its ntfy and Gotify', async () => {
    const webhook = await endpoint();

    for (const request of recorded('apprise')) expect((await replay(request, webhook)).status).toBe(200);

    const messages = await arrived(webhook);
    expect(messages).toMatchObject([
      { title: 'Disk full', message: '95 % of /var ✓', priority: 4, tags: ['night', 'ops'] },
      { title: 'Disk full', message: '95 % of /var', priority: 2 },
      { title: 'Log', message: 'see file', priority: 2 },
      { title: 'Größe', message: 'Disk full\nhttps://x.test', priority: 4, tags: ['warning'] },
      { title: 'Disk', message: 'Disk full', priority: 5 },
    ]);
    expect(messages[2]?.notes).toContain('files are not kept');
  });

  it('curl publishes by headers, a file by PUT, and a form with a token in the query', async () => {
    const webhook = await endpoint();

    for (const request of recorded('curl')) expect((await replay(request, webhook)).status).toBe(200);

    expect(await arrived(webhook)).toMatchObject([
      { title: 'Disk', message: 'Disk full\nhttps://x.test/1', priority: 4, tags: ['warning', 'skull'] },
      { message: 'line 1\n' },
      { title: 'my title', message: 'my message', priority: 3, payload: { token: '••••' } },
    ]);
  });
});

/** An alert as Prometheus 3.5 posts it to an Alertmanager: `notifier/sendloop.go` and the models of its client. */
function prometheus(alerts: readonly object[]): string {
  const body = JSON.stringify(alerts);
  const head = [
    'POST /n/PUBLIC_ID/alertmanager/api/v2/alerts HTTP/1.1',
    'Host: HOST',
    'User-Agent: Prometheus/3.5.0',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Content-Type: application/json',
    'Accept-Encoding: gzip',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

describe('Prometheus', () => {
  const alert = (endsAt: number, labels: object = {}) => ({
    annotations: { summary: '95 % of /var' },
    endsAt: new Date(endsAt).toISOString(),
    startsAt: '2026-11-22T09:00:00.000Z',
    generatorURL: 'http://prometheus.example:9090/graph?g0.expr=disk',
    labels: { alertname: 'DiskFull', instance: 'web-1', severity: 'critical', ...labels },
  });

  it('has a rule fire, six times over, and resolve: one alert, one post edited, one end', async () => {
    const webhook = await endpoint({ lifecycle: {} });
    for (const kind of ['mattermost', 'discord']) {
      const config = { webhookUrl: `${receiver.url}/hooks/of-${kind}` };
      await api.link(webhook.id, (await api.createChannel({ kind, name: kind, config })).id);
    }
    const posted = async (kind: string, count: number) =>
      eventually(async () => {
        const requests = receiver.received.filter(({ path }) => path.startsWith(`/hooks/of-${kind}`));
        return requests.length >= count ? requests : undefined;
      });
    // It posts nothing while a rule is pending. While one fires, the end lies four minutes ahead, and moves.
    for (let sent = 0; sent < 6; sent += 1) {
      expect(await replay(prometheus([alert(Date.now() + 240_000)]), webhook)).toEqual({ status: 200, body: '' });
    }
    const [firing, ...others] = await alertsOf(webhook);
    await Promise.all([posted('mattermost', 1), posted('discord', 1)]);
    await replay(prometheus([alert(Date.now() - 1)]), webhook);
    await replay(prometheus([alert(Date.now() - 1)]), webhook);

    const [begun, ended] = await posted('mattermost', 2);
    const [post, edit] = await posted('discord', 2);
    await eventually(async () => {
      const rows = (await arrived(webhook)).flatMap(({ deliveries }) => deliveries.map(({ state }) => state));
      return rows.every((state) => ['delivered', 'skipped'].includes(state)) ? rows : undefined;
    });
    expect(others).toEqual([]);
    expect(firing).toMatchObject({ status: 'firing', count: 6, episode: 1 });
    expect(await alertsOf(webhook)).toMatchObject([{ status: 'resolved', count: 6 }]);
    expect(await arrived(webhook)).toHaveLength(8);
    expect(begun?.text).toContain('http://prometheus.example:9090/graph?g0.expr=disk');
    expect(ended?.text).toContain('Resolved');
    expect([post?.path, edit?.path]).toEqual(['/hooks/of-discord?wait=true', '/hooks/of-discord/messages/77']);
    expect(edit?.text).toContain('Resolved');
    expect(receiver.received).toHaveLength(4);
  });

  it('has every alert of a large request stored before it is told so', async () => {
    const webhook = await endpoint();
    const many = Array.from({ length: 256 }, (_, at) => alert(Date.now() + 240_000, { instance: `web-${at}` }));

    const { status } = await replay(prometheus(many), webhook);

    expect(status).toBe(200);
    expect(await countOf(webhook)).toBe(256);
  });
});

async function countOf(webhook: Endpoint, cursor = ''): Promise<number> {
  const { items, nextCursor } = await api.messages(`?webhookId=${webhook.id}&limit=100${cursor}`);
  return items.length + (nextCursor === null ? 0 : await countOf(webhook, `&cursor=${nextCursor}`));
}

describe('errors, in the shape of each product', () => {
  const valid = {
    ntfy: ['/ntfy/ops', 'x'],
    gotify: ['/gotify/message', '{"message":"x"}'],
    apprise: ['/apprise/notify', '{"body":"x"}'],
    pagerduty: ['/pagerduty/v2/enqueue', '{"event_action":"trigger"}'],
    opsgenie: ['/opsgenie/v2/alerts', '{"message":"x"}'],
    alertmanager: ['/alertmanager/api/v2/alerts', '[{"labels":{"a":"b"}}]'],
    discord: ['/discord', '{"content":"x"}'],
    teams: ['/teams', '{"text":"x"}'],
  } as const;
  const shapes = {
    ntfy: { 404: { code: 40_401 }, 401: { code: 40_101 }, 413: { code: 41_301 } },
    gotify: { 404: { errorCode: 404 }, 401: { error: 'Unauthorized' }, 413: { errorCode: 413 } },
    apprise: { 404: { error: 'Not found' }, 401: { error: 'Invalid API key' }, 413: { error: 'Payload too large' } },
    pagerduty: {
      404: { status: 'error' },
      401: { errors: ['Invalid API key'] },
      413: { message: 'Payload too large' },
    },
    opsgenie: { 404: { took: 0 }, 401: { message: 'Could not authenticate' }, 413: { message: 'Payload too large' } },
    alertmanager: { 404: { code: 404 }, 401: { code: 401 }, 413: { code: 413 } },
    discord: { 404: { code: 10_015 }, 401: { code: 50_027 }, 413: { code: 40_005 } },
    teams: {
      404: { error: { code: 'WorkflowNotFound' } },
      401: { error: { code: 'DirectApiAuthorizationRequired' } },
      413: { error: { code: 'RequestEntityTooLarge' } },
    },
  } as const;

  it.each(Object.entries(valid))(
    '%s: an unknown webhook, a wrong key, too large a body',
    async (name, [path, body]) => {
      const [open, closed] = [await endpoint(), await endpoint({ requireApiKey: true })];
      const headers = { 'content-type': 'application/json' };
      const post = async (url: string, text: string) => {
        const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: text });
        const answer = await response.text();
        return [response.status, answer === '' ? '' : JSON.parse(answer)] as const;
      };
      const unknown = `${stack.baseUrl}/n/${'x'.repeat(21)}`;
      const shape = shapes[name as keyof typeof shapes];

      expect(await post(unknown, body)).toMatchObject([404, shape[404]]);
      expect(await post(closed.endpointUrl, body)).toMatchObject([401, shape[401]]);
      expect(await post(open.endpointUrl, `"${'x'.repeat(1_048_600)}"`)).toMatchObject([413, shape[413]]);
      expect((await post(open.endpointUrl, body))[0]).toBeLessThan(300);
    },
  );
});
