import { describe, expect, it } from 'vitest';
import { createOrganization, updateOrganization } from '../../../core/directory/organizations.ts';
import { createFakeUsage } from '../../fakes/directory.ts';
import { act } from '../../fakes/audit.ts';
import { createPorts } from './directory-ports.ts';

async function setUp() {
  const { ports } = createPorts();
  const usage = createFakeUsage();
  const organization = await createOrganization(ports, { name: 'Acme', act });
  return { ports: { ...ports, store: { ...ports.store, ...usage.store } }, usage, organization };
}

describe('updateOrganization', () => {
  it('leaves the counter alone when only the name changes', async () => {
    const { ports, usage, organization } = await setUp();
    await usage.seed(organization.id, '2026-11', { count: 1, limit: 7, plan: 'free' });

    await updateOrganization(ports, { organizationId: organization.id, act }, { name: 'New' });

    expect(await usage.counterOf(organization.id, '2026-11')).toEqual({ count: 1, limit: 7, plan: 'free' });
  });

  it('tries again when another change was faster, and knows a version that is not current', async () => {
    const { ports, organization } = await setUp();
    const target = { organizationId: organization.id, act };
    const replaceOrganization = ports.store.replaceOrganization.bind(ports.store);
    let races = 1;
    ports.store.replaceOrganization = async (change) =>
      (races -= 1) >= 0 ? { kind: 'lost' } : replaceOrganization(change);

    const changed = await updateOrganization(ports, target, { plan: 'pro' });
    const stale = await updateOrganization(ports, { ...target, precondition: (version) => version === 1 }, {});

    expect([changed.kind, stale.kind]).toEqual(['done', 'stale']);
  });
});
