import { describe, expect, it } from 'vitest';
import { webPushConfigOf } from '../../../core/channels/web-push.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { createChannel, deleteChannel } from '../../../core/directory/channels.ts';
import { findPushChannel, pushIdOf, subscribe, unsubscribe } from '../../../core/directory/push-page.ts';
import { fakeBrowser } from '../../adapters/http/web-push/browser.ts';
import { createFakeDirectory } from '../../fakes/directory.ts';
import { createFakeGenerators } from '../../fakes/generators.ts';
import { idOf } from '../../../core/directory/ids.ts';

const backoff = { pause: async () => {} };

/** A web push channel, with what its page works on. */
async function open({ enabled = true } = {}) {
  const generators = createFakeGenerators();
  const { store } = createFakeDirectory();
  const refusalOf = (url: string) => (url.startsWith('https://10.') ? 'a private address' : undefined);
  const ports = { ...generators, store, backoff, refusalOf, publicBaseUrl: 'https://notify.example.com' };
  const organizationId = idOf('organization', generators.newUlid());
  const made = await createChannel(ports, { organizationId, kind: 'web-push', name: 'Push', config: {}, enabled });
  if (made.kind !== 'done') throw new Error(made.kind);
  const { channel } = made.value;
  const pushId = pushIdOf(channel);
  const subscriptions = async () => {
    const now = (await store.readChannel(organizationId, channel.id)) as Channel;
    return Object.values(webPushConfigOf(now.config).subscriptions);
  };
  return { ports, channel, pushId, subscriptions };
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
    const { ports, channel, pushId } = await open();
    const health = { clear: async () => undefined };
    await deleteChannel({ ...ports, health }, { organizationId: channel.organizationId, channelId: channel.id });

    expect(await findPushChannel(ports, pushId)).toBeUndefined();
    expect((await subscribe(ports, pushId, fakeBrowser('https://push.example.net/1').subscription)).kind).toBe(
      'not-found',
    );
  });

  it('is no page of a channel of another kind', async () => {
    const { ports, channel, pushId } = await open();
    const facts = { organizationId: channel.organizationId, kind: 'live-stream', name: 'Live', config: {} } as const;
    const made = await createChannel(ports, { ...facts, enabled: true });
    if (made.kind !== 'done') throw new Error(made.kind);
    const guess = pushId.replace(channel.id.slice(-26), made.value.channel.id.slice(-26));

    expect(await findPushChannel(ports, guess)).toBeUndefined();
  });

  it('subscribes a browser once, however often it asks', async () => {
    const { ports, pushId, subscriptions } = await open();
    const { subscription } = fakeBrowser('https://push.example.net/1');

    await subscribe(ports, pushId, subscription);
    const outcome = await subscribe(ports, pushId, subscription);

    expect(outcome.kind).toBe('done');
    expect(await subscriptions()).toEqual([subscription]);
  });

  it('loses none of many browsers that subscribe at once', async () => {
    const { ports, pushId, subscriptions } = await open();
    const browsers = Array.from({ length: 5 }, (_, index) => fakeBrowser(`https://push.example.net/${index}`));

    await Promise.all(browsers.map(({ subscription }) => subscribe(ports, pushId, subscription)));

    expect(await subscriptions()).toHaveLength(5);
  });

  it('takes a browser off again', async () => {
    const { ports, pushId, subscriptions } = await open();
    const { subscription } = fakeBrowser('https://push.example.net/1');
    await subscribe(ports, pushId, subscription);

    await unsubscribe(ports, pushId, subscription.endpoint);

    expect(await subscriptions()).toEqual([]);
  });

  it('takes at most a hundred browsers', async () => {
    const { ports, pushId, subscriptions } = await open();
    for (let index = 0; index < 100; index += 1) {
      await subscribe(ports, pushId, fakeBrowser(`https://push.example.net/${index}`).subscription);
    }

    const outcome = await subscribe(ports, pushId, fakeBrowser('https://push.example.net/more').subscription);

    expect(outcome.kind).toBe('invalid');
    expect(await subscriptions()).toHaveLength(100);
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
    const { ports, pushId, subscriptions } = await open();

    expect((await subscribe(ports, pushId, sent)).kind).toBe('invalid');
    expect(await subscriptions()).toEqual([]);
  });

  it('takes nobody while the channel is off', async () => {
    const { ports, pushId } = await open({ enabled: false });

    expect((await subscribe(ports, pushId, subscription)).kind).toBe('not-found');
  });
});
