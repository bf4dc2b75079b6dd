import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directoryKeys } from '../../../adapters/aws/directory/directory-keys.ts';
import { createSuppressionStore } from '../../../adapters/aws/directory/suppression-store.ts';
import { idOf } from '../../../core/message/ids.ts';
import { type Suppression, suppressionIdOf, type SuppressionStore } from '../../../core/directory/suppression.ts';
import { PutCommand } from '../../../adapters/aws/dynamodb/commands.ts';
import { startTestDynamoDb } from '../../engines/dynamodb.ts';
import { auditEntry } from '../../fakes/audit.ts';
import { createFakeGenerators } from '../../fakes/generators.ts';
import { createFakeSuppressions } from '../../fakes/suppressions.ts';

interface UnderTest {
  readonly store: SuppressionStore;
  /** Makes an organisation with this id. */
  found(organizationId: string): Promise<unknown>;
  readonly close?: () => Promise<void>;
}

const generators = createFakeGenerators();

function suppression(organizationId: string, address: string): Suppression {
  const at = '2026-11-20T10:00:00.000Z';
  return { id: suppressionIdOf(address), organizationId, address, reason: 'bounce', detail: 'user unknown', at };
}

describe.each([
  [
    'in memory',
    async (): Promise<UnderTest> => {
      const organizations = new Set<string>();
      const store = createFakeSuppressions({ isThere: (organizationId) => organizations.has(organizationId) });
      return { store, found: async (organizationId) => organizations.add(organizationId) };
    },
  ],
  [
    'DynamoDB',
    async (): Promise<UnderTest> => {
      const engine = await startTestDynamoDb();
      const store = createSuppressionStore(engine.db, engine.tables.directory);
      const TableName = engine.tables.directory;
      const found = async (organizationId: string) =>
        engine.db.send(new PutCommand({ TableName, Item: directoryKeys.organization(organizationId) }));
      return { store, found, close: async () => engine.stop() };
    },
  ],
])('suppressed addresses %s', (_, open) => {
  let tested: UnderTest;
  beforeAll(async () => {
    tested = await open();
  });
  afterAll(async () => tested.close?.());

  async function newOrganization(): Promise<string> {
    const organizationId = idOf('organization', generators.newUlid());
    await tested.found(organizationId);
    return organizationId;
  }

  it('are found whatever the case of the address, in their organisation only', async () => {
    const [mine, other] = [await newOrganization(), await newOrganization()];
    await tested.store.suppress(suppression(mine, 'a@example.com'), auditEntry(mine));

    expect(await tested.store.suppressedAmong(mine, ['A@Example.com', 'b@example.com'])).toEqual(['a@example.com']);
    expect(await tested.store.suppressedAmong(other, ['a@example.com'])).toEqual([]);
    expect(await tested.store.suppressedAmong(mine, [])).toEqual([]);
  });

  it('are listed page by page, each once, however often it was written down', async () => {
    const organizationId = await newOrganization();
    const addresses = ['a@example.com', 'b@example.com', 'c@example.com'];
    for (const address of [...addresses, ...addresses]) {
      await tested.store.suppress(suppression(organizationId, address), auditEntry(organizationId));
    }

    const first = await tested.store.listSuppressions(organizationId, { limit: 2 });
    const second = await tested.store.listSuppressions(organizationId, { limit: 2, after: first.next! });

    expect([first.items.length, second.items.length, second.next]).toEqual([2, 1, undefined]);
    expect([...first.items, ...second.items].map(({ address }) => address).sort()).toEqual(addresses);
  });

  it('get mail again once they are removed', async () => {
    const organizationId = await newOrganization();
    const bounced = suppression(organizationId, 'a@example.com');
    await tested.store.suppress(bounced, auditEntry(organizationId));

    expect(await tested.store.readSuppression(organizationId, bounced.id)).toEqual(bounced);
    expect((await tested.store.removeSuppression(bounced, auditEntry(organizationId))).kind).toBe('saved');
    expect((await tested.store.removeSuppression(bounced, auditEntry(organizationId))).kind).toBe('lost');
    expect(await tested.store.readSuppression(organizationId, bounced.id)).toBeUndefined();
    expect(await tested.store.readSuppression(organizationId, 'ORG')).toBeUndefined();
    expect(await tested.store.suppressedAmong(organizationId, ['a@example.com'])).toEqual([]);
  });

  it('are written down once, in whatever order the events come, and anew for a newer one', async () => {
    const organizationId = await newOrganization();
    const bounced = suppression(organizationId, 'a@example.com');
    const [earlier, later] = ['2026-11-20T09:00:00.000Z', '2026-11-20T11:00:00.000Z'];
    const suppress = (at: string) => tested.store.suppress({ ...bounced, at }, auditEntry(organizationId));

    const isNew = [
      await suppress(bounced.at),
      await suppress(bounced.at),
      await suppress(earlier),
      await suppress(later),
    ];

    expect(isNew).toEqual([true, false, false, true]);
    expect((await tested.store.readSuppression(organizationId, bounced.id))?.at).toBe(later);
  });

  it('are not written down once their organisation is gone, with no entry either', async () => {
    const gone = idOf('organization', generators.newUlid());

    const isNew = await tested.store.suppress(suppression(gone, 'a@example.com'), auditEntry(gone));

    expect(isNew).toBe(false);
    expect(await tested.store.suppressedAmong(gone, ['a@example.com'])).toEqual([]);
  });
});
