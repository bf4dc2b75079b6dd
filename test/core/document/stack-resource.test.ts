import { describe, expect, it } from 'vitest';
import type { ChannelEntry, WebhookEntry } from '../../../core/document/document.ts';
import { isChannelDrifted, isWebhookDrifted } from '../../../core/document/drift.ts';
import { applyResource, removeResource } from '../../../core/document/stack-resource.ts';
import { deleteChannel } from '../../../core/directory/delete-channel.ts';
import { createChannel, updateChannel } from '../../../core/directory/channels.ts';
import { createWebhook, deleteWebhook, updateWebhook } from '../../../core/directory/webhooks.ts';
import { act } from '../../fakes/audit.ts';
import { ORGANIZATION as organizationId, valueOf } from '../directory/directory-ports.ts';
import { issuesIn, openOrganization, type TestOrganization } from './rig.ts';

const live: ChannelEntry = {
  kind: 'live-stream',
  name: 'Live',
  config: { format: 'json', includePriority: true, includeTags: true, includePayload: true },
};
const slack: ChannelEntry = {
  kind: 'slack',
  name: 'Ops',
  config: { botToken: { secret: 'secretsmanager:ops:SecretString:::' }, channel: 'C0123456789' },
};
const secrets = { 'secretsmanager:ops:SecretString:::': 'xoxb-0123456789' };
const ci: WebhookEntry = { name: 'CI', preset: 'github', links: { ops: { filter: { priority: { gte: 3 } } } } };

const STACK = 'arn:aws:cloudformation:eu-west-1:111122223333:stack/Shop/1/Ci';
const facts = { organizationId, stack: STACK, act };

type Store = TestOrganization['ports']['store'];

type More = { readonly id?: string; readonly slug?: string; readonly stack?: string; readonly limit?: number };

/** A stack whose resources are in this organisation. */
function stackIn({ ports }: TestOrganization) {
  return {
    webhook: async (entry: WebhookEntry, more: More = {}) =>
      applyResource(ports, { ...facts, type: 'webhook', slug: 'ci', entry, ...more }),
    channel: async (entry: ChannelEntry, more: More = {}) =>
      applyResource(ports, { ...facts, type: 'channel', stack: 'Shop/Ops', slug: 'ops', entry, secrets, ...more }),
    remove: async (type: 'channel' | 'webhook', more: More = {}) => removeResource(ports, { ...facts, type, ...more }),
  };
}

async function openStack(overrides: Parameters<typeof openOrganization>[0] = {}) {
  const organization = openOrganization(overrides);
  const stack = stackIn(organization);
  const ops = valueOf(await stack.channel(slack));
  return { organization, stack, ops };
}

describe('a resource of a stack', () => {
  it('becomes what it says, owned by the stack', async () => {
    const { organization, stack, ops } = await openStack();

    const webhook = valueOf(await stack.webhook(ci));

    expect(ops).toMatchObject({ kind: 'slack', slug: 'ops', managedBy: 'stack', stack: 'Shop/Ops' });
    expect(ops).toMatchObject({ config: { botToken: 'xoxb-0123456789', channel: 'C0123456789' } });
    expect(webhook).toMatchObject({
      preset: 'github',
      slug: 'ci',
      managedBy: 'stack',
      stack: STACK,
      requireApiKey: false,
    });
    expect(webhook).toMatchObject({ links: [{ channelId: ops.id, filter: { priority: { gte: 3 } }, enabled: true }] });
    const log = await organization.audit();
    expect(log.map(({ action, reason }) => `${action} ${reason}`)).toEqual([
      'webhook.created a stack is deployed',
      'channel.created a stack is deployed',
    ]);
    expect(JSON.stringify(log)).not.toContain('Shop/Ops');
  });

  it('links a channel by its id as by its slug', async () => {
    const { stack, ops } = await openStack();

    const webhook = valueOf(await stack.webhook({ ...ci, links: { [ops.id]: {} } }));

    expect(webhook).toMatchObject({ links: [{ channelId: ops.id, filter: null }] });
  });

  it('changes nothing when it is asked for again, with its id or without', async () => {
    const { organization, stack } = await openStack();
    const first = valueOf(await stack.webhook(ci));
    const { length } = await organization.audit();

    expect(valueOf(await stack.webhook(ci))).toEqual(first);
    expect(valueOf(await stack.webhook(ci, { id: first.id }))).toEqual(first);
    expect(await organization.webhooks()).toHaveLength(1);
    expect(await organization.audit()).toHaveLength(length);
  });

  it('changes in place: the address stays', async () => {
    const { stack } = await openStack();
    const first = valueOf(await stack.webhook(ci));

    const changed = valueOf(
      await stack.webhook({ ...ci, name: 'Builds', links: {} }, { id: first.id, slug: 'builds' }),
    );

    expect(changed).toMatchObject({ id: first.id, name: 'Builds', slug: 'builds', links: [] });
    expect(changed).toHaveProperty('publicId', Reflect.get(first, 'publicId'));
  });

  it('changes a slug alone', async () => {
    const { stack, ops } = await openStack();
    const first = valueOf(await stack.webhook(ci));

    expect(valueOf(await stack.webhook(ci, { id: first.id, slug: 'builds' }))).toMatchObject({ slug: 'builds' });
    expect(valueOf(await stack.channel(slack, { id: ops.id, slug: 'people' }))).toMatchObject({ slug: 'people' });
  });

  it('overwrites what was changed by hand, which counts as drift until then', async () => {
    const { organization, stack, ops } = await openStack();
    const { id: webhookId } = valueOf(await stack.webhook(ci));
    await updateWebhook(organization.ports, { organizationId, webhookId, act }, { name: 'By hand', enabled: false });
    await updateChannel(organization.ports, { organizationId, channelId: ops.id, act }, { name: 'By hand' });

    expect(isWebhookDrifted(await organization.webhookAt('ci'))).toBe(true);
    expect(isChannelDrifted(await organization.channelAt('ops'))).toBe(true);
    expect(valueOf(await stack.webhook(ci, { id: webhookId }))).toMatchObject({ name: 'CI', enabled: true });
    expect(valueOf(await stack.channel(slack, { id: ops.id }))).toMatchObject({ name: 'Ops' });
  });

  it('is made anew when somebody deleted it by hand', async () => {
    const { organization, stack } = await openStack();
    const { id } = valueOf(await stack.webhook(ci));
    await deleteWebhook(organization.ports, { organizationId, webhookId: id, act });

    const again = valueOf(await stack.webhook(ci, { id }));

    expect(again.id).not.toBe(id);
    expect(again).toMatchObject({ slug: 'ci', name: 'CI' });
  });

  it('keeps what a document says of its own things', async () => {
    const { organization, stack } = await openStack();
    await stack.webhook(ci);

    const outcome = await organization.apply({ version: 1, webhooks: { ci: { name: 'Mine' } } });

    expect(issuesIn(outcome)).toEqual([
      { path: 'document.webhooks.ci', message: 'is managed by a stack: change it there' },
    ]);
    expect((await organization.exported()).document).toEqual({ version: 1, channels: {}, webhooks: {} });
  });
});

describe('another preset or kind', () => {
  const gitlab: WebhookEntry = { ...ci, preset: 'gitlab' };

  it('is another webhook, which takes the slug; the old one works until the stack deletes it', async () => {
    const { organization, stack } = await openStack();
    const old = valueOf(await stack.webhook(ci));

    const replacement = valueOf(await stack.webhook(gitlab, { id: old.id }));

    expect(replacement).toMatchObject({ preset: 'gitlab', slug: 'ci' });
    const left = (await organization.webhooks()).find(({ id }) => id === old.id)!;
    expect(left).toMatchObject({ enabled: true, links: [{ enabled: true }] });
    expect(left.slug).toBeUndefined();
    valueOf(await stack.remove('webhook', { id: old.id }));
    expect(await organization.webhooks()).toHaveLength(1);
  });

  it('gives back the old one in a rollback, address and all', async () => {
    const { organization, stack } = await openStack();
    const old = valueOf(await stack.webhook(ci));
    const replacement = valueOf(await stack.webhook(gitlab, { id: old.id }));

    const back = valueOf(await stack.webhook(ci, { id: replacement.id }));
    valueOf(await stack.remove('webhook', { id: replacement.id }));

    expect(back).toMatchObject({ id: old.id, publicId: Reflect.get(old, 'publicId'), slug: 'ci' });
    expect(await organization.webhooks()).toHaveLength(1);
  });

  it('leaves nothing behind when CloudFormation never heard of the new one', async () => {
    const { organization, stack } = await openStack();
    const old = valueOf(await stack.webhook(ci));
    await stack.webhook(gitlab, { id: old.id });

    valueOf(await stack.webhook(ci, { id: old.id }));

    expect(await organization.webhooks()).toMatchObject([{ id: old.id, slug: 'ci' }]);
  });

  it('is another channel, and a webhook with it is linked to the new one', async () => {
    const { organization, stack, ops } = await openStack();
    await stack.webhook({ ...ci, links: { [ops.id]: {} } });

    const stream = valueOf(await stack.channel(live, { id: ops.id }));
    const webhook = valueOf(await stack.webhook({ ...ci, links: { [stream.id]: {} } }));
    valueOf(await stack.remove('channel', { stack: 'Shop/Ops', id: ops.id }));

    expect(stream).toMatchObject({ kind: 'live-stream', slug: 'ops' });
    expect(webhook).toMatchObject({ links: [{ channelId: stream.id }] });
    expect(await organization.channels()).toMatchObject([{ id: stream.id }]);
  });

  it('starts again when the old one changes at that moment', async () => {
    const { organization, stack } = await openStack();
    const old = valueOf(await stack.webhook(ci));
    let losses = 10;
    const store = {
      ...organization.ports.store,
      replaceWebhook: async (change: Parameters<Store['replaceWebhook']>[0]) =>
        losses-- > 0 ? ({ kind: 'lost' } as const) : organization.ports.store.replaceWebhook(change),
    };

    const outcome = await applyResource(
      { ...organization.ports, store },
      { ...facts, type: 'webhook', slug: 'ci', entry: gitlab, id: old.id },
    );

    expect(valueOf(outcome)).toMatchObject({ preset: 'gitlab', slug: 'ci' });
    expect(await organization.webhooks()).toHaveLength(2);
  });
});

describe('what a stack must not do', () => {
  it('is to reach what another made, by whatever id', async () => {
    const { organization, stack } = await openStack();
    const made = await createWebhook(organization.ports, { organizationId, name: 'Mine', requireApiKey: false, act });
    const { id } = valueOf(made).webhook;
    const message = `the webhook ${id} is not of this resource of the stack`;

    expect(issuesIn(await stack.webhook(ci, { id }))).toEqual([{ path: '', message }]);
    expect(issuesIn(await stack.remove('webhook', { id }))).toEqual([{ path: '', message }]);
    expect(await organization.webhooks()).toMatchObject([{ id, name: 'Mine' }]);
  });

  it('is to take the slug of something else', async () => {
    const { organization, stack } = await openStack();
    const managed = { slug: 'ci' };
    await createWebhook(organization.ports, { organizationId, name: 'Mine', requireApiKey: false, managed, act });
    await createChannel(organization.ports, {
      organizationId,
      ...live,
      config: live.config,
      enabled: true,
      managed,
      act,
    });

    const message = 'has a slug that something else has: choose another one';
    expect(issuesIn(await stack.webhook(ci))).toEqual([{ path: 'webhooks.ci', message }]);
    expect(issuesIn(await stack.channel(slack, { slug: 'ci' }))).toEqual([{ path: 'channels.ci', message }]);
  });

  it('is what the API refuses; then nothing changes', async () => {
    const { organization, stack, ops } = await openStack();
    const old = valueOf(await stack.webhook(ci));

    const unknown = await stack.webhook({ ...ci, preset: 'gitlab', links: { nowhere: {} } }, { id: old.id });
    const secretless = await applyResource(organization.ports, {
      ...facts,
      type: 'channel',
      slug: 'chat',
      entry: slack,
      secrets: {},
    });

    expect(issuesIn(unknown)).toMatchObject([{ path: 'webhooks.ci.links.nowhere' }]);
    expect(issuesIn(secretless)).toMatchObject([{ path: 'channels.chat.config.botToken' }]);
    expect(await organization.webhooks()).toEqual([old]);
    expect(await organization.channels()).toEqual([ops]);
  });

  it('is to make more webhooks than the plan allows', async () => {
    const { stack } = await openStack();
    await stack.webhook(ci);

    const outcome = await stack.webhook(ci, { stack: 'Shop/Second', slug: 'second', limit: 1 });

    expect(outcome).toEqual({ kind: 'plan-limit', limit: 1 });
  });
});

describe('deleting', () => {
  it('takes the webhook of a resource, ends its alerts, and leaves the rest', async () => {
    const { organization, stack } = await openStack();
    const { id } = valueOf(await stack.webhook({ ...ci, lifecycle: { key: 'build' } }));
    await stack.webhook(ci, { stack: 'Shop/Second', slug: 'second' });

    valueOf(await stack.remove('webhook', { id }));

    expect(await organization.webhooks()).toMatchObject([{ slug: 'second' }]);
    expect(organization.ended).toEqual([id]);
  });

  it('tolerates what is gone', async () => {
    const { organization, stack, ops } = await openStack();
    await deleteChannel(organization.ports, { organizationId, channelId: ops.id, act });

    expect(await stack.remove('channel', { stack: 'Shop/Ops', id: ops.id })).toMatchObject({ kind: 'done' });
    expect(await stack.remove('webhook', { id: 'wh_never' })).toMatchObject({ kind: 'done' });
  });

  it('without an id takes everything that the resource has made', async () => {
    const { organization, stack } = await openStack();
    const { id } = valueOf(await stack.webhook(ci));
    await stack.webhook({ ...ci, preset: 'gitlab' }, { id });
    await stack.webhook(ci, { stack: 'Shop/Second', slug: 'second' });

    valueOf(await stack.remove('webhook'));

    expect(await organization.webhooks()).toMatchObject([{ slug: 'second' }]);
  });

  it('goes on when somebody else deletes the same at that moment', async () => {
    const { organization, stack } = await openStack();
    const { id } = valueOf(await stack.webhook(ci));
    const readWebhook = async () => undefined;

    const outcome = await removeResource(
      { ...organization.ports, store: { ...organization.ports.store, readWebhook } },
      { ...facts, type: 'webhook', id },
    );

    expect(outcome).toMatchObject({ kind: 'done' });
  });
});

describe('a resource that others change all the time', () => {
  const lost = async () => ({ kind: 'lost' }) as const;

  it('is given up after a while', async () => {
    const { organization, stack } = await openStack();
    const { id } = valueOf(await stack.webhook(ci));
    const store = { ...organization.ports.store, replaceWebhook: lost, removeWebhook: lost };
    const ports = { ...organization.ports, store };
    const wanted = { ...facts, type: 'webhook', slug: 'ci', id } as const;

    expect(await applyResource(ports, { ...wanted, entry: { name: 'Builds', preset: 'github' } })).toEqual({
      kind: 'busy',
    });
    expect(await removeResource(ports, wanted)).toEqual({ kind: 'busy' });
  });

  it('is given up, too, when what it left behind cannot be deleted', async () => {
    const { organization, stack } = await openStack();
    const { id } = valueOf(await stack.webhook(ci));
    await stack.webhook({ ...ci, preset: 'gitlab' }, { id });
    const ports = { ...organization.ports, store: { ...organization.ports.store, removeWebhook: lost } };

    const outcome = await applyResource(ports, { ...facts, type: 'webhook', slug: 'ci', id, entry: ci });

    expect(outcome).toEqual({ kind: 'busy' });
  });

  it('is given up, too, when it vanishes each time that it was made', async () => {
    const { organization, stack } = await openStack();
    await stack.webhook(ci);
    let reads = 0;
    const store = {
      ...organization.ports.store,
      listWebhooks: async (...page: Parameters<Store['listWebhooks']>) =>
        reads++ % 2 === 0 ? organization.ports.store.listWebhooks(...page) : { items: [] },
    };

    const outcome = await applyResource(
      { ...organization.ports, store },
      { ...facts, type: 'webhook', slug: 'ci', entry: ci },
    );

    expect(outcome).toEqual({ kind: 'busy' });
  });
});
