import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../integration/eventually.ts';
import type { Check, Group } from '../check.ts';
import type { Channel, Router, Webhook } from '../router.ts';

/** Of the first retry, five seconds after the first attempt, and of the second, for a slow resolver. */
const RETRIED_WITHIN_MS = 60_000;
const SECRET = `whsec_${Buffer.from('a secret of the smoke test').toString('base64')}`;

/** A way from one webhook to another: nothing outside needs to be reachable. */
interface Way {
  readonly from: Webhook;
  readonly to: Webhook;
  readonly channel: Channel;
}

async function way(router: Router, link: object = {}, config: object = {}): Promise<Way> {
  const [from, to] = [await router.webhook({ name: 'From' }), await router.webhook({ name: 'To' })];
  const channel = await router.channel('webhook', { url: to.endpointUrl, ...config });
  await router.link(from, channel, link);
  return { from, to, channel };
}

const outgoing: Check = {
  name: 'an outgoing webhook carries the notification, with the body as its payload',
  section: '2.2, 6',
  run: async (router) => {
    const { from, to } = await way(router);
    const body = { title: 'T', message: 'M', priority: 2, tags: ['a'], environment: 'prod' };
    const messageId = await router.sent(from.endpointUrl, JSON.stringify(body));
    const [arrived] = await router.arrived(to, 1);
    const { timestamp, ...payload } = Object(arrived?.payload);
    const { environment: _, ...notification } = body;
    assert.ok(!Number.isNaN(Date.parse(timestamp)), `timestamp is ${timestamp}`);
    assert.deepEqual(payload, { messageId, ...notification, webhook: { id: from.id, name: 'From' }, payload: body });
    const { deliveries } = await router.settled(messageId);
    assert.partialDeepStrictEqual(deliveries, [{ state: 'delivered', attempts: [{ status: 201 }] }]);
  },
};

const ownHeaders: Check = {
  name: 'an outgoing webhook carries the headers of its channel',
  section: '–',
  run: async (router) => {
    const { from, to } = await way(router, {}, { headers: { 'X-Smoke': 'of the channel' } });
    await router.patchWebhook(to.id, { templates: { title: '{{ headers["x-smoke"] }}' } });
    await router.sent(from.endpointUrl, '{"message":"m"}');
    const [arrived] = await router.arrived(to, 1);
    assert.equal(arrived?.title, 'of the channel');
  },
};

/** Of each filter: what it lets through, and what it does not. */
const FILTERS = [
  [{ tags: { any: ['db'] } }, { tags: ['db'] }, { tags: ['web'] }],
  [{ priority: { gte: 3 } }, { priority: 3 }, {}],
  [{ path: 'payload.environment', op: 'eq', value: 'prod' }, { payload: { environment: 'prod' } }, { payload: {} }],
] as const;

const filters: Check = {
  name: 'only what its filter matches reaches a channel, and the message says why',
  section: '1, 2.2',
  run: async (router) => {
    for (const [filter, matching, other] of FILTERS) {
      const { from, to } = await way(router, { filter });
      const refused = await router.stored(from.endpointUrl, JSON.stringify({ message: 'other', ...other }));
      const routed = await router.sent(from.endpointUrl, JSON.stringify({ message: 'matching', ...matching }));
      const { routing, deliveries } = await router.settled(routed);
      assert.deepEqual([routing[0]?.matched, deliveries[0]?.state], [true, 'delivered']);
      assert.deepEqual(
        refused.routing.map(({ matched }) => matched),
        [false],
        JSON.stringify(filter),
      );
      assert.notEqual(refused.routing[0]?.reason, '');
      const arrived = await router.arrived(to, 1);
      assert.deepEqual(
        arrived.map(({ message }) => message),
        ['matching'],
      );
    }
  },
};

const off: Check = {
  name: 'a link that is switched off, and a disabled channel, receive nothing',
  section: '1, 3.2',
  run: async (router) => {
    const { from, to, channel } = await way(router, { enabled: false });
    const other = await router.channel('webhook', { url: to.endpointUrl });
    await router.link(from, other);
    await router.patchChannel(other.id, { enabled: false });
    const { id } = await router.stored(from.endpointUrl, '{"message":"to nobody"}');
    await router.link(from, channel, { enabled: true });
    await router.sent(from.endpointUrl, '{"message":"to one"}');
    const arrived = await router.arrived(to, 1);
    assert.deepEqual(
      arrived.map(({ message }) => message),
      ['to one'],
    );
    const { deliveries } = await router.message(id);
    assert.ok(
      deliveries.every(({ state }) => state === 'skipped'),
      JSON.stringify(deliveries),
    );
  },
};

const retries: Check = {
  name: 'a delivery that fails is tried again by itself',
  section: '1',
  run: async (router) => {
    // No such name will ever exist (RFC 2606): to be reached later, as far as anybody can tell.
    const nowhere = { url: `https://${randomUUID()}.invalid/`, secret: SECRET };
    const { from, to, channel } = await way(router, {}, nowhere);
    const messageId = await router.sent(from.endpointUrl, '{"message":"again"}');
    await eventually(async () => {
      const [delivery] = (await router.message(messageId)).deliveries;
      return delivery?.state === 'retrying' || undefined;
    }, RETRIED_WITHIN_MS);
    await router.patchChannel(channel.id, { config: { url: to.endpointUrl, secret: SECRET } });
    const [delivery] = (await router.settled(messageId, RETRIED_WITHIN_MS)).deliveries;
    assert.equal(delivery?.state, 'delivered');
    assert.ok(delivery.attempts.length >= 2, `it took ${delivery.attempts.length} attempts`);
    assert.equal((await router.arrived(to, 1)).length, 1);
  },
};

const byHand: Check = {
  name: 'what failed for good can be retried, and any message replayed',
  section: '–',
  run: async (router) => {
    const { from, to, channel } = await way(router);
    await router.patchWebhook(to.id, { enabled: false });
    const messageId = await router.sent(from.endpointUrl, '{"message":"twice"}');
    const { deliveries } = await router.settled(messageId);
    assert.partialDeepStrictEqual(deliveries, [{ state: 'failed', attempts: [{ status: 403 }] }]);
    await router.patchWebhook(to.id, { enabled: true });
    const path = `${router.path}/messages/${messageId}`;
    assert.equal((await router.call('POST', `${path}/deliveries/${channel.id}/retry`)).status, 202);
    await router.arrived(to, 1);
    await router.settled(messageId);
    assert.equal((await router.call('POST', `${path}/replay`)).status, 202);
    await router.arrived(to, 2);
  },
};

const circle: Check = {
  name: 'a webhook that forwards to itself is refused with 508, once and for all',
  section: '7.1',
  run: async (router) => {
    const webhook = await router.webhook();
    await router.link(webhook, await router.channel('webhook', { url: webhook.endpointUrl }));
    const { deliveries } = await router.settled(await router.sent(webhook.endpointUrl, '{"message":"round"}'));
    assert.partialDeepStrictEqual(deliveries, [{ state: 'failed', attempts: [{ status: 508 }] }]);
    assert.equal((await router.arrived(webhook, 1)).length, 1);
  },
};

const chain: Check = {
  name: 'a notification is forwarded as often as is allowed, and not once more',
  section: '8',
  run: async (router) => {
    const webhooks = await Promise.all(Array.from({ length: router.maxHops + 2 }, async () => router.webhook()));
    for (const [index, webhook] of webhooks.entries()) {
      const next = webhooks[index + 1];
      if (next !== undefined) await router.link(webhook, await router.channel('webhook', { url: next.endpointUrl }));
    }
    const [first, last] = [webhooks[0], webhooks.at(-2)];
    assert.ok(first && last);
    await router.sent(first.endpointUrl, '{"message":"from hand to hand"}');
    const [arrived] = await router.arrived(last, 1);
    const { deliveries } = await router.settled(arrived?.id ?? '');
    assert.partialDeepStrictEqual(deliveries, [{ state: 'failed', attempts: [{ status: 508 }] }]);
  },
};

/** What becomes of accepted notifications. The router itself is the receiver. */
export const delivering: Group = {
  name: 'delivering',
  checks: [outgoing, ownHeaders, filters, off, retries, byHand, circle, chain],
};
