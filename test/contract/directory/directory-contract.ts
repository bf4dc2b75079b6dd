import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Channel } from '../../../core/directory/channel.ts';
import { idOf } from '../../../core/message/ids.ts';
import { hashSecret } from '../../../core/directory/secret-hash.ts';
import type { Organization } from '../../../core/directory/organization.ts';
import type { Token } from '../../../core/directory/token.ts';
import type { Webhook } from '../../../core/directory/webhook.ts';
import type { Endpoint } from '../../../core/directory/endpoint.ts';
import type { StreamEndpoint } from '../../../core/directory/stream-endpoint.ts';
import type { LiveControl } from '../../../core/live/live-event.ts';
import type { DirectoryStore } from '../../fakes/directory.ts';
import { auditEntry } from '../../fakes/audit.ts';
import { createFakeGenerators } from '../../fakes/generators.ts';

/** A directory under test, with the eyes of its other readers. */
export interface DirectoryUnderTest {
  readonly store: DirectoryStore;
  readonly endpointAt: (publicId: string) => Promise<Endpoint | undefined>;
  readonly streamAt: (streamId: string) => Promise<StreamEndpoint | undefined>;
  readonly controlsOf: (channelId: string) => Promise<LiveControl[]>;
  readonly close?: () => Promise<void>;
}

const generators = createFakeGenerators();
const at = new Date(generators.now()).toISOString();
const newOrganizationId = () => idOf('organization', generators.newUlid());

const noted = () => auditEntry(newOrganizationId());

function organization(overrides: Partial<Organization> = {}): Organization {
  return {
    id: newOrganizationId(),
    name: 'Acme',
    plan: 'free',
    extraPacks: 0,
    createdAt: at,
    version: 1,
    ...overrides,
  };
}

function webhook(organizationId: string, overrides: Partial<Webhook> = {}): Webhook {
  return {
    id: idOf('webhook', generators.newUlid()),
    organizationId,
    publicId: generators.newPublicId(),
    name: 'Deployments',
    enabled: true,
    requireApiKey: false,
    links: [],
    createdAt: at,
    updatedAt: at,
    version: 1,
    ...overrides,
  };
}

function stream(organizationId: string, overrides: Partial<Channel> = {}): Channel {
  return {
    id: idOf('channel', generators.newUlid()),
    organizationId,
    kind: 'live-stream',
    name: 'Live',
    enabled: true,
    config: { format: 'json', includePriority: true, includeTags: true, includePayload: true },
    streamId: generators.newPublicId(),
    pauses: [],
    createdAt: at,
    updatedAt: at,
    version: 1,
    ...overrides,
  };
}

function token(organizationId: string): Token {
  const secret = generators.newSecretHex();
  const id = idOf('token', generators.newUlid());
  const facts = { id, organizationId, name: 'CI', role: 'admin' as const, prefix: 'nrm_aaaaaaaa', createdAt: at };
  return { ...facts, tokenHash: hashSecret(secret) };
}

/** What every directory must do. */
export function describeDirectory(name: string, open: () => Promise<DirectoryUnderTest>): void {
  describe(`directory: ${name}`, () => {
    let directory: DirectoryUnderTest;
    let store: DirectoryStore;
    beforeAll(async () => {
      directory = await open();
      store = directory.store;
    });
    afterAll(async () => directory.close?.());

    describe('organisations', () => {
      it('reads back what was stored, and nothing for an unknown or malformed id', async () => {
        const acme = organization();

        await store.insertOrganization({ organization: acme, entries: [noted()] });

        expect(await store.readOrganization(acme.id)).toEqual(acme);
        expect(await store.readOrganization(newOrganizationId())).toBeUndefined();
        expect(await store.readOrganization('#')).toBeUndefined();
      });

      it('replaces a version once: the second writer of the same version loses', async () => {
        const acme = organization();
        await store.insertOrganization({ organization: acme, entries: [noted()] });

        const first = await store.replaceOrganization({
          before: acme,
          after: { ...acme, name: 'First', version: 2 },
          entry: noted(),
        });
        const second = await store.replaceOrganization({
          before: acme,
          after: { ...acme, name: 'Second', version: 2 },
          entry: noted(),
        });

        expect([first.kind, second.kind]).toEqual(['saved', 'lost']);
        expect((await store.readOrganization(acme.id))?.name).toBe('First');
      });
    });

    describe('tokens', () => {
      it('recognises a token by its hash until it is removed', async () => {
        const ci = token(newOrganizationId());
        await store.insertToken(ci, noted());

        const before = await store.findGrant(ci.tokenHash);
        const removed = await store.removeToken(ci, noted());
        const after = await store.findGrant(ci.tokenHash);

        expect(before).toEqual({ organizationId: ci.organizationId, tokenId: ci.id, role: 'admin', name: 'CI' });
        expect(removed.kind).toBe('saved');
        expect(after).toBeUndefined();
        expect(await store.listTokens(ci.organizationId, { limit: 10 })).toEqual({ items: [] });
      });

      it('is not found from another organisation', async () => {
        const ci = token(newOrganizationId());
        await store.insertToken(ci, noted());

        expect(await store.readToken(newOrganizationId(), ci.id)).toBeUndefined();
        expect(await store.readToken(ci.organizationId, ci.id)).toEqual(ci);
      });
    });

    describe('webhooks', () => {
      it('stores a webhook with the endpoint that its sends read', async () => {
        const hook = webhook(newOrganizationId(), { apiKeyHash: 'abc', templates: { title: '{{ a }}' } });

        const result = await store.insertWebhook({ webhook: hook, entry: noted() });

        expect(result.kind).toBe('saved');
        expect(await store.readWebhook(hook.organizationId, hook.id)).toEqual(hook);
        expect(await directory.endpointAt(hook.publicId)).toEqual({
          organizationId: hook.organizationId,
          webhookId: hook.id,
          webhookName: 'Deployments',
          enabled: true,
          requireApiKey: false,
          apiKeyHash: 'abc',
          templates: { title: '{{ a }}' },
          links: [],
        });
      });

      it('is not found from another organisation, nor by an id that would be another key', async () => {
        const hook = webhook(newOrganizationId());
        await store.insertWebhook({ webhook: hook, entry: noted() });

        expect(await store.readWebhook(newOrganizationId(), hook.id)).toBeUndefined();
        expect(await store.readWebhook(hook.organizationId, `${hook.id}#x`)).toBeUndefined();
        expect(await store.readWebhook(hook.organizationId, 'x'.repeat(5000))).toBeUndefined();
      });

      it('moves the endpoint when the public id changes', async () => {
        const hook = webhook(newOrganizationId());
        await store.insertWebhook({ webhook: hook, entry: noted() });
        const after = { ...hook, publicId: generators.newPublicId(), version: 2 };

        const result = await store.replaceWebhook({ before: hook, after, entry: noted() });

        expect(result.kind).toBe('saved');
        expect(await directory.endpointAt(hook.publicId)).toBeUndefined();
        expect((await directory.endpointAt(after.publicId))?.webhookId).toBe(hook.id);
      });

      it('lets one of two writers of the same version win, with webhook and endpoint of the same one', async () => {
        const hook = webhook(newOrganizationId());
        await store.insertWebhook({ webhook: hook, entry: noted() });
        const rename = (name: string) =>
          store.replaceWebhook({
            before: hook,
            after: { ...hook, name, version: hook.version + 1 },
            entry: noted(),
          });

        const results = await Promise.all([rename('First'), rename('Second')]);

        expect(results.map(({ kind }) => kind).sort()).toEqual(['lost', 'saved']);
        const stored = await store.readWebhook(hook.organizationId, hook.id);
        expect((await directory.endpointAt(hook.publicId))?.webhookName).toBe(stored?.name);
      });

      it('refuses a link to a channel that is gone', async () => {
        const organizationId = newOrganizationId();
        const hook = webhook(organizationId);
        await store.insertWebhook({ webhook: hook, entry: noted() });
        const channelId = idOf('channel', generators.newUlid());
        const links = [{ channelId, kind: 'live-stream' as const, enabled: true, filter: null }];

        const result = await store.replaceWebhook({
          before: hook,
          after: { ...hook, links, version: 2 },
          entry: noted(),
        });

        expect(result.kind).toBe('lost');
        expect((await store.readWebhook(organizationId, hook.id))?.links).toEqual([]);
      });

      it('gives a slug to one of all that want it at the same time, and frees it with its webhook', async () => {
        const organizationId = newOrganizationId();
        const hooks = Array.from({ length: 6 }, () => webhook(organizationId, { slug: 'ci' }));
        const insert = async (hook: Webhook): Promise<string> => {
          const { kind } = await store.insertWebhook({ webhook: hook, entry: noted() });
          return kind === 'lost' ? insert(hook) : kind;
        };

        const kinds = await Promise.all(hooks.map(insert));
        const { items } = await store.listWebhooks(organizationId, { limit: 10 });
        const elsewhere = await insert(webhook(newOrganizationId(), { slug: 'ci' }));
        await store.removeWebhook(items[0]!, noted());
        const afterwards = await insert(webhook(organizationId, { slug: 'ci' }));

        expect(kinds.toSorted()).toEqual(['saved', ...Array.from({ length: 5 }, () => 'slug-taken')]);
        expect(items).toHaveLength(1);
        expect([elsewhere, afterwards]).toEqual(['saved', 'saved']);
      });

      it('moves a slug with its change: the old one is free, a taken one refuses the whole change', async () => {
        const organizationId = newOrganizationId();
        const [one, two] = [webhook(organizationId, { slug: 'one' }), webhook(organizationId, { slug: 'two' })];
        for (const hook of [one, two]) await store.insertWebhook({ webhook: hook, entry: noted() });
        const moved = { ...one, slug: 'three', version: 2 };
        const replace = async (before: Webhook, after: Webhook) =>
          (await store.replaceWebhook({ before, after, entry: noted() })).kind;

        const kinds = [
          await replace(one, moved),
          await replace(two, { ...two, slug: 'three', name: 'Taken', version: 2 }),
          await replace(one, { ...one, slug: 'two', version: 2 }),
          await replace(two, { ...two, slug: 'one', version: 2 }),
        ];

        expect(kinds).toEqual(['saved', 'slug-taken', 'lost', 'saved']);
        expect((await store.readWebhook(organizationId, two.id))?.name).toBe('Deployments');
      });

      it('links channels only if each of them is there, when it is made too', async () => {
        const organizationId = newOrganizationId();
        const live = stream(organizationId);
        await store.insertChannel(live, noted());
        const linkTo = (channelId: string) => ({
          channelId,
          kind: 'live-stream' as const,
          enabled: true,
          filter: null,
        });
        const insert = async (...ids: string[]) =>
          (await store.insertWebhook({ webhook: webhook(organizationId, { links: ids.map(linkTo) }), entry: noted() }))
            .kind;

        expect(await insert(live.id, idOf('channel', generators.newUlid()))).toBe('lost');
        expect(await insert(live.id)).toBe('saved');
      });

      it('removes webhook and endpoint together', async () => {
        const hook = webhook(newOrganizationId());
        await store.insertWebhook({ webhook: hook, entry: noted() });

        const result = await store.removeWebhook(hook, noted());

        expect(result.kind).toBe('saved');
        expect(await store.readWebhook(hook.organizationId, hook.id)).toBeUndefined();
        expect(await directory.endpointAt(hook.publicId)).toBeUndefined();
        expect((await store.removeWebhook(hook, noted())).kind).toBe('lost');
      });

      it('accepts exactly as many webhooks as the limit allows, even all at once, and one more after a removal', async () => {
        const organizationId = newOrganizationId();
        const hooks = Array.from({ length: 8 }, () => webhook(organizationId));
        const insert = async (hook: Webhook): Promise<string> => {
          const { kind } = await store.insertWebhook({ webhook: hook, limit: 3, entry: noted() });
          return kind === 'lost' ? insert(hook) : kind;
        };

        const kinds = await Promise.all(hooks.map(insert));
        const { items } = await store.listWebhooks(organizationId, { limit: 100 });
        await store.removeWebhook(items[0]!, noted());
        const afterRemoval = await insert(webhook(organizationId));

        expect(kinds.filter((kind) => kind === 'saved')).toHaveLength(3);
        expect(items).toHaveLength(3);
        expect(afterRemoval).toBe('saved');
      });

      it('pages newest first, and ends with a page that has no next', async () => {
        const organizationId = newOrganizationId();
        const hooks = Array.from({ length: 4 }, () => webhook(organizationId));
        for (const hook of hooks) await store.insertWebhook({ webhook: hook, entry: noted() });
        const newestFirst = hooks.map(({ id }) => id).toReversed();

        const first = await store.listWebhooks(organizationId, { limit: 2 });
        const second = await store.listWebhooks(organizationId, { limit: 2, after: first.next! });

        expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(newestFirst);
        expect(second.next).toBeUndefined();
      });
    });

    describe('the lock of documents', () => {
      it('is held by one at a time, until it is freed or its time is over', async () => {
        const organizationId = newOrganizationId();
        const lock = async (holder: string, now: number) =>
          store.lockApply({ organizationId, holder, at: now, until: now + 30 });

        const first = await lock('one', 100);
        await store.unlockApply(organizationId, 'two');
        const held = [await lock('two', 100), await lock('two', 130)];
        const expired = await lock('two', 131);
        await store.unlockApply(organizationId, 'two');
        const freed = await lock('three', 131);

        expect([first, ...held, expired, freed]).toEqual([true, false, false, true, true]);
      });
    });

    describe('channels', () => {
      it('gives a slug to one channel, whatever webhooks are called', async () => {
        const organizationId = newOrganizationId();
        const [one, two] = [stream(organizationId, { slug: 'ops' }), stream(organizationId, { slug: 'ops' })];
        await store.insertWebhook({ webhook: webhook(organizationId, { slug: 'ops' }), entry: noted() });
        const other = stream(organizationId, { slug: 'other' });

        const inserted = [one, two, other].map(async (channel) => (await store.insertChannel(channel, noted())).kind);
        const kinds = await Promise.all(inserted);
        const kept = kinds[0] === 'saved' ? one : two;
        const change = { before: other, after: { ...other, slug: 'ops', version: 2 }, controls: [] };
        const taken = await store.replaceChannel({ ...change, entry: noted() });
        await store.removeChannel({ channel: kept, controls: [], entry: noted() });
        const freed = await store.replaceChannel({ ...change, entry: noted() });

        expect(kinds.toSorted()).toEqual(['saved', 'saved', 'slug-taken']);
        expect([taken.kind, freed.kind]).toEqual(['slug-taken', 'saved']);
      });

      it('stores a live stream with the endpoint that its readers find', async () => {
        const live = stream(newOrganizationId(), { enabled: false, pauses: [{ from: 1 }] });

        const result = await store.insertChannel(live, noted());

        expect(result.kind).toBe('saved');
        expect(await store.readChannel(live.organizationId, live.id)).toEqual(live);
        expect(await directory.streamAt(live.streamId!)).toEqual({
          organizationId: live.organizationId,
          channelId: live.id,
          enabled: false,
          config: live.config,
          pauses: [{ from: 1 }],
        });
      });

      it('writes no stream endpoint for another kind', async () => {
        const { streamId: _, pauses: __, ...facts } = stream(newOrganizationId());
        const channel: Channel = { ...facts, kind: 'webhook', config: { url: 'https://example.com' } };

        await store.insertChannel(channel, noted());

        expect(await store.readChannel(channel.organizationId, channel.id)).toEqual(channel);
      });

      it('replaces a stream id with its control event, both or neither', async () => {
        const live = stream(newOrganizationId());
        await store.insertChannel(live, noted());
        const after = { ...live, streamId: generators.newPublicId(), version: 2 };
        const control = (): LiveControl => ({
          kind: 'control',
          channelId: live.id,
          id: generators.newUlid(),
          expiresAt: 4_000_000_000,
          action: { type: 'close' },
        });

        const announced = control();
        const won = await store.replaceChannel({ before: live, after, controls: [announced], entry: noted() });
        const late = await store.replaceChannel({ before: live, after, controls: [control()], entry: noted() });

        expect([won.kind, late.kind]).toEqual(['saved', 'lost']);
        expect(await directory.streamAt(live.streamId!)).toBeUndefined();
        expect((await directory.streamAt(after.streamId))?.channelId).toBe(live.id);
        expect(await directory.controlsOf(live.id)).toEqual([announced]);
      });

      it('removes a channel with its stream endpoint', async () => {
        const live = stream(newOrganizationId());
        await store.insertChannel(live, noted());

        const result = await store.removeChannel({ channel: live, controls: [], entry: noted() });

        expect(result.kind).toBe('saved');
        expect(await store.readChannel(live.organizationId, live.id)).toBeUndefined();
        expect(await directory.streamAt(live.streamId!)).toBeUndefined();
      });

      it('announces a control event by itself', async () => {
        const channelId = idOf('channel', generators.newUlid());
        const control: LiveControl = {
          kind: 'control',
          channelId,
          id: generators.newUlid(),
          expiresAt: 4_000_000_000,
          action: { type: 'test' },
        };

        await store.announce(control);

        expect(await directory.controlsOf(channelId)).toEqual([control]);
      });

      it('lists only the channels of the organisation', async () => {
        const mine = stream(newOrganizationId());
        await store.insertChannel(mine, noted());
        await store.insertChannel(stream(newOrganizationId()), noted());

        const page = await store.listChannels(mine.organizationId, { limit: 10 });

        expect(page).toEqual({ items: [mine] });
      });
    });
  });
}
