import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mapSecrets } from '../../../core/channels/config-secrets.ts';
import { ChannelKind, takesEach } from '../../../core/channels/kinds.ts';
import { channelKinds } from '../../../core/channels/registry.ts';
import type { ChannelEntry, ConfigDocument, WebhookEntry } from '../../../core/document/document.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { createChannel } from '../../../core/directory/channels.ts';
import { putLink } from '../../../core/directory/links.ts';
import { createWebhook, updateWebhook } from '../../../core/directory/webhooks.ts';
import type { Filter } from '../../../core/filter/filter.ts';
import { act } from '../../fakes/audit.ts';
import { loadVendors } from '../../vendors/load-vendors.ts';
import { ORGANIZATION as organizationId, valueOf } from '../directory/directory-ports.ts';
import { changed, openOrganization, planOf, type TestOrganization } from './rig.ts';

const key = `whsec_${Buffer.from('a signing key of somebody').toString('base64')}`;
const url = fc.constantFrom('https://example.com/a', 'https://example.com/b', 'https://example.org/');
const headers = fc.dictionary(
  fc.constantFrom('X-A', 'x-b', 'authorization'),
  fc.constantFrom('one-secret', 'another-one'),
);
const config = fc.oneof(
  fc.record({
    kind: fc.constant('live-stream' as const),
    config: fc.record({ format: fc.constantFrom('json', 'text') }),
  }),
  fc.record({
    kind: fc.constant('webhook' as const),
    config: fc.record({ url, headers, secret: fc.constant(key) }, { requiredKeys: ['url'] }),
  }),
  fc.record({
    kind: fc.constant('slack' as const),
    config: fc.record({ botToken: fc.constantFrom('xoxb-1', 'xoxb-2'), channel: fc.constantFrom('C0', 'C1') }),
  }),
);
const name = fc.constantFrom('Ops', 'ops', 'ÖPS!', '警報', 'A'.repeat(100), 'no', '1');
const settings = fc.record(
  {
    enabled: fc.boolean(),
    retrySchedule: fc.constantFrom([5], [60, 60]),
    notifyOnProblems: fc.boolean(),
  },
  { requiredKeys: ['enabled'] },
);
const channel = fc.tuple(config, name, settings).map(([kind, text, rest]) => ({ ...kind, name: text, ...rest }));
const filter: fc.Arbitrary<Filter | null> = fc.constantFrom<(Filter | null)[]>(
  null,
  { priority: { gte: 3 } },
  { any: [{ tags: { any: ['a', 'b'] } }, { path: 'a.b[0]', op: 'eq', value: 'no' }] },
);
const webhook = fc.record({
  name,
  requireApiKey: fc.boolean(),
  enabled: fc.boolean(),
  preset: fc.constantFrom(undefined, 'github', 'grafana'),
  templates: fc.constantFrom(undefined, { title: '{{ a }}' }, { message: 'x', tags: 'a,b' }),
  lifecycle: fc.constantFrom(undefined, {}, { key: '{{ id }}', autoResolveSeconds: 60 }),
  links: fc.array(fc.record({ channel: fc.nat(), enabled: fc.boolean(), filter, answers: fc.boolean() }), {
    maxLength: 4,
  }),
});
const organization = fc.record({
  channels: fc.array(channel, { maxLength: 5 }),
  webhooks: fc.array(webhook, { maxLength: 5 }),
});
type Random = typeof organization extends fc.Arbitrary<infer T> ? T : never;

/** Makes all of it by hand. */
async function furnish({ ports }: TestOrganization, { channels, webhooks }: Random): Promise<void> {
  const made: Channel[] = [];
  for (const wanted of channels) {
    made.push(valueOf(await createChannel(ports, { organizationId, ...wanted, act })).channel);
  }
  for (const { links, enabled, ...wanted } of webhooks) {
    const { id } = valueOf(await createWebhook(ports, { organizationId, ...wanted, act })).webhook;
    const target = { organizationId, webhookId: id, act };
    for (const { channel: at, answers, ...link } of made.length === 0 ? [] : links) {
      const { id: channelId, kind } = made[at % made.length]!;
      valueOf(await putLink(ports, target, { ...link, channelId, answers: answers && !takesEach(kind) }));
    }
    await updateWebhook(ports, target, { enabled });
  }
}

it('an exported organisation, applied to an empty one, is exported the same', async () => {
  await fc.assert(
    fc.asyncProperty(organization, async (random) => {
      const [from, to] = [openOrganization(), openOrganization()];
      await furnish(from, random);
      const { document, secretsNeeded } = await from.exported();
      const secrets = await from.secrets(document);

      const applied = planOf(await to.apply(document, { secrets }));
      const again = planOf(await to.apply(document));
      const back = planOf(await from.apply(document, { secrets }));

      expect(Object.keys(secrets).sort()).toEqual(secretsNeeded);
      expect(applied.changes.every(({ action }) => action === 'create')).toBe(true);
      expect(await to.exported()).toEqual({ document, secretsNeeded });
      expect([changed(again), changed(back)]).toEqual([[], []]);
    }),
    { numRuns: 60 },
  );
});

const anySlug = fc.constantFrom('a', 'b', 'c', 'constructor');
const entries = fc.record({
  channels: fc.dictionary(
    anySlug,
    fc.tuple(name, settings).map(([text, rest]): ChannelEntry => ({ kind: 'live-stream', name: text, ...rest })),
  ),
  webhooks: fc.dictionary(
    anySlug,
    fc.record({
      name,
      enabled: fc.boolean(),
      links: fc.dictionary(anySlug, fc.record({ enabled: fc.boolean(), filter })),
    }),
  ),
});

/** Without links to channels that the document does not have. */
const randomDocument = entries.map(({ channels, webhooks }): ConfigDocument => {
  const linked = Object.entries(webhooks).map(([slug, { links, ...rest }]): [string, WebhookEntry] => {
    const known = Object.entries(links).filter(([channel]) => Object.hasOwn(channels, channel));
    return [slug, { ...rest, links: Object.fromEntries(known) }];
  });
  return { version: 1, channels, webhooks: Object.fromEntries(linked) };
});

/** What differs between two documents, as a plan would name it. */
function differences(before: ConfigDocument, after: ConfigDocument): string[] {
  return (['channel', 'webhook'] as const).flatMap((type) => {
    const [old, now] = [new Map(Object.entries(before[`${type}s`]!)), new Map(Object.entries(after[`${type}s`]!))];
    const slugs = [...new Set([...old.keys(), ...now.keys()])];
    return slugs.flatMap((slug) => {
      if (!old.has(slug)) return [`create ${type} ${slug}`];
      if (!now.has(slug)) return [`delete ${type} ${slug}`];
      return JSON.stringify(old.get(slug)) === JSON.stringify(now.get(slug)) ? [] : [`update ${type} ${slug}`];
    });
  });
}

it('a plan says exactly what applying does', async () => {
  await fc.assert(
    fc.asyncProperty(randomDocument, randomDocument, fc.boolean(), async (one, two, prune) => {
      const target = openOrganization();
      await target.apply(one);
      const before = (await target.exported()).document;

      const planned = planOf(await target.plan(two, { prune }));
      const untouched = (await target.exported()).document;
      const applied = planOf(await target.apply(two, { prune, digest: planned.digest }));

      const after = (await target.exported()).document;
      const named = changed(applied).map(
        (change) =>
          `${change.action} ${(change as never as { type: string }).type} ${(change as never as { slug: string }).slug}`,
      );
      expect(untouched).toEqual(before);
      expect(applied).toEqual(planned);
      expect(named.sort()).toEqual(differences(before, after).sort());
    }),
    { numRuns: 100 },
  );
});

it('an application that dies anywhere is completed by applying the same document again', async () => {
  await fc.assert(
    fc.asyncProperty(randomDocument, randomDocument, fc.nat({ max: 12 }), async (one, two, writes) => {
      const healthy = openOrganization();
      await healthy.apply(one);
      let left = writes;
      const dying =
        <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
        async (...args: A) => {
          if (left === 0) throw new Error('dead');
          left -= 1;
          return write(...args);
        };
      const { store } = healthy.ports;
      const mortal = openOrganization({
        ...healthy.generators,
        store: {
          ...store,
          insertChannel: dying(async (channel, entry) => store.insertChannel(channel, entry)),
          replaceChannel: dying(async (change) => store.replaceChannel(change)),
          removeChannel: dying(async (removal) => store.removeChannel(removal)),
          insertWebhook: dying(async (insertion) => store.insertWebhook(insertion)),
          replaceWebhook: dying(async (change) => store.replaceWebhook(change)),
          removeWebhook: dying(async (webhook, entry) => store.removeWebhook(webhook, entry)),
          unlockApply: async () => undefined,
        },
      });
      await mortal.apply(two, { prune: true }).catch(() => undefined);
      healthy.generators.advance(31_000);

      await healthy.apply(two, { prune: true });

      const fresh = openOrganization();
      await fresh.apply(two);
      expect((await healthy.exported()).document).toEqual((await fresh.exported()).document);
    }),
    { numRuns: 60 },
  );
});

it('channels of every kind come back as they were', async () => {
  const vendors = (await loadVendors()).map((vendor) => ({
    kind: vendor.kind,
    config: vendor.config('https://vendor.example'),
  }));
  const others = [
    { kind: 'live-stream', config: {} },
    { kind: 'web-push', config: { contact: 'mailto:ops@example.com' } },
    { kind: 'webhook', config: { url: 'https://example.com', secret: key, headers: { 'X-Key': 'secret-1' } } },
    { kind: 'email', config: { to: ['ops@example.com'] } },
    { kind: 'sms', config: { to: ['+14155550123'] } },
    { kind: 'sns', config: { topicArn: 'arn:aws:sns:eu-west-1:123456789012:alerts' } },
    { kind: 'sqs', config: { queueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/alerts' } },
    { kind: 'eventbridge', config: { busArn: 'arn:aws:events:eu-west-1:123456789012:event-bus/alerts' } },
  ] as const;
  const [from, to] = [openOrganization(), openOrganization()];
  for (const { kind, config } of [...vendors, ...others]) {
    const created = await createChannel(from.ports, { organizationId, kind, name: kind, config, enabled: true, act });
    expect([kind, created.kind]).toEqual([kind, 'done']);
  }

  const { document, secretsNeeded } = await from.exported();
  await to.apply(document, { secrets: await from.secrets(document) });

  expect(new Set((await from.channels()).map(({ kind }) => kind))).toEqual(new Set(ChannelKind.options));
  expect(await to.exported()).toEqual({ document, secretsNeeded });
  for (const { kind, config } of await from.channels()) {
    const stored = (await to.channels()).find((channel) => channel.kind === kind)!;
    expect(Object.keys(stored.config).sort()).toEqual(Object.keys(config).sort());
    mapSecrets(config, channelKinds[kind].secrets, (secret) => expect(JSON.stringify(document)).not.toContain(secret));
  }
});
