import { describe, expect, it } from 'vitest';
import type { ChannelEntry, ConfigDocument, WebhookEntry } from '../../../core/document/document.ts';
import { putLink } from '../../../core/directory/links.ts';
import { createChannel, updateChannel } from '../../../core/directory/channels.ts';
import { createWebhook, deleteWebhook, updateWebhook } from '../../../core/directory/webhooks.ts';
import { act } from '../../fakes/audit.ts';
import { ORGANIZATION as organizationId, valueOf } from '../directory/directory-ports.ts';
import { changed, issuesIn, openOrganization, planOf } from './rig.ts';

const live: ChannelEntry = {
  kind: 'live-stream',
  name: 'Live',
  config: { format: 'json', includePriority: true, includeTags: true, includePayload: true },
};
const slack: ChannelEntry = {
  kind: 'slack',
  name: 'Ops',
  config: { botToken: { secret: 'ops-slack-token' }, channel: 'C0123456789' },
};
const hook = (url: string): ChannelEntry => ({
  kind: 'webhook',
  name: 'Hook',
  config: { url, headers: { 'X-Key': { secret: 'key' } } },
});
const secrets = { 'ops-slack-token': 'xoxb-0123456789', key: 'header-0123' };

function documentOf(
  channels: Record<string, ChannelEntry>,
  webhooks: Record<string, WebhookEntry> = {},
): ConfigDocument {
  return { version: 1, channels, webhooks };
}

const ci: WebhookEntry = {
  name: 'CI',
  preset: 'github',
  links: { ops: { filter: { priority: { gte: 3 } } }, live: { enabled: false } },
};
const whole = documentOf({ ops: slack, live }, { ci });

describe('applying a document', () => {
  it('makes what it names, exactly and owned by the document', async () => {
    const organization = openOrganization();

    const plan = planOf(await organization.apply(whole, { secrets }));

    expect(plan.changes.map(({ action, type, slug }) => `${action} ${type} ${slug}`)).toEqual([
      'create channel live',
      'create channel ops',
      'create webhook ci',
    ]);
    const ops = await organization.channelAt('ops');
    expect(ops).toMatchObject({ kind: 'slack', name: 'Ops', enabled: true, managedBy: 'document' });
    expect(ops.config).toEqual({ botToken: 'xoxb-0123456789', channel: 'C0123456789' });
    const stream = await organization.channelAt('live');
    expect(await organization.webhookAt('ci')).toMatchObject({
      name: 'CI',
      preset: 'github',
      managedBy: 'document',
      links: [
        { channelId: stream.id, kind: 'live-stream', enabled: false, filter: null },
        { channelId: ops.id, kind: 'slack', enabled: true, filter: { priority: { gte: 3 } } },
      ],
    });
  });

  it('changes nothing the second time, whether secrets are given again or not', async () => {
    const organization = openOrganization();
    await organization.apply(whole, { secrets });
    const before = [await organization.channels(), await organization.webhooks(), await organization.audit()];

    const plans = [await organization.apply(whole), await organization.apply(whole, { secrets })].map(planOf);

    expect(plans.map(changed)).toEqual([[], []]);
    expect([await organization.channels(), await organization.webhooks(), await organization.audit()]).toEqual(before);
  });

  it('shows each field that changes, with secrets masked', async () => {
    const organization = openOrganization();
    await organization.apply(whole, { secrets });
    const renamed = documentOf(
      { ops: { ...slack, name: 'Operations' }, live },
      { ci: { ...ci, links: { ops: { filter: { priority: { gte: 5 } } } } } },
    );

    const plan = planOf(await organization.plan(renamed, { secrets: { 'ops-slack-token': 'xoxb-9876543210' } }));

    expect(changed(plan)).toEqual([
      {
        action: 'update',
        type: 'channel',
        slug: 'ops',
        fields: [
          { path: 'config.botToken', before: '••••6789', after: '••••3210' },
          { path: 'name', before: 'Ops', after: 'Operations' },
        ],
      },
      {
        action: 'update',
        type: 'webhook',
        slug: 'ci',
        fields: [
          { path: 'links.live', before: { enabled: false }, after: null },
          { path: 'links.ops.filter', before: { priority: { gte: 3 } }, after: { priority: { gte: 5 } } },
        ],
      },
    ]);
    expect(JSON.stringify(plan)).not.toContain('xoxb');
  });

  it('makes a thing as usual in every field that the document leaves out', async () => {
    const organization = openOrganization();
    const full = documentOf(
      { ops: { ...slack, enabled: false, retrySchedule: [5], notifyOnProblems: true, updates: 'each' } },
      {
        ci: {
          name: 'CI',
          enabled: false,
          requireApiKey: true,
          templates: { title: '{{ a }}' },
          lifecycle: { autoResolveSeconds: 60 },
          links: { ops: { answers: true } },
        },
      },
    );
    await organization.apply(full, { secrets });
    const made = (await organization.exported()).document;

    const plan = planOf(await organization.apply(documentOf({ ops: slack }, { ci: { name: 'CI', templates: {} } })));

    expect(made).toEqual(full);
    expect(plan.changes.map(({ fields }) => fields.map(({ path }) => path))).toEqual([
      ['enabled', 'notifyOnProblems', 'retrySchedule', 'updates'],
      ['enabled', 'lifecycle', 'links', 'requireApiKey', 'templates'],
    ]);
    expect((await organization.exported()).document).toEqual(documentOf({ ops: slack }, { ci: { name: 'CI' } }));
  });

  it('lets the people of a channel answer while the document says so, and not a moment longer', async () => {
    const organization = openOrganization();
    const links = async (link: object) => {
      const plan = planOf(
        await organization.apply(documentOf({ ops: slack }, { ci: { name: 'CI', links: { ops: link } } }), { secrets }),
      );
      const { fields = [] } = plan.changes.find(({ type }) => type === 'webhook') ?? {};
      return [fields.map(({ path }) => path), (await organization.webhookAt('ci')).links.map(({ answers }) => answers)];
    };
    await links({});

    expect(await links({ answers: true })).toEqual([['links.ops.answers'], [true]]);
    expect(await links({ answers: true })).toEqual([[], [true]]);
    expect(await links({ answers: false })).toEqual([['links.ops.answers'], [undefined]]);
    expect(await links({})).toEqual([[], [undefined]]);
  });

  it('ends the alerts of a webhook that loses its lifecycle or goes', async () => {
    const organization = openOrganization();
    const grouped = { name: 'Grouped', lifecycle: {} };
    await organization.apply(documentOf({}, { one: grouped, two: grouped, three: grouped }));
    const idOf = new Map((await organization.webhooks()).map(({ slug, id }) => [slug, id]));

    await organization.apply(documentOf({}, { one: { name: 'Grouped' }, three: grouped }), { prune: true });

    expect(organization.ended).toEqual([idOf.get('two'), idOf.get('one')]);
  });

  it('makes a webhook that requires a key without one, because nobody would see it', async () => {
    const organization = openOrganization();

    await organization.apply(documentOf({}, { ci: { name: 'CI', requireApiKey: true } }));

    const webhook = await organization.webhookAt('ci');
    expect(webhook.requireApiKey).toBe(true);
    expect(webhook.apiKeyHash).toBeUndefined();
  });

  it('links as many channels as a webhook may have, in one webhook and in several writes', async () => {
    const organization = openOrganization();
    const slugs = Array.from({ length: 100 }, (_, index) => `live-${index}`);
    const channels = Object.fromEntries(slugs.map((slug) => [slug, live]));
    const links = Object.fromEntries(slugs.map((slug) => [slug, {}]));

    const outcome = await organization.apply(documentOf(channels, { ci: { name: 'CI', links } }));

    expect(outcome.kind).toBe('done');
    expect((await organization.webhookAt('ci')).links).toHaveLength(100);
    expect(changed(planOf(await organization.plan(documentOf(channels, { ci: { name: 'CI', links } }))))).toEqual([]);
  });

  it('writes into the log who applied it, and each change with its reason', async () => {
    const organization = openOrganization();

    await organization.apply(documentOf({ live }, { ci: { name: 'CI', links: { live: {} } } }));

    expect((await organization.audit()).map(({ action, reason }) => [action, reason])).toEqual([
      ['webhook.created', 'a document is applied'],
      ['channel.created', 'a document is applied'],
      ['organization.document-applied', undefined],
    ]);
  });

  it('keeps the failures of a destination in mind when nothing about it changes', async () => {
    const cleared: string[] = [];
    const organization = openOrganization({ health: { clear: async (id) => void cleared.push(id) } });
    await organization.apply(documentOf({ ops: slack }), { secrets });

    await organization.apply(documentOf({ ops: { ...slack, name: 'Renamed' } }));
    const afterRename = [...cleared];
    await organization.apply(documentOf({ ops: { ...slack, name: 'Renamed', enabled: false } }));

    expect(afterRename).toEqual([]);
    expect(cleared).toHaveLength(1);
  });
});

describe('taking over what was made by hand', () => {
  it('is no change of its own', async () => {
    const organization = openOrganization();
    const { ports } = organization;
    const channel = { organizationId, kind: 'live-stream', name: 'Live', config: {}, enabled: true, act } as const;
    const { id: channelId } = valueOf(await createChannel(ports, channel)).channel;
    const made = valueOf(await createWebhook(ports, { organizationId, name: 'CI', requireApiKey: false, act }));
    const webhookId = made.webhook.id;
    await putLink(ports, { organizationId, webhookId, act }, { channelId, enabled: true, filter: null });
    const { document } = await organization.exported();

    const plan = planOf(await organization.apply(document));

    expect(Object.keys(document.webhooks ?? {})).toEqual(['ci']);
    expect(plan.changes.map(({ action }) => action)).toEqual(['none', 'none']);
    expect(await organization.webhookAt('ci')).toMatchObject({ id: webhookId, managedBy: 'document' });
    expect(await organization.channelAt('live')).toMatchObject({ id: channelId, managedBy: 'document' });
  });

  it('never happens by a name alone: what has no slug is nobody a document means', async () => {
    const organization = openOrganization();
    await createWebhook(organization.ports, { organizationId, name: 'CI', requireApiKey: false, act });

    const plan = planOf(await organization.plan(documentOf({}, { ci: { name: 'CI' } })));

    expect(plan.changes.map(({ action }) => action)).toEqual(['create']);
  });
});

describe('links of what a document takes over', () => {
  it('go when the document does not list them, also to channels without a slug', async () => {
    const organization = openOrganization();
    const { ports } = organization;
    const channel = { organizationId, kind: 'live-stream', name: 'Live', config: {}, enabled: true, act } as const;
    const { id: channelId } = valueOf(await createChannel(ports, channel)).channel;
    const managed = { slug: 'ci' };
    const made = valueOf(
      await createWebhook(ports, { organizationId, name: 'CI', requireApiKey: false, managed, act }),
    );
    const target = { organizationId, webhookId: made.webhook.id, act };
    await putLink(ports, target, { channelId, enabled: true, filter: null });

    const plan = planOf(await organization.apply({ version: 1, webhooks: { ci: { name: 'CI' } } }));

    expect(plan.changes).toMatchObject([{ action: 'update', fields: [{ path: 'links', after: null }] }]);
    expect((await organization.webhookAt('ci')).links).toEqual([]);
  });
});

describe('drift', () => {
  it('is what was changed by hand since, and a plan tells it from a changed document', async () => {
    const organization = openOrganization();
    await organization.apply(whole, { secrets });
    const { id: channelId } = await organization.channelAt('ops');
    await updateChannel(organization.ports, { organizationId, channelId, act }, { name: 'By hand' });
    const { id: webhookId } = await organization.webhookAt('ci');
    await updateWebhook(organization.ports, { organizationId, webhookId, act }, { enabled: false });

    const plan = planOf(await organization.plan(documentOf({ ops: slack, live: { ...live, name: 'New' } }, { ci })));

    expect(changed(plan)).toMatchObject([
      { slug: 'live', fields: [{ path: 'name', before: 'Live', after: 'New' }] },
      { slug: 'ops', drift: true, fields: [{ path: 'name', before: 'By hand', after: 'Ops' }] },
      { slug: 'ci', drift: true, fields: [{ path: 'enabled', before: false, after: null }] },
    ]);
    expect(plan.changes[0]).not.toHaveProperty('drift');
  });

  it('ends when the document comes to say the same', async () => {
    const organization = openOrganization();
    await organization.apply(documentOf({ live }));
    const { id: channelId } = await organization.channelAt('live');
    await updateChannel(organization.ports, { organizationId, channelId, act }, { name: 'By hand' });
    const followed = documentOf({ live: { ...live, name: 'By hand' } });

    const first = planOf(await organization.apply(followed));
    await updateChannel(organization.ports, { organizationId, channelId, act }, { name: 'Again' });
    const second = planOf(await organization.plan(followed));

    expect(first.changes).toMatchObject([{ action: 'none', fields: [] }]);
    expect(second.changes).toMatchObject([{ action: 'update', drift: true }]);
  });
});

describe('pruning', () => {
  it('deletes what documents have made and this one does not name, and nothing else', async () => {
    const organization = openOrganization();
    const { ports } = organization;
    await organization.apply(documentOf({ ops: slack, live }, { ci, other: { name: 'Other' } }), { secrets });
    const { id: channelId } = await organization.channelAt('ops');
    const plain = { organizationId, requireApiKey: false, act };
    await createWebhook(ports, { ...plain, name: 'Without links' });
    for (const wanted of [{ name: 'By hand' }, { name: 'Named', managed: { slug: 'named' } }]) {
      const { id: webhookId } = valueOf(await createWebhook(ports, { ...plain, ...wanted })).webhook;
      await putLink(ports, { organizationId, webhookId, act }, { channelId, enabled: false, filter: null });
    }
    const rest = documentOf({ live }, { ci: { ...ci, links: { live: {} } } });

    const kept = planOf(await organization.plan(rest));
    const plan = planOf(await organization.apply(rest, { prune: true }));

    expect(kept.changes.some(({ action }) => action === 'delete')).toBe(false);
    expect(changed(plan)).toMatchObject([
      { action: 'delete', type: 'webhook', slug: 'other', fields: [{ path: 'name', before: 'Other', after: null }] },
      { action: 'update', type: 'webhook', slug: 'ci' },
      {
        action: 'update',
        type: 'webhook',
        slug: null,
        fields: [{ path: 'links.ops', before: { enabled: false }, after: null }],
      },
      { action: 'update', type: 'webhook', slug: 'named' },
      { action: 'delete', type: 'channel', slug: 'ops' },
    ]);
    expect((await organization.webhooks()).map(({ name, links }) => [name, links.length])).toEqual([
      ['Named', 0],
      ['By hand', 0],
      ['Without links', 0],
      ['CI', 1],
    ]);
    expect((await organization.channels()).map(({ slug }) => slug)).toEqual(['live']);
  });

  it('deletes what lost its slug by hand: no document names it any more', async () => {
    const organization = openOrganization();
    await organization.apply(documentOf({ live }, { ci: { name: 'CI' } }));
    const [channel, webhook] = [await organization.channelAt('live'), await organization.webhookAt('ci')];
    await updateChannel(organization.ports, { organizationId, channelId: channel.id, act }, { slug: null });
    await updateWebhook(organization.ports, { organizationId, webhookId: webhook.id, act }, { slug: null });

    const plan = planOf(await organization.apply(documentOf({}), { prune: true }));

    expect(plan.changes).toMatchObject([
      { action: 'delete', slug: null },
      { action: 'delete', slug: null },
    ]);
    expect([...(await organization.channels()), ...(await organization.webhooks())]).toEqual([]);
  });

  it('deletes all of it by a document of nothing', async () => {
    const organization = openOrganization();
    await organization.apply(documentOf({ live }, { ci: { name: 'CI', links: { live: {} } } }));

    const plan = planOf(await organization.apply({ version: 1 }, { prune: true }));

    expect(plan.changes.map(({ action, type }) => `${action} ${type}`)).toEqual(['delete webhook', 'delete channel']);
    expect((await organization.exported()).document).toEqual(documentOf({}));
  });

  it('makes room for new webhooks before it makes them', async () => {
    const organization = openOrganization();
    await organization.apply(documentOf({}, { one: { name: 'One' }, two: { name: 'Two' } }), { limit: 2 });
    const next = documentOf({}, { one: { name: 'One' }, three: { name: 'Three' } });

    const refused = await organization.apply(next, { limit: 2 });
    const applied = await organization.apply(next, { limit: 2, prune: true });

    expect([refused, applied.kind]).toEqual([{ kind: 'plan-limit', limit: 2 }, 'done']);
  });

  it('does not link what it is about to delete', async () => {
    const organization = openOrganization();
    await organization.apply(documentOf({ live }));
    const linked = documentOf({}, { ci: { name: 'CI', links: { live: {} } } });

    expect((await organization.plan(linked)).kind).toBe('done');
    expect(issuesIn(await organization.plan(linked, { prune: true }))).toMatchObject([
      { path: 'document.webhooks.ci.links.live' },
    ]);
  });
});

describe('an organisation of any size', () => {
  it('is read whole: more webhooks than one page of a list', async () => {
    const organization = openOrganization();
    const webhooks = Object.fromEntries(Array.from({ length: 205 }, (_, index) => [`w-${index}`, { name: 'W' }]));

    await organization.apply({ version: 1, webhooks });

    expect(changed(planOf(await organization.plan({ version: 1, webhooks }, { limit: 1 })))).toEqual([]);
    expect(Object.keys((await organization.exported()).document.webhooks ?? {})).toHaveLength(205);
  });
});

describe('a document that cannot be applied', () => {
  it('changes nothing, and every fault is told with its place', async () => {
    const organization = openOrganization({ liveStream: 'off' });
    const faulty = documentOf(
      {
        good: hook('https://example.com/a'),
        stream: live,
        plain: { ...slack, config: { botToken: 'xoxb-plain', channel: 'C0123456789' } },
        missing: slack,
        wrong: { kind: 'sns', name: 'Wrong', config: { nothing: 1 } },
      },
      { ci: { name: 'CI', links: { nowhere: {}, good: { answers: true } } } },
    );

    const outcome = await organization.apply(faulty, { secrets: { key: 'header-0123' } });

    expect(issuesIn(outcome)).toEqual(
      expect.arrayContaining([
        { path: 'document.channels.missing.config.botToken', message: expect.stringContaining('"ops-slack-token"') },
        { path: 'document.channels.plain.config.botToken', message: expect.stringContaining('never in the document') },
        { path: 'document.channels.stream.kind', message: expect.stringContaining('LIVE_STREAM') },
        { path: 'document.channels.wrong.config.nothing', message: 'unknown field' },
        { path: 'document.webhooks.ci.links.nowhere', message: expect.stringContaining('no channel') },
        { path: 'document.webhooks.ci.links.good.answers', message: expect.stringContaining('nobody can answer') },
      ]),
    );
    expect(JSON.stringify(outcome)).not.toContain('xoxb-plain');
    expect([await organization.channels(), await organization.webhooks(), await organization.audit()]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('is one that changes a kind or a preset', async () => {
    const organization = openOrganization();
    await organization.apply(documentOf({ live }, { ci: { name: 'CI', preset: 'github' }, plain: { name: 'Plain' } }));

    const outcome = await organization.plan(
      documentOf(
        { live: hook('https://example.com') },
        { ci: { name: 'CI' }, plain: { name: 'Plain', preset: 'github' } },
      ),
      { secrets },
    );

    expect(issuesIn(outcome)).toEqual([
      { path: 'document.channels.live.kind', message: 'must stay "live-stream": a kind never changes' },
      { path: 'document.webhooks.ci.preset', message: expect.stringContaining('must stay "github"') },
      { path: 'document.webhooks.plain.preset', message: expect.stringContaining('must stay none') },
    ]);
  });

  it('is one that names what a stack manages', async () => {
    const organization = openOrganization();
    const managed = { slug: 'mine', managedBy: 'stack' } as const;
    const { ports } = organization;
    const channel = { organizationId, kind: 'live-stream', name: 'Live', config: {}, enabled: true, act } as const;
    await createChannel(ports, { ...channel, managed });
    await createWebhook(ports, { organizationId, name: 'CI', requireApiKey: false, managed, act });

    const outcome = await organization.plan(documentOf({ mine: live }, { mine: { name: 'CI' } }));
    const linking = await organization.apply(documentOf({}, { ci: { name: 'CI', links: { mine: {} } } }));

    expect(issuesIn(outcome)).toEqual([
      { path: 'document.channels.mine', message: 'is managed by a stack: change it there' },
      { path: 'document.webhooks.mine', message: 'is managed by a stack: change it there' },
    ]);
    expect(linking.kind).toBe('done');
    expect((await organization.exported()).document).toEqual({
      version: 1,
      channels: {},
      webhooks: { ci: { name: 'CI', links: { mine: {} } } },
    });
  });

  it('is one with more links or larger filters than a webhook may have', async () => {
    const organization = openOrganization();
    const slugs = Array.from({ length: 101 }, (_, index) => `live-${index}`);
    const channels = Object.fromEntries(slugs.map((slug) => [slug, live]));
    const filter = { any: [{ tags: { any: ['x'.repeat(3000)] } }] };
    const links = (count: number, link: object) =>
      Object.fromEntries(slugs.slice(0, count).map((slug) => [slug, link]));

    const outcome = await organization.plan(
      documentOf(channels, {
        many: { name: 'Many', links: links(101, {}) },
        large: { name: 'Large', links: links(100, { filter }), templates: { message: 'x'.repeat(9000) } },
      }),
    );

    expect(issuesIn(outcome)).toEqual([
      { path: 'document.webhooks.large', message: expect.stringContaining('is larger than') },
      { path: 'document.webhooks.many.links', message: 'a webhook has at most 100 channels' },
    ]);
  });
});

describe('secrets', () => {
  it('are wanted again when an address moves to another server, and a made one is made anew', async () => {
    const organization = openOrganization();
    await organization.apply(documentOf({ hook: hook('https://example.com/a') }), { secrets });
    const { config: before } = await organization.channelAt('hook');

    const path = await organization.apply(documentOf({ hook: hook('https://example.com/b') }));
    const { config: same } = await organization.channelAt('hook');
    const refused = await organization.plan(documentOf({ hook: hook('https://evil.example/b') }));
    organization.generators.advance(1);
    const moved = await organization.apply(documentOf({ hook: hook('https://evil.example/b') }), { secrets });

    expect(path.kind).toBe('done');
    expect(same).toMatchObject({ secret: before['secret'], headers: { 'X-Key': 'header-0123' } });
    expect(issuesIn(refused)).toMatchObject([{ path: 'document.channels.hook.config.headers.X-Key' }]);
    expect(moved.kind).toBe('done');
    expect((await organization.channelAt('hook')).config).not.toHaveProperty('previousSecret');
  });

  it('that the router made are not exported; given ones are, until a document leaves them to the router', async () => {
    const organization = openOrganization();
    const own = `whsec_${Buffer.from('a signing key of somebody').toString('base64')}`;
    const given = {
      kind: 'webhook',
      name: 'Given',
      config: { url: 'https://example.com', secret: { secret: 'own' } },
    } as const;
    const made = { kind: 'webhook', name: 'Made', config: { url: 'https://example.com' } } as const;
    await organization.apply(documentOf({ given, made }), { secrets: { own } });

    const first = await organization.exported();
    const plan = planOf(await organization.apply(documentOf({ given: { ...given, config: made.config }, made })));

    expect(first).toMatchObject({ document: { channels: { given, made } }, secretsNeeded: ['own'] });
    expect(changed(plan)).toMatchObject([{ slug: 'given', fields: [{ path: 'config.secret', after: null }] }]);
    expect((await organization.channelAt('given')).config['secret']).toBe(own);
    expect((await organization.exported()).secretsNeeded).toEqual([]);
  });

  it('keep the name that a document gave them, and two of one name are told apart when they differ', async () => {
    const organization = openOrganization();
    const shared = documentOf({ one: slack, two: slack });
    await organization.apply(shared, { secrets });
    const before = await organization.exported();
    const { id: channelId } = await organization.channelAt('two');
    const config = { botToken: 'xoxb-another-one' };
    await updateChannel(organization.ports, { organizationId, channelId, act }, { config });

    const after = await organization.exported();

    expect(before).toEqual({ document: { ...shared, webhooks: {} }, secretsNeeded: ['ops-slack-token'] });
    expect(after.secretsNeeded).toEqual(['ops-slack-token', 'ops-slack-token-2']);
  });

  it('are wanted for each place that is new, of a channel that is there too', async () => {
    const organization = openOrganization();
    await organization.apply(documentOf({ hook: hook('https://example.com') }), { secrets });
    const more = { 'X-Key': { secret: 'key' }, 'X-More': { secret: 'more' } };
    const entry = (headers: unknown) => ({ ...hook(''), config: { url: 'https://example.com', headers } });

    const missing = await organization.plan(documentOf({ hook: entry(more) }));
    const odd = await organization.plan(documentOf({ hook: entry('x') }));

    expect(issuesIn(missing)).toMatchObject([{ path: 'document.channels.hook.config.headers.X-More' }]);
    expect(issuesIn(odd)).toMatchObject([{ path: 'document.channels.hook.config.headers' }]);
  });

  it('must be named by an object, not by anything else in their place', async () => {
    const organization = openOrganization();
    const wrong = [{ secret: '' }, { secret: 1 }, { secret: 'a', more: 'b' }, 17];

    for (const botToken of wrong) {
      const outcome = await organization.plan(documentOf({ ops: { ...slack, config: { botToken, channel: 'C0' } } }));
      expect(issuesIn(outcome)).toMatchObject([{ path: 'document.channels.ops.config.botToken' }]);
    }
  });
});

describe('applying while others change things', () => {
  it('is refused with the digest of a plan that would be another by now', async () => {
    const organization = openOrganization();
    const { digest } = planOf(await organization.plan(whole, { secrets }));
    await organization.apply(documentOf({ live }));

    const stale = await organization.apply(whole, { secrets, digest });
    const fresh = await organization.apply(whole, {
      secrets,
      digest: planOf(await organization.plan(whole, { secrets })).digest,
    });

    expect([stale, fresh.kind]).toEqual([{ kind: 'stale' }, 'done']);
  });

  it('ends in the document, whoever changed what in between', async () => {
    const { ports, ...rest } = openOrganization();
    await rest.apply(documentOf({ live }, { ci: { name: 'CI', links: { live: {} } } }));
    let isFirst = true;
    const store = {
      ...ports.store,
      replaceChannel: async (change: Parameters<typeof ports.store.replaceChannel>[0]) => {
        const result = await ports.store.replaceChannel(change);
        if (isFirst) {
          isFirst = false;
          const { id: webhookId } = (await rest.webhooks())[0]!;
          await deleteWebhook(ports, { organizationId, webhookId, act });
        }
        return result;
      },
    };
    const other = openOrganization({ store });
    const next = documentOf({ live: { ...live, name: 'Next' } }, { ci: { name: 'Next', links: { live: {} } } });

    const outcome = await other.apply(next);

    expect(outcome.kind).toBe('done');
    expect((await other.exported()).document).toEqual(next);
  });

  it('gives up when somebody is always faster, and when another document is being applied', async () => {
    const { ports } = openOrganization();
    const losing = openOrganization({
      store: { ...ports.store, insertChannel: async () => ({ kind: 'slug-taken' }) },
    });
    const locked = openOrganization();
    await locked.ports.store.lockApply({ organizationId, holder: 'other', at: 0, until: locked.ports.now() });

    expect((await losing.apply(documentOf({ live }))).kind).toBe('busy');
    expect((await locked.apply(documentOf({ live }))).kind).toBe('busy');
    locked.generators.advance(1);
    expect((await locked.apply(documentOf({ live }))).kind).toBe('done');
  });

  it('passes on a refusal of the store, and frees the lock', async () => {
    const { ports } = openOrganization();
    const store = { ...ports.store, insertWebhook: async () => ({ kind: 'plan-limit', limit: 1 }) as const };
    const organization = openOrganization({ store });

    const outcome = await organization.apply(documentOf({ live }, { ci: { name: 'CI', links: { live: {} } } }));

    expect(outcome).toEqual({ kind: 'plan-limit', limit: 1 });
    expect(await ports.store.lockApply({ organizationId, holder: 'next', at: 0, until: 1 })).toBe(true);
  });

  it('stops in time, says what is left, and goes on from there the next time', async () => {
    const organization = openOrganization();
    const { ports } = organization;
    const slow = {
      ...ports.store,
      insertChannel: async (...args: Parameters<typeof ports.store.insertChannel>) => {
        organization.generators.advance(15_000);
        return ports.store.insertChannel(...args);
      },
    };
    const other = openOrganization({ ...organization.generators, store: slow });
    const document = documentOf({ a: live, b: live, c: live }, { ci: { name: 'CI', links: { c: {} } } });

    const first = await other.apply(document);
    const second = await other.apply(document);

    expect(first).toEqual({ kind: 'unfinished', left: 2 });
    expect(second.kind).toBe('done');
    expect((await other.exported()).document).toEqual(document);
  });
});
