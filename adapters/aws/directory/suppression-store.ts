import { lost } from '../../../core/directory/change.ts';
import {
  isSuppressionId,
  Suppression,
  suppressionIdOf,
  type SuppressionStore,
} from '../../../core/directory/suppression.ts';
import { saved } from '../../../core/directory/webhook-store.ts';
import { BatchGetCommand } from '../dynamodb/batch-commands.ts';
import { GetCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { auditWrite } from './audit-repository.ts';
import { directoryKeys as keys, sortPrefixes } from './directory-keys.ts';
import { listItems } from './list-items.ts';
import { isThere, transact } from './transact.ts';

/** The suppressed addresses of organisations in the Directory table, each found by the hash of the address. */
export function createSuppressionStore(db: DocumentClient, table: string): SuppressionStore {
  return {
    async suppress(suppression, entry) {
      const { organizationId, id, at } = suppression;
      const put = {
        TableName: table,
        Item: { ...keys.suppression(organizationId, id), ...suppression },
        // Events come more than once, and in any order.
        ConditionExpression: 'attribute_not_exists(pk) OR #at < :at',
        ExpressionAttributeNames: { '#at': 'at' },
        ExpressionAttributeValues: { ':at': at },
      };
      const isKept = { ConditionCheck: { TableName: table, Key: keys.organization(organizationId), ...isThere } };
      const result = await transact(db, [{ Put: put }, isKept, auditWrite(table, entry)]);
      if (result.kind === 'written') return true;
      if (result.kind === 'refused' && result.refusedBy <= 1) return false;
      throw new Error(`The suppression ${id} was not stored: ${result.kind}.`);
    },

    async suppressedAmong(organizationId, addresses) {
      if (addresses.length === 0) return [];
      const Keys = addresses.map((address) => keys.suppression(organizationId, suppressionIdOf(address)));
      const { Responses, UnprocessedKeys } = await db.send(
        new BatchGetCommand({ RequestItems: { [table]: { Keys, ConsistentRead: true } } }),
      );
      if (Object.keys(UnprocessedKeys).length > 0) throw new Error('DynamoDB left suppressions unread.');
      return (Responses[table] ?? []).map((item) => Suppression.parse(item).address);
    },

    listSuppressions: (organizationId, page) =>
      listItems(db, {
        table,
        organizationId,
        prefix: sortPrefixes.suppression,
        page,
        parse: (item) => Suppression.parse(item),
      }),

    async readSuppression(organizationId, id) {
      if (!isSuppressionId(id)) return undefined;
      const Key = keys.suppression(organizationId, id);
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item === undefined ? undefined : Suppression.parse(Item);
    },

    async removeSuppression({ organizationId, id }, entry) {
      const Key = keys.suppression(organizationId, id);
      const result = await transact(db, [{ Delete: { TableName: table, Key, ...isThere } }, auditWrite(table, entry)]);
      return result.kind === 'written' ? saved : lost;
    },
  };
}
