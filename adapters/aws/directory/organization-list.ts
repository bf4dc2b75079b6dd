import { paginateQuery } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { directoryKeys } from './directory-keys.ts';

/** Iterates over the ids of all organisations from `first` on, ascending. */
export function createOrganizationList(db: DocumentClient, table: string) {
  return async function* organizationIds(first = ''): AsyncGenerator<string> {
    const { pk, sk } = directoryKeys.organizationEntry(first);
    const query = {
      TableName: table,
      KeyConditionExpression: 'pk = :pk AND sk >= :first',
      ExpressionAttributeValues: { ':pk': pk, ':first': sk },
      ConsistentRead: true,
    };
    for await (const { Items } of paginateQuery({ client: db }, query)) {
      for (const item of Items) yield directoryKeys.organizationIn(String(item['sk']));
    }
  };
}
