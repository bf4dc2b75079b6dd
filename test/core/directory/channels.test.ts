import { describe, expect, it } from 'vitest';
import { createChannel, regenerateStreamId, updateChannel } from '../../../core/directory/channels.ts';
import { deleteChannel } from '../../../core/directory/delete-channel.ts';
import { putLink } from '../../../core/directory/links.ts';
import { testChannel } from '../../../core/directory/test-channel.ts';
import { createWebhook, regenerateKey } from '../../../core/directory/webhooks.ts';
import { act } from '../../fakes/audit.ts';
import { createPorts, ORGANIZATION, valueOf } from './directory-ports.ts';

type World = ReturnType<typeof createPorts>;

const facts = { kind: 'live-stream', name: 'Live', config: {}, enabled: true } as const;
const stream = { ...facts, organizationId: ORGANIZATION, act };
const hook = { ...stream, kind: 'webhook', config: { url: 'https://example.com' } } as const;

async function createLinked({ ports }: World) {
  const { channel } = valueOf(await createChannel(ports, stream));
  const { webhook } = valueOf(
    await createWebhook(ports, { organizationId: ORGANIZATION, name: 'Deployments', requireApiKey: false, act }),
  );
  const target = { organizationId: ORGANIZATION, webhookId: webhook.id, act };
  await putLink(ports, target, { channelId: channel.id, enabled: true, filter: null });
  return { channel, target: { organizationId: ORGANIZATION, channelId: channel.id, act } };
}

describe('a live stream on a router that serves none', () => {
  it('cannot be made, and the setting is named', async () => {
    const { ports } = createPorts();

    const outcome = await createChannel({ ...ports, liveStream: 'off' }, stream);

    expect(outcome).toEqual({
      kind: 'invalid',
      issues: [{ path: 'kind', message: 'this router serves no live streams: its setting LIVE_STREAM is off' }],
    });
  });

  it('leaves every other kind alone', async () => {
    const { ports } = createPorts();

    expect((await createChannel({ ...ports, liveStream: 'off' }, hook)).kind).toBe('done');
  });
});

describe('changing a channel while others change it', () => {
  it('tries again, and tells readers only of the change that was made', async () => {
    const { ports, directory } = createPorts();
    const { channel } = valueOf(await createChannel(ports, stream));
    const replaceChannel = ports.store.replaceChannel.bind(ports.store);
    let races = 2;
    ports.store.replaceChannel = async (change) => ((races -= 1) >= 0 ? { kind: 'lost' } : replaceChannel(change));

    const outcome = await updateChannel(
      ports,
      { ...stream, channelId: channel.id, act },
      { config: { format: 'text' } },
    );

    expect(valueOf(outcome).channel.config).toMatchObject({ format: 'text' });
    expect(await directory.controlsOf(channel.id)).toHaveLength(1);
  });

  it('gives up as busy when a new channel collides', async () => {
    const { ports } = createPorts();
    ports.store.insertChannel = async () => ({ kind: 'lost' });

    expect(await createChannel(ports, stream)).toEqual({ kind: 'busy' });
  });

  it('removes a stream again when the first removal lost its race', async () => {
    const world = createPorts();
    const { channel, target } = await createLinked(world);
    const removeChannel = world.ports.store.removeChannel.bind(world.ports.store);
    let races = 1;
    world.ports.store.removeChannel = async (...change) =>
      (races -= 1) >= 0 ? { kind: 'lost' } : removeChannel(...change);

    const outcome = await deleteChannel(world.ports, target);

    expect(outcome.kind).toBe('done');
    expect(await world.ports.store.readChannel(ORGANIZATION, channel.id)).toBeUndefined();
  });

  it('keeps the channel when a webhook cannot be unlinked, so that the deletion can be repeated', async () => {
    const world = createPorts();
    const { channel, target } = await createLinked(world);
    world.ports.store.replaceWebhook = async () => ({ kind: 'lost' });

    const outcome = await deleteChannel(world.ports, target);

    expect(outcome).toEqual({ kind: 'busy' });
    expect(await world.ports.store.readChannel(ORGANIZATION, channel.id)).toBeDefined();
  });

  it('says busy when a link made meanwhile cannot be removed', async () => {
    const world = createPorts();
    const { target } = await createLinked(world);
    const listWebhooks = world.ports.store.listWebhooks.bind(world.ports.store);
    const removeChannel = world.ports.store.removeChannel.bind(world.ports.store);
    world.ports.store.listWebhooks = async () => ({ items: [] });
    world.ports.store.removeChannel = async (...change) => {
      world.ports.store.listWebhooks = listWebhooks;
      world.ports.store.replaceWebhook = async () => ({ kind: 'lost' });
      return removeChannel(...change);
    };

    expect(await deleteChannel(world.ports, target)).toEqual({ kind: 'busy' });
  });

  it('notes each unlinked webhook in the audit log, with the reason', async () => {
    const world = createPorts();
    const { channel, target } = await createLinked(world);
    const deletion = { ...target, act: { ...act, action: 'channel.deleted' } } as const;

    await deleteChannel(world.ports, deletion);

    const { items } = await world.ports.store.listAudit(ORGANIZATION, { limit: 2 });
    const { actor, ip } = act;
    expect(items).toMatchObject([
      { actor, ip, action: 'channel.deleted', target: channel.id, before: { name: 'Live' } },
      { actor, ip, action: 'webhook.channel-unlinked', reason: 'the channel is deleted', after: { channels: [] } },
    ]);
  });

  it('unlinks over as many pages of webhooks as there are', async () => {
    const world = createPorts();
    const { channel, target } = await createLinked(world);
    for (let index = 0; index < 105; index += 1) {
      await createWebhook(world.ports, { organizationId: ORGANIZATION, name: 'More', requireApiKey: false, act });
    }

    await deleteChannel(world.ports, target);

    const { items } = await world.ports.store.listWebhooks(ORGANIZATION, { limit: 200 });
    expect(items.flatMap(({ links }) => links)).toEqual([]);
    expect(await world.ports.store.readChannel(ORGANIZATION, channel.id)).toBeUndefined();
  });
});

describe('what open readers of a stream are told', () => {
  it('nothing of a stream that was off already', async () => {
    const { ports, directory } = createPorts();
    const { channel } = valueOf(await createChannel(ports, { ...stream, enabled: false }));
    const target = { organizationId: ORGANIZATION, channelId: channel.id, act };

    await updateChannel(ports, target, { config: { format: 'text' } });
    await regenerateStreamId(ports, target);
    await deleteChannel(ports, target);

    expect(await directory.controlsOf(channel.id)).toEqual([]);
  });

  it('nothing of a config that is sent again as it is', async () => {
    const { ports, directory } = createPorts();
    const { channel } = valueOf(await createChannel(ports, stream));

    await updateChannel(ports, { ...stream, channelId: channel.id, act }, { config: { format: 'json' } });

    expect(await directory.controlsOf(channel.id)).toEqual([]);
  });
});

describe('the config of a channel', () => {
  it('is refused when it is larger than any kind needs', async () => {
    const { ports } = createPorts();
    const headers = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`x-${i}`, 'v'.repeat(4000)]));

    const outcome = await createChannel(ports, { ...hook, config: { url: 'https://example.com', headers } });

    expect(outcome).toMatchObject({ kind: 'invalid', issues: [{ path: 'config' }] });
  });

  it('is refused when its address must not be called', async () => {
    const { ports } = createPorts();

    const outcome = await createChannel({ ...ports, refusalOf: () => 'a private address' }, hook);

    expect(outcome).toEqual({ kind: 'invalid', issues: [{ path: 'config.url', message: 'a private address' }] });
  });

  it.each([
    ['sqs', 'queueUrl', 'https://sqs.eu-central-1.amazonaws.com/111122223333/jobs'],
    ['sns', 'topicArn', 'arn:aws:sns:eu-central-1:111122223333:bounces'],
    ['eventbridge', 'busArn', 'arn:aws:events:eu-central-1:111122223333:event-bus/own'],
  ] as const)('of kind %s is refused when it leads to what is the router’s own', async (kind, field, name) => {
    const { ports } = createPorts();
    const own = {
      ...ports,
      destinationRefusalOf: (asked: string) =>
        asked === name ? 'this belongs to the router itself; name another one' : undefined,
    };
    const wanted = { ...hook, kind, config: { [field]: name } };

    const outcome = await createChannel(own, wanted);
    const other = await createChannel(ports, wanted);

    const issue = { path: `config.${field}`, message: 'this belongs to the router itself; name another one' };
    expect(outcome).toEqual({ kind: 'invalid', issues: [issue] });
    expect(other.kind).toBe('done');
  });
});

describe('testing a channel', () => {
  it('has no status when no answer came', async () => {
    const { ports } = createPorts();
    const { channel } = valueOf(await createChannel(ports, hook));
    const send = async () => ({ kind: 'retry', error: 'no connection' }) as const;

    const outcome = await testChannel({ ...ports, send }, { organizationId: ORGANIZATION, channelId: channel.id, act });

    expect(valueOf(outcome)).toEqual({ outcome: 'retry', error: 'no connection', durationMs: 0 });
  });
});

describe('a test that the audit log cannot hold', () => {
  it('is not made', async () => {
    const { ports } = createPorts();
    const { channel } = valueOf(await createChannel(ports, hook));
    let sent = 0;
    const send = async () => ({ kind: 'delivered', status: 200 + (sent += 1) }) as const;
    ports.store.appendAudit = async () => Promise.reject(new Error('no log'));

    const tested = testChannel({ ...ports, send }, { organizationId: ORGANIZATION, channelId: channel.id, act });

    await expect(tested).rejects.toThrow('no log');
    expect(sent).toBe(0);
  });
});

describe('a key for a webhook that is not there', () => {
  it('is not issued', async () => {
    const { ports } = createPorts();
    const target = { organizationId: ORGANIZATION, webhookId: 'wh_01AAAAAAAAAAAAAAAAAAAAAAAA', act };

    expect(await regenerateKey(ports, target)).toEqual({ kind: 'not-found' });
  });
});
