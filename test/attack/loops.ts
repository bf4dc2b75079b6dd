import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { Channel, pathOf, type Rig, Webhook } from './rig.ts';
import { loadVendors } from '../vendors/load-vendors.ts';

const Page = z.object({ items: z.array(z.unknown()), nextCursor: z.string().nullable() });

/** Long enough for a loop to go round some dozens of times. */
const WATCH_MS = 12_000;
/** `WEBHOOK_MAX_HOPS`: so many forwardings pass. */
const MAX_HOPS = 3;
/** What one message may set off in all. */
const MAX_FAN_OUT = 1000;
const FAN = 40;

/**
 * Points every kind of channel back at the router, by an address that nothing at saving can see through: a proxy that
 * hands on whatever it gets.
 */
export async function loops(rig: Rig, { full }: { readonly full: boolean }): Promise<string> {
  const proxies: Proxy[] = [];
  const proxyTo = async (path: string) => {
    const proxy = await startProxy(rig.stack.baseUrl + path);
    proxies.push(proxy);
    return proxy.url;
  };
  const refused = await ownAddresses(rig);
  const circles = await selfLoops(rig, proxyTo);
  await chain(rig, proxyTo);
  const fanned = full ? await fanOut(rig, proxyTo) : 0;
  for (const proxy of proxies) proxy.stop();
  const fan = full ? `, ${fanned} messages of one that was fanned out to ${FAN} × ${FAN}` : '';
  return `${refused} own addresses, ${circles} circles of one, a chain of ${MAX_HOPS + 2}${fan}`;
}

type ProxyTo = (path: string) => Promise<string>;

async function newWebhook(rig: Rig, name: string) {
  return rig.call(Webhook, 'POST', '/webhooks', { name });
}

async function newChannel(rig: Rig, kind: string, config: object) {
  return rig.call(Channel, 'POST', '/channels', { kind, name: kind, config });
}

async function link(rig: Rig, { id }: { id: string }, channel: { id: string }): Promise<void> {
  await rig.call(z.unknown(), 'PUT', `/webhooks/${id}/channels/${channel.id}`, {});
}

async function countMessages(rig: Rig, { id }: { id: string }): Promise<number> {
  let count = 0;
  for (let cursor = ''; ;) {
    const path = `/messages?limit=100&webhookId=${id}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { items, nextCursor } = await rig.call(Page, 'GET', path);
    count += items.length;
    if (nextCursor === null) return count;
    cursor = nextCursor;
  }
}

/** The router's own address is refused on save, however it is written, but for kind `webhook`. */
async function ownAddresses(rig: Rig): Promise<number> {
  const own = new URL(rig.stack.baseUrl);
  const spellings = ['localhost', 'LOCALHOST', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${own.port}`);
  let tried = 0;
  for (const vendor of await loadVendors()) {
    for (const base of spellings) {
      const body = JSON.stringify({ kind: vendor.kind, name: 'own', config: vendor.config(base) });
      const path = `/api/v1/organizations/${rig.attacker.organizationId}/channels`;
      const { status } = await rig.request('POST', path, { token: rig.attacker.token, body });
      if (status !== 400) rig.findings.push(`a channel of kind ${vendor.kind} at ${base} was answered ${status}`);
      tried += 1;
    }
  }
  return tried;
}

async function selfLoops(rig: Rig, proxyTo: ProxyTo): Promise<number> {
  const made = [];
  for (const vendor of await loadVendors()) {
    for (const end of ['', '/slack']) {
      const webhook = await newWebhook(rig, `loop ${vendor.kind}`);
      const config = vendor.config(await proxyTo(pathOf(webhook) + end));
      await link(rig, webhook, await newChannel(rig, vendor.kind, config));
      made.push({ webhook, name: `${vendor.kind} at /n/…${end}` });
    }
  }
  for (const { webhook } of made) await rig.request('POST', pathOf(webhook), { body: '{"message":"round"}' });
  await sleep(WATCH_MS);
  for (const { webhook, name } of made) {
    const count = await countMessages(rig, webhook);
    if (count !== 1) rig.findings.push(`a loop of ${name} stored ${count} messages`);
  }
  return made.length;
}

/** Five webhooks in a row: as many forwardings pass as are allowed, and no more. */
async function chain(rig: Rig, proxyTo: ProxyTo): Promise<void> {
  const webhooks = [];
  for (let n = 0; n < MAX_HOPS + 2; n += 1) webhooks.push(await newWebhook(rig, `chain ${n}`));
  for (const [index, webhook] of webhooks.slice(0, -1).entries()) {
    const next = await proxyTo(pathOf(webhooks[index + 1]!));
    await link(rig, webhook, await newChannel(rig, 'mattermost', { webhookUrl: next }));
  }
  await rig.request('POST', pathOf(webhooks[0]!), { body: '{"message":"along"}' });
  await sleep(WATCH_MS);
  const counts = String(await Promise.all(webhooks.map(async (webhook) => countMessages(rig, webhook))));
  const expected = String(webhooks.map((_, index) => (index <= MAX_HOPS ? 1 : 0)));
  if (counts !== expected) rig.findings.push(`a chain stored ${counts} messages, not ${expected}`);
}

/** One message to forty channels that lead to a webhook with forty channels that lead to a third one. */
async function fanOut(rig: Rig, proxyTo: ProxyTo): Promise<number> {
  const webhooks = [await newWebhook(rig, 'fan'), await newWebhook(rig, 'fan'), await newWebhook(rig, 'fan')];
  for (const [index, webhook] of webhooks.slice(0, -1).entries()) {
    const url = await proxyTo(pathOf(webhooks[index + 1]!));
    for (let n = 0; n < FAN; n += 1) await link(rig, webhook, await newChannel(rig, 'webhook', { url }));
  }
  await rig.request('POST', pathOf(webhooks[0]!), { body: '{"message":"far and wide"}' });
  let count = 0;
  for (let before = -1; count !== before;) {
    before = count;
    await sleep(WATCH_MS);
    count = await countMessages(rig, webhooks[2]!);
  }
  if (count > MAX_FAN_OUT) rig.findings.push(`one message became ${count}`);
  return count;
}

interface Proxy {
  readonly url: string;
  stop(): void;
}

/** Hands every request on to one address, with its headers and body, and answers what came back. */
async function startProxy(target: string): Promise<Proxy> {
  const server: Server = createServer((incoming, outgoing) => {
    void (async () => {
      const body = Buffer.concat(await incoming.toArray());
      const headers = new Headers();
      for (const [name, value] of Object.entries(incoming.headers)) {
        if (!['host', 'connection', 'content-length', 'transfer-encoding'].includes(name))
          headers.set(name, String(value));
      }
      const answer = await fetch(target, { method: 'POST', headers, body });
      outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    })().catch(() => outgoing.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
