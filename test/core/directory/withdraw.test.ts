import { describe, expect, it } from 'vitest';
import { lost } from '../../../core/directory/change.ts';
import { removeFallenAccess } from '../../../core/directory/fallen-access.ts';
import { idOf } from '../../../core/message/ids.ts';
import { liftSuppression, suppressionIdOf } from '../../../core/directory/suppression.ts';
import { issueToken } from '../../../core/directory/tokens.ts';
import { withdrawInvitation, withdrawToken } from '../../../core/directory/withdraw.ts';
import { act, auditEntry } from '../../fakes/audit.ts';
import { createPorts, ORGANIZATION } from './directory-ports.ts';

const person = idOf('user', '01AAAAAAAAAAAAAAAAAAAAAAAA');

/** A token and an invitation of one person, and a suppressed address. */
async function furnished() {
  const { ports, generators } = createPorts();
  const maker = { actor: act.actor, lineage: [person], root: person };
  const wanted = { organizationId: ORGANIZATION, name: 'CI', role: 'owner', act } as const;
  const { token } = await issueToken(ports, wanted, maker);
  const facts = { email: 'bob@example.com', role: 'member', tokenHash: 'h', createdAt: '' } as const;
  const offer = { ...facts, organizationId: ORGANIZATION, lineage: [person], expiresAt: 4_000_000_000 };
  const invitation = { ...offer, id: idOf('invitation', generators.newUlid()) };
  await ports.store.insertInvitation(invitation, auditEntry(ORGANIZATION));
  const organization = {
    id: ORGANIZATION,
    name: 'One',
    plan: 'free',
    extraPacks: 0,
    createdAt: '',
    version: 1,
  } as const;
  await ports.store.insertOrganization({ organization, entries: [auditEntry('org_0')] });
  const address = 'eve@example.com';
  const bounced = { id: suppressionIdOf(address), organizationId: ORGANIZATION, address, reason: 'bounce' } as const;
  await ports.store.suppress({ ...bounced, at: '2026-11-20T10:00:00.000Z' }, auditEntry(ORGANIZATION));
  const inside = { organizationId: ORGANIZATION, act };
  const removals = {
    removeToken: () => withdrawToken(ports, { ...inside, id: token.id }),
    removeInvitation: () => withdrawInvitation(ports, { ...inside, id: invitation.id }),
    removeSuppression: () => liftSuppression(ports, { ...inside, suppressionId: bounced.id }),
  };
  return { ports, removals };
}

describe.each(['removeToken', 'removeInvitation', 'removeSuppression'] as const)('a removal: %s', (name) => {
  it('is tried again when another writer was faster, made once, and not found from then on', async () => {
    const { ports, removals } = await furnished();
    const { store } = ports;
    let races = 1;
    const remove = store[name] as (...removal: unknown[]) => Promise<typeof lost>;
    ports.store = {
      ...store,
      [name]: async (...removal: unknown[]) => ((races -= 1) >= 0 ? lost : remove(...removal)),
    };

    const [first, second] = [await removals[name](), await removals[name]()];

    expect([first.kind, second.kind]).toEqual(['done', 'not-found']);
  });

  it('is busy in the end', async () => {
    const { ports, removals } = await furnished();
    ports.store = { ...ports.store, [name]: async () => lost };

    expect(await removals[name]()).toEqual({ kind: 'busy' });
  });
});

describe('what falls with somebody', () => {
  const target = { organizationId: ORGANIZATION, gone: { id: person }, act };

  it('may be gone already', async () => {
    const { ports, removals } = await furnished();
    const { store } = ports;
    const listTokens = store.listTokens.bind(store);
    const page = await listTokens(ORGANIZATION, { limit: 10 });
    await removals.removeToken();
    ports.store = { ...store, listTokens: async () => page };

    await removeFallenAccess(ports, target);

    expect((await store.listInvitations(ORGANIZATION, { limit: 10 })).items).toEqual([]);
  });

  it('must not stay, for it might come back with the person', async () => {
    const { ports } = await furnished();
    ports.store = { ...ports.store, removeToken: async () => lost };

    await expect(removeFallenAccess(ports, target)).rejects.toThrow('busy');
  });
});
