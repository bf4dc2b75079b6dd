import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUDIT_LIFETIME_SECONDS, type AuditEntry } from '../../../core/directory/audit-entry.ts';
import { idOf } from '../../../core/message/ids.ts';
import type { Role } from '../../../core/directory/organization.ts';
import type { Invitation, Member, User } from '../../../core/directory/person.ts';
import { hashSecret } from '../../../core/directory/secret-hash.ts';
import type { DirectoryStore } from '../../fakes/directory.ts';
import { auditEntry } from '../../fakes/audit.ts';
import { createFakeGenerators } from '../../fakes/generators.ts';

const generators = createFakeGenerators();
const at = '2026-11-20T10:00:00.000Z';
const newOrganizationId = () => idOf('organization', generators.newUlid());

const noted = () => auditEntry(newOrganizationId());

function user(email = `${generators.newUlid()}@example.com`): User {
  return { id: idOf('user', generators.newUlid()), email, createdAt: at };
}

function member(organizationId: string, role: Role, { id, email } = user()): Member {
  return { id, organizationId, email, role, createdAt: at, version: 1 };
}

function invitation(organizationId: string): Invitation {
  return {
    id: idOf('invitation', generators.newUlid()),
    organizationId,
    email: 'new@example.com',
    role: 'admin',
    tokenHash: hashSecret(generators.newSecretHex()),
    createdAt: at,
    expiresAt: 4_000_000_000,
  };
}

/** What every directory must do with people. */
export function describePeople(
  name: string,
  open: () => Promise<{ store: DirectoryStore; close?: () => Promise<void> }>,
): void {
  describe(`people: ${name}`, () => {
    let store: DirectoryStore;
    let close: (() => Promise<void>) | undefined;
    beforeAll(async () => {
      ({ store, close } = await open());
    });
    afterAll(async () => close?.());

    /** An organisation with its first owner. */
    async function organizationOf(owner: Member): Promise<void> {
      const facts = { plan: 'free', extraPacks: 0, createdAt: at, version: 1 } as const;
      const organization = { id: owner.organizationId, name: 'Acme', ...facts };
      await store.insertOrganization({ organization, owner, entries: [noted()] });
    }

    async function join(organizationId: string, role: Role): Promise<Member> {
      const offer = invitation(organizationId);
      const joined = member(organizationId, role);
      await store.insertInvitation(offer, noted());
      await store.acceptInvitation({ invitation: offer, member: joined, entry: noted() });
      return joined;
    }

    describe('signing up', () => {
      it('makes somebody known by their identity', async () => {
        const ada = user();

        const result = await store.signUp('identity-1', ada);

        expect(result.kind).toBe('saved');
        expect(await store.findPerson('identity-1')).toEqual({ user: ada, memberships: [] });
        expect(await store.findPerson('identity-unknown')).toBeUndefined();
      });

      it('happens once per identity, however many try', async () => {
        const results = await Promise.all(
          Array.from({ length: 5 }, async () => store.signUp('identity-2', user('a@b.co'))),
        );

        expect(results.filter(({ kind }) => kind === 'saved')).toHaveLength(1);
      });

      it('finds who was set up with the address, whatever its case, but only the first time', async () => {
        const owner = user('Owner-1@example.com');
        const other = user('owner-1@example.com');
        await store.insertUser(owner);
        await organizationOf(member(newOrganizationId(), 'owner', owner));

        await store.signUp('identity-3', user('owner-1@EXAMPLE.com'));
        await store.signUp('identity-4', other);

        expect((await store.findPerson('identity-3'))?.user).toEqual(owner);
        expect((await store.findPerson('identity-3'))?.memberships).toHaveLength(1);
        expect(await store.findPerson('identity-4')).toEqual({ user: other, memberships: [] });
      });
    });

    it('find somebody again at an issuer that moved, once they are expected there', async () => {
      const ada = user();
      await store.signUp('identity-before', ada);

      await store.expectUser(ada);
      await store.signUp('identity-after', user(ada.email));

      expect((await store.findPerson('identity-after'))?.user).toEqual(ada);
      expect((await store.findPerson('identity-before'))?.user).toEqual(ada);
    });

    describe('members', () => {
      it('stand with the organisation and with the person', async () => {
        const ada = user();
        const owner = member(newOrganizationId(), 'owner', ada);
        await store.signUp(`identity-${ada.id}`, ada);

        await organizationOf(owner);

        const { organizationId } = owner;
        expect(await store.readMember(organizationId, ada.id)).toEqual(owner);
        expect((await store.listMembers(organizationId, { limit: 10 })).items).toEqual([owner]);
        expect((await store.findPerson(`identity-${ada.id}`))?.memberships).toEqual([
          { organizationId, role: 'owner' },
        ]);
        expect(await store.readMember(newOrganizationId(), ada.id)).toBeUndefined();
        expect(await store.readMember(organizationId, `${ada.id}#x`)).toBeUndefined();
      });

      it('keep their last owner', async () => {
        const owner = member(newOrganizationId(), 'owner');
        await organizationOf(owner);

        const demoted = await store.replaceMember({
          before: owner,
          after: { ...owner, role: 'admin', version: 2 },
          entry: noted(),
        });
        const removed = await store.removeMember(owner, noted());

        expect([demoted.kind, removed.kind]).toEqual(['last-owner', 'last-owner']);
        expect(await store.readMember(owner.organizationId, owner.id)).toEqual(owner);
      });

      it('keep an owner when two leave at the same moment', async () => {
        const first = member(newOrganizationId(), 'owner');
        await organizationOf(first);
        const second = await join(first.organizationId, 'owner');

        await Promise.all([store.removeMember(first, noted()), store.removeMember(second, noted())]);

        const { items } = await store.listMembers(first.organizationId, { limit: 10 });
        expect(items.filter(({ role }) => role === 'owner').length).toBeGreaterThanOrEqual(1);
      });

      it('change role once per version', async () => {
        const owner = member(newOrganizationId(), 'owner');
        await organizationOf(owner);
        const bob = await join(owner.organizationId, 'member');

        const first = await store.replaceMember({
          before: bob,
          after: { ...bob, role: 'owner', version: 2 },
          entry: noted(),
        });
        const late = await store.replaceMember({
          before: bob,
          after: { ...bob, role: 'admin', version: 2 },
          entry: noted(),
        });
        const left = await store.removeMember(owner, noted());

        expect([first.kind, late.kind, left.kind]).toEqual(['saved', 'lost', 'saved']);
      });

      it('are erased even when they are the last owner', async () => {
        const ada = user();
        const owner = member(newOrganizationId(), 'owner', ada);
        await store.signUp(`identity-${ada.id}`, ada);
        await organizationOf(owner);

        await store.eraseMember(owner, noted());

        expect(await store.readMember(owner.organizationId, ada.id)).toBeUndefined();
        expect((await store.findPerson(`identity-${ada.id}`))?.memberships).toEqual([]);
      });
    });

    describe('invitations', () => {
      it('are found by the hash of their token until they are taken back', async () => {
        const offer = invitation(newOrganizationId());
        await store.insertInvitation(offer, noted());

        const found = await store.findInvitation(offer.tokenHash);
        const elsewhere = await store.readInvitation(newOrganizationId(), offer.id);
        const removed = await store.removeInvitation(offer, noted());

        expect(found).toEqual(offer);
        expect([elsewhere, removed.kind]).toEqual([undefined, 'saved']);
        expect(await store.findInvitation(offer.tokenHash)).toBeUndefined();
        expect(await store.readInvitation(offer.organizationId, offer.id)).toBeUndefined();
      });

      it('make one member, however many accept at the same moment', async () => {
        const offer = invitation(newOrganizationId());
        await store.insertInvitation(offer, noted());

        const results = await Promise.all(
          Array.from({ length: 4 }, async () => {
            const joined = member(offer.organizationId, 'admin');
            return store.acceptInvitation({ invitation: offer, member: joined, entry: noted() });
          }),
        );

        expect(results.filter(({ kind }) => kind === 'saved')).toHaveLength(1);
        expect((await store.listMembers(offer.organizationId, { limit: 10 })).items).toHaveLength(1);
      });
    });

    it('note when a token was used', async () => {
      const organizationId = newOrganizationId();
      const tokenHash = hashSecret(generators.newSecretHex());
      const id = idOf('token', generators.newUlid());
      const facts = { organizationId, name: 'CI', role: 'admin' } as const;
      await store.insertToken({ id, ...facts, tokenHash, prefix: 'nrm_aaaaaaaa', createdAt: at }, noted());
      const grant = (await store.findGrant(tokenHash))!;

      await store.noteUse(tokenHash, grant, at);

      expect((await store.findGrant(tokenHash))?.lastUsedAt).toBe(at);
      expect((await store.readToken(organizationId, id))?.lastUsedAt).toBe(at);
    });

    it('keep what a token and an invitation depend on', async () => {
      const organizationId = newOrganizationId();
      const tokenHash = hashSecret(generators.newSecretHex());
      const id = idOf('token', generators.newUlid());
      const standing = { lineage: [user().id, id], root: user().id, expiresAt: 4_000_000_000 };
      const facts = { organizationId, name: 'CI', role: 'admin', prefix: 'nrm_aaaaaaaa', createdAt: at } as const;
      const token = { id, ...facts, tokenHash, maker: { type: 'token', id, name: 'First' }, ...standing } as const;
      const offer = { ...invitation(organizationId), lineage: standing.lineage };
      await store.insertToken(token, noted());
      await store.insertInvitation(offer, noted());

      expect(await store.findGrant(tokenHash)).toEqual({
        organizationId,
        tokenId: id,
        name: 'CI',
        role: 'admin',
        ...standing,
      });
      expect(await store.readToken(organizationId, id)).toEqual(token);
      expect(await store.findInvitation(offer.tokenHash)).toEqual(offer);
    });

    it('keep an audit log, newest first', async () => {
      const organizationId = newOrganizationId();
      const entries = ['webhook.created', 'webhook.changed'].map((action): AuditEntry => ({
        id: generators.newUlid(),
        organizationId,
        at,
        actor: { type: 'user', id: 'usr_1', email: 'ada@example.com' },
        action,
        target: 'wh_1',
        ip: '192.0.2.7',
        after: { name: 'Hook', links: [{ filter: null }], ratio: 0.5, empty: '' },
        expiresAt: Math.floor(Date.parse(at) / 1000) + AUDIT_LIFETIME_SECONDS,
      }));

      for (const entry of entries) await store.appendAudit(entry);

      expect((await store.listAudit(organizationId, { limit: 10 })).items).toEqual(entries.toReversed());
      expect((await store.listAudit(newOrganizationId(), { limit: 10 })).items).toEqual([]);
    });

    it('leave when the organisation is removed', async () => {
      const owner = member(newOrganizationId(), 'owner');
      await organizationOf(owner);
      const organization = (await store.readOrganization(owner.organizationId))!;

      const stale = await store.removeOrganization({ ...organization, version: 7 }, noted());
      const removed = await store.removeOrganization(organization, noted());

      expect([stale.kind, removed.kind]).toEqual(['lost', 'saved']);
      expect(await store.readOrganization(owner.organizationId)).toBeUndefined();
    });
  });
}
