import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { Check, Group } from '../check.ts';
import { openStream } from '../event-stream.ts';
import type { Channel, Router, Webhook } from '../router.ts';

const ULID = /^id: ([0-9A-HJKMNP-TV-Z]{26})$/m;
const BODY = { title: 'T', message: 'a\u2028b', priority: 4, tags: ['one', 'two'], payload: { x: 1 } };
const KEEPALIVE_WITHIN_MS = 35_000;
/** Two seconds, and the way to here. */
const ENDS_WITHIN_MS = 4000;

const Event = z.strictObject({
  title: z.string().optional(),
  message: z.string(),
  timestamp: z.iso.datetime(),
  priority: z.number().optional(),
  tags: z.array(z.string()).optional(),
  payload: z.unknown().optional(),
});

interface Source {
  readonly webhook: Webhook;
  readonly channel: Channel;
  readonly url: string;
}

/** A Live Stream channel with a webhook in front of it. */
async function newSource(router: Router, config: object = {}): Promise<Source> {
  const channel = await router.channel('live-stream', config);
  const webhook = await router.webhook();
  await router.link(webhook, channel);
  return { webhook, channel, url: channel.streamUrl ?? '' };
}

/** The block of an event: its position and its one line of data. */
function eventIn(block: string): { id: string; data: string } {
  const lines = block.split('\n').filter((line) => line !== 'retry: 3000');
  assert.equal(lines.length, 2, `an event is an id line and a data line, not ${JSON.stringify(block)}`);
  const [first = '', second = ''] = lines;
  assert.match(first, ULID);
  assert.match(second, /^data: /);
  return { id: first.slice('id: '.length), data: second.slice('data: '.length) };
}

const opens: Check = {
  name: 'a stream opens with ": connected", not to be cached',
  section: '4.2',
  run: async (router) => {
    const { url } = await newSource(router);
    const stream = await openStream(url);
    await stream.block(': connected');
    stream.close();
    const { status, headers } = stream.response;
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/event-stream/);
    assert.match(headers.get('cache-control') ?? '', /no-store/);
    assert.equal(stream.blocks[0], ': connected');
  },
};

const json: Check = {
  name: 'a notification arrives as one event with an id, in JSON',
  section: '2.7, 4.2',
  run: async (router) => {
    const { webhook, url } = await newSource(router);
    const stream = await openStream(url);
    await stream.block(': connected');
    await router.sent(webhook.endpointUrl, JSON.stringify(BODY));
    const { data } = eventIn(await stream.block('data:'));
    stream.close();
    const { timestamp: _, ...event } = Event.parse(JSON.parse(data));
    assert.deepEqual(event, { ...BODY, payload: BODY });
  },
};

const text: Check = {
  name: 'a notification arrives as one line of fields, in text',
  section: '4.2',
  run: async (router) => {
    const { webhook, url } = await newSource(router, { format: 'text' });
    const stream = await openStream(url);
    await stream.block(': connected');
    await router.sent(webhook.endpointUrl, JSON.stringify(BODY));
    const { data } = eventIn(await stream.block('data:'));
    stream.close();
    assert.deepEqual(data.split(' | ').slice(0, 4), ['T', 'a b', 'priority 4', '#one #two']);
  },
};

const switches: Check = {
  name: 'priority, tags and payload are left out where they are switched off',
  section: '2.6',
  run: async (router) => {
    const off = { includePriority: false, includeTags: false, includePayload: false };
    const { webhook, url } = await newSource(router, off);
    const stream = await openStream(url);
    await stream.block(': connected');
    await router.sent(webhook.endpointUrl, JSON.stringify(BODY));
    const { data } = eventIn(await stream.block('data:'));
    stream.close();
    assert.deepEqual(Object.keys(Event.parse(JSON.parse(data))).toSorted(), ['message', 'timestamp', 'title']);
  },
};

const resumes: Check = {
  name: 'a reader who comes back with the last id gets what came after it, in order',
  section: '–',
  run: async (router) => {
    const { webhook, url } = await newSource(router);
    const first = await openStream(url);
    await first.block(': connected');
    await router.sent(webhook.endpointUrl, '{"message":"one"}');
    const { id } = eventIn(await first.block('"one"'));
    first.close();
    await router.sent(webhook.endpointUrl, '{"message":"two"}');
    await delay(1000);
    await router.sent(webhook.endpointUrl, '{"message":"three"}');
    for (const stream of [await openStream(url, { 'last-event-id': id }), await openStream(`${url}?since=${id}`)]) {
      await stream.block('"three"');
      stream.close();
      const messages = [...stream.blocks.join('\n').matchAll(/"message":"(\w+)","timestamp/g)].map(([, word]) => word);
      assert.deepEqual(messages, ['two', 'three']);
    }
  },
};

const missing: Check = {
  name: '404 in plain text for an unknown id, a disabled channel and a webhook',
  section: '3.3, 7.2',
  run: async (router) => {
    const { webhook, channel, url } = await newSource(router);
    await router.patchChannel(channel.id, { enabled: false });
    const ids = ['A'.repeat(21), webhook.endpointUrl.slice(-21)];
    for (const address of [url, ...ids.map((id) => `${router.baseUrl}/api/stream/${id}`)]) {
      const { response, close } = await openStream(address);
      close();
      assert.equal(response.status, 404);
      assert.match(response.headers.get('content-type') ?? '', /^text\/plain/);
    }
  },
};

const ends: Check = {
  name: 'open streams end when the channel is disabled',
  section: '3.3',
  run: async (router) => {
    const { channel, url } = await newSource(router);
    const stream = await openStream(url);
    await stream.block(': connected');
    await router.patchChannel(channel.id, { enabled: false });
    const ended = await Promise.race([stream.ended.then(() => true), delay(ENDS_WITHIN_MS, false)]);
    stream.close();
    assert.ok(ended, `it was still open after ${ENDS_WITHIN_MS} ms`);
  },
};

const keepalive: Check = {
  name: 'a silent stream is kept alive every 30 seconds',
  section: '4.2, 8',
  run: async (router) => {
    const { url } = await newSource(router);
    const stream = await openStream(url);
    await stream.block(': keepalive', KEEPALIVE_WITHIN_MS);
    stream.close();
  },
};

const limit: Check = {
  name: 'one stream above the limit is 429, with Retry-After',
  section: '7.2, 8',
  run: async (router) => {
    const { url } = await newSource(router);
    const streams = await Promise.all(Array.from({ length: router.maxStreams + 1 }, async () => openStream(url)));
    for (const { close } of streams) close();
    const refused = streams.map(({ response }) => response).filter(({ status }) => status !== 200);
    assert.ok(refused.length > 0, `${streams.length} streams were opened`);
    for (const { status, headers } of refused) {
      assert.equal(status, 429);
      assert.match(headers.get('content-type') ?? '', /^text\/plain/);
      assert.match(headers.get('retry-after') ?? '', /^\d+$/);
    }
  },
};

/** Live streams. The one that takes all that an address may open comes last. */
export const streaming: Group = {
  name: 'streaming',
  checks: [opens, json, text, switches, resumes, missing, ends, keepalive, limit],
};
