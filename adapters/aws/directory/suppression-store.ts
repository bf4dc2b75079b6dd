import { BatchGetCommand, DeleteCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import {
  isSuppressionId,
  Suppression,
  suppressionIdOf,
  type SuppressionStore,
} from '../../../core/directory/suppression.ts';
import { directoryKeys as keys, sortPrefixes } from './directory-keys.ts';
import { listItems } from './list-items.ts';

/** The suppressed addresses of organisations in the Directory table, each found by the hash of the address. */
export function createSuppressionStore(db: DynamoDBDocumentClient, table: string): SuppressionStore {
  return {
    async suppress(suppression) {
      const { organizationId, id } = suppression;
      await db.send(
        new PutCommand({ TableName: table, Item: { ...keys.suppression(organizationId, id), ...suppression } }),
      );
    },

    async suppressedAmong(organizationId, addresses) {
      if (addresses.length === 0) return [];
      const Keys = addresses.map((address) => keys.suppression(organizationId, suppressionIdOf(address)));
      const { Responses, UnprocessedKeys } = await db.send(
        new BatchGetCommand({ RequestItems: { [table]: { Keys, ConsistentRead: true } } }),
      );
      if (Object.keys(UnprocessedKeys ?? {}).length > 0) throw new Error('DynamoDB left suppressions unread.');
      return (Responses?.[table] ?? []).map((item) => Suppression.parse(item).address);
    },

    listSuppressions: (organizationId, page) =>
      listItems(db, {
        table,
        organizationId,
        prefix: sortPrefixes.suppression,
        page,
        parse: (item) => Suppression.parse(item),
      }),

    async removeSuppression(organizationId, id) {
      if (!isSuppressionId(id)) return false;
      const { Attributes } = await db.send(
        new DeleteCommand({
          TableName: table,
          Key: keys.suppression(organizationId, id),
          ReturnValues: 'ALL_OLD',
        }),
      );
      return Attributes !== undefined;
    },
  };
}
