import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fakeBrowser, readVapid } from '../adapters/http/web-push/browser.ts';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { type Stack, startStack } from './stack.ts';

interface Pushed {
  readonly path: string;
  readonly headers: Record<string, string | undefined>;
  readonly body: Buffer;
}

let stack: Stack;
let api: ManagementApi;
let service: Server;
let serviceUrl: string;
const pushed: Pushed[] = [];

beforeAll(async () => {
  stack = await startStack({ RETRY_SCHEDULE: '1,1,1' });
  api = managementApi(stack);
  service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      pushed.push({ path, headers: headers as Pushed['headers'], body: Buffer.concat(chunks) });
      response.writeHead(path.startsWith('/gone') ? 410 : 201).end();
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const address = service.address();
  serviceUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(async () => {
  service.close();
  await stack.stop();
});

const Shown = z.looseObject({ id: z.string(), pushUrl: z.string(), subscriptions: z.number() });

async function shown(channelId: string) {
  return Shown.parse(await (await api.call('GET', `${api.path}/channels/${channelId}`)).json());
}

/** A webhook linked to a channel of kind web-push, and the address of its page. */
async function linked() {
  const webhook = await api.createWebhook({ name: 'CI' });
  const channel = await api.createChannel({ kind: 'web-push', name: 'On <call>', config: {} });
  await api.link(webhook.id, channel.id);
  return { webhook, channel, ...(await shown(channel.id)) };
}

async function subscribe(pushUrl: string, subscription: object): Promise<number> {
  const body = JSON.stringify(subscription);
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${pushUrl}/subscriptions`, { method: 'POST', headers, body })).status;
}

describe('web push', () => {
  it('has a page that subscribes, with a worker and without anything from elsewhere', async () => {
    const { pushUrl } = await linked();

    const page = await fetch(pushUrl);
    const html = await page.text();

    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    expect(html).toContain('On &lt;call&gt;');
    expect(html).toMatch(/data-key="[\w-]{87}"/);
    for (const script of ['page.js', 'sw.js']) {
      const answer = await fetch(`${stack.baseUrl}/push/${script}`);
      expect(answer.headers.get('content-type')).toContain('text/javascript');
      expect((await answer.text()).length).toBeGreaterThan(500);
    }
    expect((await fetch(`${pushUrl}x`)).status).toBe(404);
  });

  it('delivers to each browser what only that browser can read', async () => {
    const { webhook, pushUrl, id } = await linked();
    const browsers = ['/a', '/b'].map((path) => ({ path, browser: fakeBrowser(serviceUrl + path) }));
    for (const { browser } of browsers) expect(await subscribe(pushUrl, browser.subscription)).toBe(204);

    await fetch(webhook.endpointUrl, { method: 'POST', body: '{"title":"Disk full","message":"db-1","priority":5}' });

    for (const { path, browser } of browsers) {
      const request = await eventually(async () => pushed.find((one) => one.path === path));
      expect(JSON.parse(browser.read(request.body))).toMatchObject({ title: 'Disk full', body: 'db-1', priority: 5 });
      expect(request.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '86400' });
      expect(readVapid(request.headers['authorization']!).aud).toBe(serviceUrl);
    }
    expect((await shown(id)).subscriptions).toBe(2);
  });

  it('forgets a browser that is gone, and delivers to the others', async () => {
    const { webhook, pushUrl, id } = await linked();
    await subscribe(pushUrl, fakeBrowser(`${serviceUrl}/gone`).subscription);
    await subscribe(pushUrl, fakeBrowser(`${serviceUrl}/here`).subscription);

    const answer = await fetch(webhook.endpointUrl, { method: 'POST', body: 'hello' });
    const { messageId } = z.object({ messageId: z.string() }).parse(await answer.json());

    const state = await eventually(async () => {
      const [delivery] = (await api.message(messageId)).deliveries;
      return delivery?.state === 'queued' || delivery?.state === 'delivering' ? undefined : delivery?.state;
    });
    expect(state).toBe('delivered');
    expect((await shown(id)).subscriptions).toBe(1);
  });

  it('says in a test that nobody has subscribed', async () => {
    const { id } = await linked();

    const result = await (await api.channelAction(id, 'test')).json();

    expect(result).toMatchObject({ outcome: 'failed', error: expect.stringContaining('no browser has subscribed') });
  });
});
