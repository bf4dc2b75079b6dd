import { describe, expect, it } from 'vitest';
import { recordChange, type View } from '../../../core/directory/audit.ts';
import { createPorts, ORGANIZATION } from './directory-ports.ts';

const caller = { id: 'tok_1', tokenName: 'CI', memberships: [], lineage: [], root: ORGANIZATION };

/** The entry of a change by a management token. */
async function entryOf(before: View | undefined, after: View | undefined) {
  const { ports } = createPorts();
  const what = { organizationId: ORGANIZATION, caller, action: 'webhook.updated', target: 'wh_1', ip: '192.0.2.1' };
  await recordChange(ports, { ...what, before, after });
  const { items } = await ports.store.listAudit(ORGANIZATION, { limit: 10 });
  return items[0];
}

describe('an entry of the audit log', () => {
  it('says who, and only what is different', async () => {
    const entry = await entryOf({ name: 'Old', enabled: true, token: 'a' }, { name: 'New', enabled: true, token: 'b' });

    expect(entry).toMatchObject({ actor: { type: 'token', id: 'tok_1', name: 'CI' }, ip: '192.0.2.1' });
    expect([entry?.before, entry?.after]).toEqual([{ name: 'Old' }, { name: 'New' }]);
  });

  it('keeps a field of 8,000 characters of JSON, and of a longer one only how long it was', async () => {
    const entry = await entryOf(undefined, { kept: 'x'.repeat(7998), long: 'x'.repeat(7999) });

    expect(entry?.after).toEqual({ kept: 'x'.repeat(7998), long: '(8001 characters)' });
  });

  it('shows a field that came to be on one side only', async () => {
    const entry = await entryOf({ filter: undefined, name: 'Same' }, { filter: 'priority > 3', name: 'Same' });

    expect([entry?.before, entry?.after]).toEqual([{ filter: undefined }, { filter: 'priority > 3' }]);
  });
});
