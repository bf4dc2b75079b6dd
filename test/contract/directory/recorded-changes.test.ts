import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectoryRepository } from '../../../adapters/aws/directory/directory-repository.ts';
import { createChannelVault } from '../../../adapters/aws/secrets/channel-vault.ts';
import type { AuditEntry } from '../../../core/directory/audit-entry.ts';
import { idOf } from '../../../core/message/ids.ts';
import { hashSecret } from '../../../core/directory/secret-hash.ts';
import { suppressionIdOf } from '../../../core/directory/suppression.ts';
import { startTestDynamoDb } from '../../engines/dynamodb.ts';
import { auditEntry } from '../../fakes/audit.ts';
import { fakeDataKeys } from '../../fakes/data-keys.ts';
import { createFakeDirectory, type DirectoryStore } from '../../fakes/directory.ts';
import { createFakeGenerators } from '../../fakes/generators.ts';

interface Opened {
  readonly store: DirectoryStore;
  readonly close?: () => Promise<void>;
}

const generators = createFakeGenerators();
const at = '2026-11-20T10:00:00.000Z';
const facts = { name: 'One', enabled: true, createdAt: at, updatedAt: at, version: 1 };

function webhookOf(organizationId: string) {
  const id = idOf('webhook', generators.newUlid());
  return { ...facts, id, organizationId, publicId: generators.newPublicId(), requireApiKey: false, links: [] };
}

function streamOf(organizationId: string) {
  const config = { format: 'json', includePriority: true, includeTags: true, includePayload: true };
  const own = { kind: 'live-stream', config, streamId: generators.newPublicId(), pauses: [] } as const;
  return { ...facts, ...own, id: idOf('channel', generators.newUlid()), organizationId, pauses: [] };
}

function suppressionOf(organizationId: string) {
  const address = 'eve@example.com';
  return { id: suppressionIdOf(address), organizationId, address, reason: 'bounce', at } as const;
}

function organizationOf(id: string) {
  return { id, name: 'One', plan: 'free', extraPacks: 0, createdAt: at, version: 1 } as const;
}

function memberOf(organizationId: string) {
  const id = idOf('user', generators.newUlid());
  return { id, organizationId, email: 'ada@example.com', role: 'member', createdAt: at, version: 1 } as const;
}

function tokenOf(organizationId: string) {
  const tokenHash = hashSecret(generators.newSecretHex());
  const id = idOf('token', generators.newUlid());
  return { id, organizationId, name: 'CI', role: 'admin', tokenHash, prefix: 'nrm_', createdAt: at } as const;
}

function invitationOf(organizationId: string) {
  const tokenHash = hashSecret(generators.newSecretHex());
  const offer = { email: 'bob@example.com', role: 'member', createdAt: at, expiresAt: 4_000_000_000 } as const;
  return { ...offer, id: idOf('invitation', generators.newUlid()), organizationId, tokenHash };
}

/** A member who was invited. */
async function joined(store: DirectoryStore, organizationId: string) {
  const [invitation, member] = [invitationOf(organizationId), memberOf(organizationId)];
  await store.insertInvitation(invitation, auditEntry('org_0'));
  await store.acceptInvitation({ invitation, member, entry: auditEntry('org_0') });
  return member;
}

/** An organisation that is there. */
async function found(store: DirectoryStore, organizationId: string): Promise<void> {
  await store.insertOrganization({ organization: organizationOf(organizationId), entries: [auditEntry('org_0')] });
}

/** A change that can be made once, and what shows whether it was. */
interface OneChange {
  readonly make: (entry: AuditEntry) => Promise<unknown>;
  readonly state: () => Promise<unknown>;
}

/** Every change that the directory can be asked for. */
const changes: Record<string, (store: DirectoryStore, organizationId: string) => Promise<OneChange>> = {
  'a new webhook': async (store, organizationId) => {
    const webhook = webhookOf(organizationId);
    return {
      make: (entry) => store.insertWebhook({ webhook, entry }),
      state: () => store.readWebhook(organizationId, webhook.id),
    };
  },
  'a changed webhook': async (store, organizationId) => {
    const before = webhookOf(organizationId);
    await store.insertWebhook({ webhook: before, entry: auditEntry('org_0') });
    return {
      make: (entry) => store.replaceWebhook({ before, after: { ...before, name: 'Two', version: 2 }, entry }),
      state: () => store.readWebhook(organizationId, before.id),
    };
  },
  'a webhook with another slug': async (store, organizationId) => {
    const before = { ...webhookOf(organizationId), slug: 'one' };
    await store.insertWebhook({ webhook: before, entry: auditEntry('org_0') });
    return {
      make: (entry) => store.replaceWebhook({ before, after: { ...before, slug: 'two', version: 2 }, entry }),
      state: () => store.readWebhook(organizationId, before.id),
    };
  },
  'a deleted webhook': async (store, organizationId) => {
    const webhook = webhookOf(organizationId);
    await store.insertWebhook({ webhook, entry: auditEntry('org_0') });
    return {
      make: (entry) => store.removeWebhook(webhook, entry),
      state: () => store.readWebhook(organizationId, webhook.id),
    };
  },
  'a new channel': async (store, organizationId) => {
    const channel = streamOf(organizationId);
    return {
      make: (entry) => store.insertChannel(channel, entry),
      state: () => store.readChannel(organizationId, channel.id),
    };
  },
  'a changed channel': async (store, organizationId) => {
    const before = streamOf(organizationId);
    await store.insertChannel(before, auditEntry('org_0'));
    const after = { ...before, name: 'Two', version: 2 };
    return {
      make: (entry) => store.replaceChannel({ before, after, controls: [], entry }),
      state: () => store.readChannel(organizationId, before.id),
    };
  },
  'a channel with another slug': async (store, organizationId) => {
    const before = { ...streamOf(organizationId), slug: 'one' };
    await store.insertChannel(before, auditEntry('org_0'));
    const after = { ...before, slug: 'two', version: 2 };
    return {
      make: (entry) => store.replaceChannel({ before, after, controls: [], entry }),
      state: () => store.readChannel(organizationId, before.id),
    };
  },
  'a deleted channel': async (store, organizationId) => {
    const channel = streamOf(organizationId);
    await store.insertChannel(channel, auditEntry('org_0'));
    return {
      make: (entry) => store.removeChannel({ channel, controls: [], entry }),
      state: () => store.readChannel(organizationId, channel.id),
    };
  },
  'a new organisation': async (store, organizationId) => ({
    make: (entry) => store.insertOrganization({ organization: organizationOf(organizationId), entries: [entry] }),
    state: () => store.readOrganization(organizationId),
  }),
  'a changed organisation': async (store, organizationId) => {
    const before = organizationOf(organizationId);
    await store.insertOrganization({ organization: before, entries: [auditEntry('org_0')] });
    return {
      make: (entry) => store.replaceOrganization({ before, after: { ...before, name: 'Two', version: 2 }, entry }),
      state: () => store.readOrganization(organizationId),
    };
  },
  'a deleted organisation': async (store, organizationId) => {
    const organization = organizationOf(organizationId);
    await store.insertOrganization({ organization, entries: [auditEntry('org_0')] });
    return {
      make: (entry) => store.removeOrganization(organization, entry),
      state: () => store.readOrganization(organizationId),
    };
  },
  'a new token': async (store, organizationId) => {
    const token = tokenOf(organizationId);
    return {
      make: (entry) => store.insertToken(token, entry),
      state: () => store.readToken(organizationId, token.id),
    };
  },
  'a deleted token': async (store, organizationId) => {
    const token = tokenOf(organizationId);
    await store.insertToken(token, auditEntry('org_0'));
    return {
      make: (entry) => store.removeToken(token, entry),
      state: () => store.findGrant(token.tokenHash),
    };
  },
  'a new invitation': async (store, organizationId) => {
    const invitation = invitationOf(organizationId);
    return {
      make: (entry) => store.insertInvitation(invitation, entry),
      state: () => store.readInvitation(organizationId, invitation.id),
    };
  },
  'a deleted invitation': async (store, organizationId) => {
    const invitation = invitationOf(organizationId);
    await store.insertInvitation(invitation, auditEntry('org_0'));
    return {
      make: (entry) => store.removeInvitation(invitation, entry),
      state: () => store.findInvitation(invitation.tokenHash),
    };
  },
  'a new member': async (store, organizationId) => {
    const [invitation, member] = [invitationOf(organizationId), memberOf(organizationId)];
    await store.insertInvitation(invitation, auditEntry('org_0'));
    return {
      make: (entry) => store.acceptInvitation({ invitation, member, entry }),
      state: () => store.readMember(organizationId, member.id),
    };
  },
  'a changed member': async (store, organizationId) => {
    const before = await joined(store, organizationId);
    return {
      make: (entry) => store.replaceMember({ before, after: { ...before, role: 'admin', version: 2 }, entry }),
      state: () => store.readMember(organizationId, before.id),
    };
  },
  'a removed member': async (store, organizationId) => {
    const member = await joined(store, organizationId);
    return {
      make: (entry) => store.removeMember(member, entry),
      state: () => store.readMember(organizationId, member.id),
    };
  },
  'an erased member': async (store, organizationId) => {
    const member = await joined(store, organizationId);
    return {
      make: (entry) => store.eraseMember(member, entry),
      state: () => store.readMember(organizationId, member.id),
    };
  },
  'a suppressed address': async (store, organizationId) => {
    await found(store, organizationId);
    const suppression = suppressionOf(organizationId);
    return {
      make: (entry) => store.suppress(suppression, entry),
      state: () => store.readSuppression(organizationId, suppression.id),
    };
  },
  'a lifted suppression': async (store, organizationId) => {
    await found(store, organizationId);
    const suppression = suppressionOf(organizationId);
    await store.suppress(suppression, auditEntry('org_0'));
    return {
      make: (entry) => store.removeSuppression(suppression, entry),
      state: () => store.readSuppression(organizationId, suppression.id),
    };
  },
};

async function openDynamoDb(): Promise<Opened> {
  const engine = await startTestDynamoDb();
  const store = createDirectoryRepository(engine.db, engine.tables, createChannelVault(fakeDataKeys));
  return { store, close: async () => engine.stop() };
}

describe.each([
  ['in memory', async (): Promise<Opened> => createFakeDirectory()],
  ['DynamoDB', openDynamoDb],
])('the audit log and what it tells of: %s', (_, open) => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(async () => opened.close?.());

  /** One of the changes in an organisation of its own. */
  async function prepare(name: string) {
    const { store } = opened;
    const organizationId = idOf('organization', generators.newUlid());
    const { make, state } = await changes[name]!(store, organizationId);
    const log = async () => (await store.listAudit(organizationId, { limit: 10 })).items;
    return { store, make, state, log, entry: auditEntry(organizationId), later: auditEntry(organizationId) };
  }

  describe.each(Object.keys(changes))('%s', (name) => {
    it('is made together with its entry', async () => {
      const { make, state, log, entry } = await prepare(name);
      const before = await state();

      await make(entry);

      expect(await state()).not.toEqual(before);
      expect(await log()).toEqual([entry]);
    });

    it('is not made when its entry cannot be written', async () => {
      const { store, make, state, log, entry } = await prepare(name);
      const before = await state();
      await store.appendAudit(entry);

      await make({ ...entry, action: 'another one' }).catch(() => undefined);

      expect(await state()).toEqual(before);
      expect(await log()).toEqual([entry]);
    });

    it('leaves no entry when it is not made', async () => {
      const { make, state, log, entry, later } = await prepare(name);
      await make(entry);
      const after = await state();

      await make(later).catch(() => undefined);

      expect(await state()).toEqual(after);
      expect(await log()).toEqual([entry]);
    });
  });
});
