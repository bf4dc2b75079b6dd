import { describe, expect, it } from 'vitest';
import { createChannel } from '../../../core/directory/channels.ts';
import { deleteOrganization } from '../../../core/directory/organization-deletion.ts';
import { systemMaker } from '../../../core/directory/maker.ts';
import { createOrganization } from '../../../core/directory/organizations.ts';
import { suppressionIdOf } from '../../../core/directory/suppression.ts';
import { issueToken } from '../../../core/directory/tokens.ts';
import { createWebhook } from '../../../core/directory/webhooks.ts';
import { act, auditEntry } from '../../fakes/audit.ts';
import { createPorts, valueOf } from './directory-ports.ts';

async function furnished() {
  const rig = createPorts();
  const { ports } = rig;
  const owner = { id: 'usr_01AAAAAAAAAAAAAAAAAAAAAAAA', email: 'ada@example.com', createdAt: '' };
  const { id: organizationId } = await createOrganization(ports, { name: 'Acme', owner, act });
  for (let index = 0; index < 25; index += 1) {
    valueOf(await createWebhook(ports, { organizationId, name: `Hook ${index}`, requireApiKey: false, act }));
  }
  const facts = { organizationId, kind: 'live-stream' as const, name: 'Live', config: {}, enabled: true, act };
  valueOf(await createChannel(ports, facts));
  await issueToken(ports, { organizationId, name: 'CI', role: 'owner', act }, systemMaker(organizationId));
  for (const address of ['bob@example.com', 'eve@example.com']) {
    const id = suppressionIdOf(address);
    const suppression = { id, organizationId, address, reason: 'bounce', at: '2026-11-20T10:00:00.000Z' } as const;
    await ports.store.suppress(suppression, auditEntry(organizationId));
  }
  const erased: string[] = [];
  const figures = { eraseFigures: async (id: string) => void erased.push(id) };
  return { ...rig, ports: { ...ports, figures }, erased, target: { organizationId, confirm: 'Acme', act } };
}

describe('deleting an organisation', () => {
  it('leaves nothing, however much there was', async () => {
    const { ports, target } = await furnished();
    const { store } = ports;
    const page = { limit: 100 };

    const outcome = await deleteOrganization(ports, target);

    const { organizationId } = target;
    const left = await Promise.all([
      store.listWebhooks(organizationId, page),
      store.listChannels(organizationId, page),
      store.listTokens(organizationId, page),
      store.listMembers(organizationId, page),
      store.listSuppressions(organizationId, page),
    ]);
    expect(outcome.kind).toBe('done');
    expect(left.map(({ items }) => items.length)).toEqual([0, 0, 0, 0, 0]);
    expect(await store.readOrganization(organizationId)).toBeUndefined();
  });

  it('removes what was counted of it', async () => {
    const { ports, target, erased } = await furnished();

    await deleteOrganization(ports, target);

    expect(erased).toEqual([target.organizationId]);
  });

  it('notes every step in the audit log', async () => {
    const { ports, target } = await furnished();

    await deleteOrganization(ports, target);

    const { items } = await ports.store.listAudit(target.organizationId, { limit: 100 });
    const steps = items.filter(({ reason }) => reason === 'the organisation is deleted');
    const counts = Map.groupBy(steps, ({ action }) => action);
    expect([...counts].map(([action, { length }]) => [action, length])).toEqual(
      expect.arrayContaining([
        ['suppression.deleted', 2],
        ['channel.deleted', 1],
        ['webhook.deleted', 25],
      ]),
    );
  });

  it('keeps access when something in it changes too fast, so that it can be repeated', async () => {
    const { ports, target } = await furnished();
    const { store } = ports;
    ports.store = { ...store, removeWebhook: async () => ({ kind: 'lost' }) };

    const first = await deleteOrganization(ports, target);
    const tokens = await ports.store.listTokens(target.organizationId, { limit: 10 });
    ports.store = store;
    const second = await deleteOrganization(ports, target);

    expect([first.kind, tokens.items.length, second.kind]).toEqual(['busy', 1, 'done']);
  });

  it.each(['removeToken', 'eraseMember'] as const)('is busy when %s loses every race', async (name) => {
    const { ports, target } = await furnished();
    const { store } = ports;
    ports.store = { ...store, [name]: async () => ({ kind: 'lost' }) };

    const outcome = await deleteOrganization(ports, target);

    expect(outcome).toEqual({ kind: 'busy' });
    expect((await store.listMembers(target.organizationId, { limit: 10 })).items).toHaveLength(1);
  });

  it('takes along what was made while it went on', async () => {
    const { ports, target } = await furnished();
    const { organizationId } = target;
    const { store } = ports;
    ports.store = {
      ...store,
      removeToken: async (...ids) => {
        await createWebhook(ports, { organizationId, name: 'Late', requireApiKey: false, act });
        return store.removeToken(...ids);
      },
    };

    await deleteOrganization(ports, target);

    expect((await ports.store.listWebhooks(organizationId, { limit: 10 })).items).toEqual([]);
  });

  it('is busy when what was made meanwhile changes too fast', async () => {
    const { ports, target } = await furnished();
    const { organizationId } = target;
    const { store } = ports;
    ports.store = {
      ...store,
      removeToken: async (...ids) => {
        await createWebhook(ports, { organizationId, name: 'Late', requireApiKey: false, act });
        ports.store.removeWebhook = async () => ({ kind: 'lost' });
        return store.removeToken(...ids);
      },
    };

    const outcome = await deleteOrganization(ports, target);

    expect(outcome).toEqual({ kind: 'busy' });
    expect(await store.readOrganization(organizationId)).toBeDefined();
  });

  it('tries again when the organisation was changed in between', async () => {
    const { ports, target } = await furnished();
    const { store } = ports;
    let races = 1;
    ports.store = {
      ...store,
      removeOrganization: async (...removal) =>
        (races -= 1) >= 0 ? { kind: 'lost' } : store.removeOrganization(...removal),
    };

    const outcome = await deleteOrganization(ports, target);

    expect(outcome.kind).toBe('done');
    expect(await store.readOrganization(target.organizationId)).toBeUndefined();
  });

  it('is refused without the name', async () => {
    const { ports, target } = await furnished();

    const outcome = await deleteOrganization(ports, { ...target, confirm: 'acme' });

    expect(outcome).toMatchObject({ kind: 'invalid', issues: [{ path: 'confirm' }] });
    expect((await ports.store.listTokens(target.organizationId, { limit: 10 })).items).toHaveLength(1);
  });

  it('is refused for an older version', async () => {
    const { ports, target } = await furnished();

    const outcome = await deleteOrganization(ports, { ...target, precondition: (version) => version === 7 });

    expect(outcome.kind).toBe('stale');
  });
});
