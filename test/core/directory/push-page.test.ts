import { describe, expect, it } from 'vitest';
import { webPushConfigOf } from '../../../core/channels/web-push.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { createChannel, regeneratePushUrl } from '../../../core/directory/channels.ts';
import { deleteChannel } from '../../../core/directory/delete-channel.ts';
import { findPushChannel, pushIdOf, subscribe, unsubscribe } from '../../../core/directory/push-page.ts';
import { fakeBrowser } from '../../adapters/http/web-push/browser.ts';
import { act } from '../../fakes/audit.ts';
import { createFakeDirectory } from '../../fakes/directory.ts';
import { createFakeGenerators } from '../../fakes/generators.ts';
import { idOf } from '../../../core/message/ids.ts';

const backoff = { pause: async () => {} };

/** A web push channel, with what its page works on. */
async function open({ enabled = true } = {}) {
  const generators = createFakeGenerators();
  const { store } = createFakeDirectory();
  const refusalOf = (url: string) => (url.startsWith('https://10.') ? 'a private address' : undefined);
  const own = { publicBaseUrl: 'https://notify.example.com', destinationRefusalOf: () => undefined };
  const ports = { ...generators, store, backoff, refusalOf, ...own };
  const organizationId = idOf('organization', generators.newUlid());
  const made = await createChannel(ports, { organizationId, kind: 'web-push', name: 'Push', config: {}, enabled, act });
  if (made.kind !== 'done') throw new Error(made.kind);
  const { channel } = made.value;
  const pushId = pushIdOf(channel);
  const subscriptions = async () => {
    const now = (await store.readChannel(organizationId, channel.id)) as Channel;
    return Object.values(webPushConfigOf(now.config).subscriptions);
  };
  /** What the page did, newest first. */
  const log = async () =>
    (await store.listAudit(organizationId, { limit: 200 })).items.filter(({ actor }) => actor.type === 'anonymous');
  return { ports, channel, pushId, request: { pushId, ip: '192.0.2.1' }, subscriptions, log };
}

describe('the page of a web push channel', () => {
  it('is found by its id, and by no other', async () => {
    const { ports, channel, pushId } = await open();

    expect(await findPushChannel(ports, pushId)).toMatchObject({ id: channel.id });
    const guesses = [
      `${pushId.slice(0, -1)}${pushId.endsWith('A') ? 'B' : 'A'}`,
      pushId.slice(1),
      '',
      'sw.js',
      'x'.repeat(74),
    ];
    for (const guess of guesses) expect(await findPushChannel(ports, guess)).toBeUndefined();
  });

  it('is gone with its channel', async () => {
    const { ports, channel, pushId, request } = await open();
    const health = { clear: async () => undefined };
    await deleteChannel(
      { ...ports, health, endAlerts: async () => {} },
      { organizationId: channel.organizationId, channelId: channel.id, act },
    );

    expect(await findPushChannel(ports, pushId)).toBeUndefined();
    expect((await subscribe(ports, request, fakeBrowser('https://push.example.net/1').subscription)).kind).toBe(
      'not-found',
    );
  });

  it('is no page of a channel of another kind', async () => {
    const { ports, channel, pushId } = await open();
    const facts = { organizationId: channel.organizationId, kind: 'live-stream', name: 'Live', config: {} } as const;
    const made = await createChannel(ports, { ...facts, enabled: true, act });
    if (made.kind !== 'done') throw new Error(made.kind);
    const guess = pushId.replace(channel.id.slice(-26), made.value.channel.id.slice(-26));

    expect(await findPushChannel(ports, guess)).toBeUndefined();
  });

  it('subscribes a browser once, however often it asks', async () => {
    const { ports, request, subscriptions } = await open();
    const { subscription } = fakeBrowser('https://push.example.net/1');

    await subscribe(ports, request, subscription);
    const outcome = await subscribe(ports, request, subscription);

    expect(outcome.kind).toBe('done');
    expect(await subscriptions()).toMatchObject([{ ...subscription, subscribedAt: ports.now() }]);
  });

  it('loses none of many browsers that subscribe at once', async () => {
    const { ports, request, subscriptions } = await open();
    const browsers = Array.from({ length: 5 }, (_, index) => fakeBrowser(`https://push.example.net/${index}`));

    await Promise.all(browsers.map(({ subscription }) => subscribe(ports, request, subscription)));

    expect(await subscriptions()).toHaveLength(5);
  });

  it('takes a browser off again', async () => {
    const { ports, request, subscriptions } = await open();
    const { subscription } = fakeBrowser('https://push.example.net/1');
    await subscribe(ports, request, subscription);

    await unsubscribe(ports, request, subscription.endpoint);

    expect(await subscriptions()).toEqual([]);
  });

  it('has a place for one more when all hundred are taken, and says who gave way', async () => {
    const { ports, request, subscriptions, log } = await open();
    for (let index = 0; index < 100; index += 1) {
      await subscribe(ports, request, fakeBrowser(`https://push.example.net/${index}`).subscription);
    }

    const outcome = await subscribe(ports, request, fakeBrowser('https://push.example.net/more').subscription);

    expect(outcome.kind).toBe('done');
    expect(await subscriptions()).toHaveLength(100);
    const displacing = (await log()).filter(({ before }) => before !== undefined);
    expect(displacing).toHaveLength(1);
    expect(displacing).toMatchObject([
      {
        action: 'channel.browser-subscribed',
        before: { browser: expect.any(String) },
        after: { browser: expect.any(String) },
      },
    ]);
  });

  it('notes in the audit log who came and went, from where, without their secrets', async () => {
    const { ports, request, channel, pushId, log } = await open();
    const { subscription } = fakeBrowser('https://push.example.net/very-secret');

    await subscribe(ports, request, subscription);
    await unsubscribe(ports, { ...request, ip: '192.0.2.2' }, subscription.endpoint);

    const entries = await log();
    expect(entries.map(({ action, actor, target, ip }) => ({ action, actor, target, ip }))).toEqual([
      { action: 'channel.browser-unsubscribed', actor: { type: 'anonymous' }, target: channel.id, ip: '192.0.2.2' },
      { action: 'channel.browser-subscribed', actor: { type: 'anonymous' }, target: channel.id, ip: '192.0.2.1' },
    ]);
    expect(entries.map(({ before }) => before)).toEqual([entries[1]?.after, undefined]);
    for (const secret of ['very-secret', subscription.auth, pushId]) {
      expect(JSON.stringify(entries)).not.toContain(secret);
    }
  });

  it('writes nothing when nothing changes', async () => {
    const { ports, request, channel, log } = await open();
    const { subscription } = fakeBrowser('https://push.example.net/1');
    await subscribe(ports, request, subscription);

    await subscribe(ports, request, subscription);
    await unsubscribe(ports, request, 'https://push.example.net/unknown');

    expect(await log()).toHaveLength(1);
    expect(await ports.store.readChannel(channel.organizationId, channel.id)).toMatchObject({ version: 2 });
  });

  it('takes new keys of a browser', async () => {
    const { ports, request, subscriptions } = await open();
    const { endpoint } = fakeBrowser('https://push.example.net/1').subscription;
    const renewed = { ...fakeBrowser('https://push.example.net/2').subscription, endpoint };
    await subscribe(ports, request, fakeBrowser(endpoint).subscription);

    await subscribe(ports, request, renewed);

    expect(await subscriptions()).toMatchObject([renewed]);
  });

  it('moves: the old address is gone, and so are the browsers that subscribed there', async () => {
    const { ports, request, channel, pushId, subscriptions } = await open();
    await subscribe(ports, request, fakeBrowser('https://push.example.net/1').subscription);
    const target = { organizationId: channel.organizationId, channelId: channel.id, act };

    const moved = await regeneratePushUrl({ ...ports, randomBytes: (count) => new Uint8Array(count).fill(1) }, target);

    expect(await subscriptions()).toEqual([]);
    expect(await findPushChannel(ports, pushId)).toBeUndefined();
    if (moved.kind !== 'done') throw new Error(moved.kind);
    expect(await findPushChannel(ports, pushIdOf(moved.value.channel))).toMatchObject({ id: channel.id });
  });

  const { subscription } = fakeBrowser('https://push.example.net/1');
  it.each([
    ['a private address', { ...subscription, endpoint: 'https://10.0.0.1/x' }],
    ['the router itself', { ...subscription, endpoint: 'https://notify.example.com/n/abcdefghijklmnopqrstu' }],
    ['a key that is no point of the curve', { ...subscription, p256dh: Buffer.alloc(65, 4).toString('base64url') }],
    ['a secret that is too short', { ...subscription, auth: 'AAAA' }],
    ['more than a subscription has', { ...subscription, channel: 'ch_1' }],
    ['nothing', null],
  ])('refuses %s', async (_, sent) => {
    const { ports, request, subscriptions } = await open();

    expect((await subscribe(ports, request, sent)).kind).toBe('invalid');
    expect(await subscriptions()).toEqual([]);
  });

  it('takes nobody while the channel is off', async () => {
    const { ports, request } = await open({ enabled: false });

    expect((await subscribe(ports, request, subscription)).kind).toBe('not-found');
  });
});
