import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fakeBrowser } from '../adapters/http/web-push/browser.ts';
import { loadVendors } from '../vendors/load-vendors.ts';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';
import { type Stack, startStack } from './stack.ts';

const Sent = z.object({ messageId: z.string() });
const Pushed = z.looseObject({ id: z.string(), pushUrl: z.string() });
/** What belongs to the way from one to the next. */
const FRAMING = new Set([
  'host',
  'connection',
  'content-length',
  'content-encoding',
  'content-type',
  'transfer-encoding',
]);

let stack: Stack;
let api: ManagementApi;
/** A service that no save can know to lead back: it forwards to where the first segment of the path says. */
let forwarder: Receiver;
const targets = new Map<string, string>();

beforeAll(async () => {
  stack = await startStack({ RETRY_SCHEDULE: '1,1,1' });
  api = managementApi(stack);
  forwarder = await startReceiver((response, _, received) => void forwardOn(received, response));
});
afterAll(async () => {
  await forwarder.stop();
  await stack.stop();
});

async function forwardOn({ path, headers }: Received, response: ServerResponse): Promise<void> {
  const kept = Object.entries(headers).filter(([name]) => !FRAMING.has(name));
  const answer = await fetch(targets.get(path.split('/')[1] ?? '')!, {
    method: 'POST',
    headers: {
      ...Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
      'content-type': 'application/json',
    },
    body: '{"text":"forwarded"}',
  });
  response.statusCode = answer.status;
  response.end(await answer.text());
}

async function send(to: string): Promise<string> {
  const answer = await fetch(to, { method: 'POST', body: 'round and round' });
  return Sent.parse(await answer.json()).messageId;
}

/** The deliveries of a message, once all have come to an end. */
async function ended(messageId: string, count = 1) {
  return eventually(async () => {
    const { deliveries } = await api.message(messageId);
    const isOver = deliveries.every(({ state }) => ['delivered', 'failed', 'skipped'].includes(state));
    return isOver && deliveries.length === count ? deliveries : undefined;
  }, 40_000);
}

const messagesOf = async (webhookId: string) => (await api.messages(`?webhookId=${webhookId}&limit=100`)).items;

/** Links a Gotify channel whose server is the forwarder, which hands on to another webhook. */
async function forward(fromId: string, name: string): Promise<void> {
  const config = { serverUrl: `${forwarder.url}/${name}`, token: 'AxxxxxxxxxxxxxX' };
  await api.link(fromId, (await api.createChannel({ kind: 'gotify', name, config })).id);
}

describe('a channel that leads back to its webhook through somebody else', () => {
  it('is noticed at the first return, of every kind that sends over HTTP', async () => {
    const vendors = (await loadVendors()).map((vendor) => ({
      kind: vendor.kind,
      config: vendor.config(`${forwarder.url}/${vendor.kind}`),
    }));
    const webhook = { kind: 'webhook', config: { url: `${forwarder.url}/webhook` } };
    const sent = await Promise.all(
      [...vendors, webhook].map(async ({ kind, config }) => {
        const { id, endpointUrl } = await api.createWebhook({ name: kind });
        targets.set(kind, `${endpointUrl}/slack`);
        await api.link(id, (await api.createChannel({ kind, name: kind, config })).id);
        return { kind, id, messageId: await send(endpointUrl) };
      }),
    );

    for (const { kind, id, messageId } of sent) {
      const [delivery] = await ended(messageId);
      expect({ kind, ...delivery }).toMatchObject({
        kind,
        state: 'failed',
        attempts: [{ outcome: 'failed', status: 508, error: expect.stringContaining('going round in a loop') }],
      });
      expect(await messagesOf(id)).toHaveLength(1);
    }
  });

  it('is noticed when a browser subscribed with such an address', async () => {
    const { id, endpointUrl } = await api.createWebhook({ name: 'Push' });
    targets.set('push', `${endpointUrl}/slack`);
    const made = await api.createChannel({ kind: 'web-push', name: 'Push', config: {} });
    const { pushUrl } = Pushed.parse(await (await api.call('GET', `${api.path}/channels/${made.id}`)).json());
    await api.link(id, made.id);
    const body = JSON.stringify(fakeBrowser(`${forwarder.url}/push/1`).subscription);
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${pushUrl}/subscriptions`, { method: 'POST', headers, body })).status).toBe(204);

    const [delivery] = await ended(await send(endpointUrl));

    expect(delivery).toMatchObject({ state: 'failed', attempts: [{ status: 508 }] });
    expect(await messagesOf(id)).toHaveLength(1);
  });
});

describe('a chain of webhooks', () => {
  it('ends after three forwardings, however it branches', async () => {
    const chain = await Promise.all([0, 1, 2, 3, 4].map(async (step) => api.createWebhook({ name: `Step ${step}` })));
    for (const [step, { id }] of chain.slice(0, -1).entries()) {
      const next = `chain-${step + 1}`;
      targets.set(next, `${chain[step + 1]!.endpointUrl}/slack`);
      await forward(id, next);
      await forward(id, next);
    }

    await send(chain[0]!.endpointUrl);

    const last = await eventually(async () => {
      const items = await messagesOf(chain[3]!.id);
      return items.length === 8 ? items : undefined;
    }, 40_000);
    for (const { id } of last) {
      const deliveries = await ended(id, 2);
      expect(deliveries).toMatchObject([{ attempts: [{ status: 508 }] }, { attempts: [{ status: 508 }] }]);
    }
    const counts = await Promise.all(chain.map(async ({ id }) => (await messagesOf(id)).length));
    expect(counts).toEqual([1, 2, 4, 8, 0]);
  });

  it('goes to a thousand channels and no further, and the delivery says why', async () => {
    const first = await api.createWebhook({ name: 'First' });
    const wide = await api.createWebhook({ name: 'Wide' });
    targets.set('wide', `${wide.endpointUrl}/slack`);
    for (let link = 0; link < 24; link += 1) await forward(first.id, 'wide');
    for (let link = 0; link < 50; link += 1) {
      await api.link(
        wide.id,
        (await api.createChannel({ kind: 'live-stream', name: `Stream ${link}`, config: {} })).id,
      );
    }

    const messageId = await send(first.endpointUrl);

    const deliveries = await ended(messageId, 24);
    const refused = deliveries.filter(({ state }) => state === 'failed');
    expect(await messagesOf(wide.id)).toHaveLength(20);
    expect(refused).toHaveLength(4);
    for (const { attempts } of refused) {
      expect(attempts).toMatchObject([
        { status: 508, error: expect.stringContaining(`${messageId} was forwarded to 1,000 channels within two days`) },
      ]);
    }
    expect((await fetch(wide.endpointUrl, { method: 'POST', body: 'ordinary' })).status).toBe(201);
  });
});

describe("the router's own address", () => {
  it('is refused with details when a channel is made or a browser subscribes, however it is written', async () => {
    const { port } = new URL(stack.baseUrl);
    const spellings = ['localhost', 'LocalHost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`);
    const made = await api.createChannel({ kind: 'web-push', name: 'Push', config: {} });
    const { pushUrl } = Pushed.parse(await (await api.call('GET', `${api.path}/channels/${made.id}`)).json());

    for (const base of spellings) {
      for (const vendor of await loadVendors()) {
        const { kind } = vendor;
        const channel = { kind, name: kind, config: vendor.config(base) };
        const response = await api.call('POST', `${api.path}/channels`, channel);
        expect({ kind, base, status: response.status }).toEqual({ kind, base, status: 400 });
        expect(await response.json()).toMatchObject({
          details: [
            { path: expect.stringMatching(/^config\./), message: expect.stringContaining('the router itself') },
          ],
        });
      }
      const body = JSON.stringify(fakeBrowser(`${base}/n/abcdefghijklmnopqrstu`).subscription);
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${pushUrl}/subscriptions`, { method: 'POST', headers, body });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ details: [{ path: 'endpoint' }] });
    }
  });
});
