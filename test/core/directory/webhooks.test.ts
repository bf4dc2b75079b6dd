import { describe, expect, it } from 'vitest';
import { createChannel } from '../../../core/directory/channels.ts';
import { deleteChannel } from '../../../core/directory/delete-channel.ts';
import { putLink } from '../../../core/directory/links.ts';
import { createWebhook, deleteWebhook, regenerateKey, updateWebhook } from '../../../core/directory/webhooks.ts';
import { act, auditEntry } from '../../fakes/audit.ts';
import { createPorts, ORGANIZATION, valueOf } from './directory-ports.ts';

async function setUp() {
  const world = createPorts();
  const wanted = { organizationId: ORGANIZATION, name: 'Deployments', requireApiKey: false, act };
  const { webhook } = valueOf(await createWebhook(world.ports, wanted));
  const target = { organizationId: ORGANIZATION, webhookId: webhook.id, act };
  const addStream = async () => {
    const stream = {
      organizationId: ORGANIZATION,
      kind: 'live-stream',
      name: 'Live',
      config: {},
      enabled: true,
      act,
    } as const;
    return valueOf(await createChannel(world.ports, stream)).channel;
  };
  return { ...world, webhook, target, addStream };
}

type World = Awaited<ReturnType<typeof setUp>>;

/** Lets another writer win the first `times` races for the webhook. */
function interfere({ ports, webhook }: World, times: number): void {
  const replaceWebhook = ports.store.replaceWebhook.bind(ports.store);
  let left = times;
  ports.store.replaceWebhook = async (change) => {
    if (left > 0) {
      left -= 1;
      const stored = (await ports.store.readWebhook(ORGANIZATION, webhook.id))!;
      const after = { ...stored, name: `other ${left}`, version: stored.version + 1 };
      await replaceWebhook({ before: stored, after, entry: auditEntry(ORGANIZATION) });
    }
    return replaceWebhook(change);
  };
}

describe('changing a webhook while others change it', () => {
  it('tries again on what they made of it', async () => {
    const world = await setUp();
    interfere(world, 3);

    const outcome = await updateWebhook(world.ports, world.target, { enabled: false });

    expect(valueOf(outcome)).toMatchObject({ name: 'other 0', enabled: false, version: 5 });
  });

  it('gives up as stale when the caller named a version', async () => {
    const world = await setUp();
    interfere(world, 1);

    const outcome = await updateWebhook(
      world.ports,
      { ...world.target, precondition: (version) => version === 1 },
      { enabled: false },
    );

    expect(outcome).toEqual({ kind: 'stale' });
  });

  it('gives up as busy after eight lost races', async () => {
    const world = await setUp();
    interfere(world, 8);

    const outcome = await updateWebhook(world.ports, world.target, { enabled: false });

    expect(outcome).toEqual({ kind: 'busy' });
  });

  it('issues one key only, however often it tries', async () => {
    const world = await setUp();
    interfere(world, 2);

    const { webhook, apiKey } = valueOf(await regenerateKey(world.ports, world.target));

    expect(apiKey?.slice(0, 12)).toBe(webhook.apiKeyPrefix);
  });

  it('finds it gone when it was deleted meanwhile', async () => {
    const world = await setUp();
    await deleteWebhook(world.ports, world.target);

    const outcome = await updateWebhook(world.ports, world.target, { enabled: false });

    expect(outcome).toEqual({ kind: 'not-found' });
  });
});

describe('creating a webhook while others create some', () => {
  it('tries again when the transaction collides, and gives up as busy in the end', async () => {
    const { ports } = await setUp();
    const wanted = { organizationId: ORGANIZATION, name: 'Two', requireApiKey: false, act };
    const insertWebhook = ports.store.insertWebhook.bind(ports.store);
    let collisions = 2;
    ports.store.insertWebhook = async (insertion) =>
      (collisions -= 1) >= 0 ? { kind: 'lost' } : insertWebhook(insertion);

    const second = await createWebhook(ports, wanted);
    collisions = 100;
    const third = await createWebhook(ports, wanted);

    expect([second.kind, third.kind]).toEqual(['done', 'busy']);
  });
});

describe('linking', () => {
  it('stops at 100 channels, and still changes the links that are there', async () => {
    const world = await setUp();
    const channels = await Promise.all(Array.from({ length: 101 }, () => world.addStream()));
    const link = (index: number, enabled = true) =>
      putLink(world.ports, world.target, { channelId: channels[index]!.id, enabled, filter: null });
    for (let index = 0; index < 100; index += 1) await link(index);

    const tooMany = await link(100);
    const changed = await link(5, false);

    expect(tooMany).toMatchObject({ kind: 'invalid' });
    expect(valueOf(changed).links.filter(({ enabled }) => !enabled)).toHaveLength(1);
  });

  it('refuses what makes the endpoint larger than 300 KB', async () => {
    const world = await setUp();
    const tags = Array.from({ length: 64 }, (_, index) => `tag-${index}`.padEnd(5000, 'x'));
    const channel = await world.addStream();

    const outcome = await putLink(world.ports, world.target, {
      channelId: channel.id,
      enabled: true,
      filter: { tags: { any: tags } },
    });

    expect(outcome).toMatchObject({ kind: 'invalid', issues: [{ message: expect.stringContaining('307200 bytes') }] });
  });

  it('gives up as busy when the webhook changes too fast', async () => {
    const world = await setUp();
    const channel = await world.addStream();
    interfere(world, 8);

    const outcome = await putLink(world.ports, world.target, { channelId: channel.id, enabled: true, filter: null });

    expect(outcome).toEqual({ kind: 'busy' });
  });

  it('says not found when the channel is deleted between reading it and linking it', async () => {
    const world = await setUp();
    const channel = await world.addStream();
    const replaceWebhook = world.ports.store.replaceWebhook.bind(world.ports.store);
    world.ports.store.replaceWebhook = async (change) => {
      world.ports.store.replaceWebhook = replaceWebhook;
      await deleteChannel(world.ports, { organizationId: ORGANIZATION, channelId: channel.id, act });
      return replaceWebhook(change);
    };

    const outcome = await putLink(world.ports, world.target, { channelId: channel.id, enabled: true, filter: null });

    expect(outcome).toEqual({ kind: 'not-found', what: 'there is no such channel' });
    expect((await world.ports.store.readWebhook(ORGANIZATION, world.webhook.id))?.links).toEqual([]);
  });
});

describe('deleting a channel', () => {
  it('also removes a link that is made while it is deleted', async () => {
    const world = await setUp();
    const channel = await world.addStream();
    const removeChannel = world.ports.store.removeChannel.bind(world.ports.store);
    world.ports.store.removeChannel = async (...change) => {
      await putLink(world.ports, world.target, { channelId: channel.id, enabled: true, filter: null });
      return removeChannel(...change);
    };

    const outcome = await deleteChannel(world.ports, { organizationId: ORGANIZATION, channelId: channel.id, act });

    expect(outcome.kind).toBe('done');
    expect((await world.ports.store.readWebhook(ORGANIZATION, world.webhook.id))?.links).toEqual([]);
  });
});
