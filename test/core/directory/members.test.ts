import { describe, expect, it } from 'vitest';
import { acceptInvitation, invite, newMember } from '../../../core/directory/invitations.ts';
import { makerOf } from '../../../core/directory/maker.ts';
import { changeRole, removeMember } from '../../../core/directory/members.ts';
import { createOrganization } from '../../../core/directory/organizations.ts';
import { act, auditEntry } from '../../fakes/audit.ts';
import { createPorts, valueOf } from './directory-ports.ts';

const ada = { id: 'usr_01AAAAAAAAAAAAAAAAAAAAAAAA', email: 'ada@example.com', createdAt: '' };
const bob = { id: 'usr_01BBBBBBBBBBBBBBBBBBBBBBBB', email: 'bob@example.com', createdAt: '' };

const callerOf = (organizationId: string) => ({
  id: ada.id,
  user: ada,
  memberships: [{ organizationId, role: 'owner' as const }],
});

/** An organisation of Ada's, to which Bob is invited. */
async function invited() {
  const { ports } = createPorts();
  const { id: organizationId } = await createOrganization(ports, { name: 'Acme', owner: ada, act });
  const wanted = { organizationId, email: bob.email, role: 'member', act } as const;
  const { invitation, token } = valueOf(await invite(ports, wanted, makerOf(callerOf(organizationId))));
  return { ports, organizationId, invitation, token };
}

/** The same with Bob as a member. */
async function joined() {
  const world = await invited();
  await acceptInvitation(world.ports, { user: bob, token: world.token, act });
  return { ...world, target: { organizationId: world.organizationId, memberId: bob.id, act } };
}

describe('a member who changes meanwhile', () => {
  it('gets the role in the end when the first write lost its race', async () => {
    const { ports, target } = await joined();
    const replaceMember = ports.store.replaceMember.bind(ports.store);
    let races = 1;
    ports.store.replaceMember = async (change) => ((races -= 1) >= 0 ? { kind: 'lost' } : replaceMember(change));

    const outcome = await changeRole(ports, target, 'admin');

    expect(outcome).toMatchObject({ kind: 'done', value: { role: 'admin', version: 2 } });
    expect(await ports.store.readMember(target.organizationId, bob.id)).toMatchObject({ role: 'admin' });
  });

  it('stays when every removal loses its race', async () => {
    const { ports, target } = await joined();
    ports.store.removeMember = async () => ({ kind: 'lost' });

    expect(await removeMember(ports, target)).toEqual({ kind: 'busy' });
    expect(await ports.store.readMember(target.organizationId, bob.id)).toBeDefined();
  });
});

describe('inviting', () => {
  const offer = async (openAccount: (email: string) => Promise<boolean>) => {
    const { ports } = createPorts();
    const { id: organizationId } = await createOrganization(ports, { name: 'Acme', owner: ada, act });
    const wanted = { organizationId, email: bob.email, role: 'member', act } as const;
    const outcome = await invite({ ...ports, openAccount }, wanted, makerOf(callerOf(organizationId)));
    return { outcome, open: await ports.store.listInvitations(organizationId, { limit: 10 }) };
  };

  it('opens an account for the address first', async () => {
    const asked: string[] = [];

    const { outcome } = await offer(async (email) => asked.push(email) === 1);

    expect(outcome.kind).toBe('done');
    expect(asked).toEqual(['bob@example.com']);
  });

  it('offers nothing that nobody could sign in for', async () => {
    const { outcome, open } = await offer(async () => false);

    expect(outcome).toEqual({ kind: 'busy' });
    expect(open.items).toEqual([]);
  });
});

describe('accepting an invitation', () => {
  it('is not found by the loser of two requests with one link, when it was used up', async () => {
    const { ports, organizationId, invitation, token } = await invited();
    const { store } = ports;
    ports.store = {
      ...store,
      acceptInvitation: async () => {
        await store.removeInvitation(invitation, auditEntry(organizationId));
        return { kind: 'lost' };
      },
    };

    expect(await acceptInvitation(ports, { user: bob, token, act })).toEqual({ kind: 'not-found' });
  });

  it('says what somebody is who has become a member meanwhile', async () => {
    const { ports, organizationId, token } = await invited();
    const { store } = ports;
    ports.store = {
      ...store,
      acceptInvitation: async ({ invitation }) => {
        const member = newMember(ports, { organizationId, user: bob, role: 'admin' });
        await store.acceptInvitation({ invitation, member, entry: auditEntry(organizationId) });
        await store.insertInvitation(invitation, auditEntry(organizationId));
        return { kind: 'lost' };
      },
    };

    expect(await acceptInvitation(ports, { user: bob, token, act })).toEqual({
      kind: 'done',
      value: { organizationId, role: 'admin' },
    });
  });

  it('can be repeated when it loses every race', async () => {
    const { ports, organizationId, token } = await invited();
    const { store } = ports;
    ports.store = { ...store, acceptInvitation: async () => ({ kind: 'lost' }) };

    const first = await acceptInvitation(ports, { user: bob, token, act });
    ports.store = store;
    const second = await acceptInvitation(ports, { user: bob, token, act });

    expect(first).toEqual({ kind: 'busy' });
    expect(second).toEqual({ kind: 'done', value: { organizationId, role: 'member' } });
  });
});
