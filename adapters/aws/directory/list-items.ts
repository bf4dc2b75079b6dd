import type { Page, PageRequest } from '../../../core/directory/page.ts';
import { QueryCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { directoryKeys } from './directory-keys.ts';

interface List<T> {
  readonly table: string;
  readonly organizationId: string;
  /** The start of the sort keys; an id follows. */
  readonly prefix: string;
  readonly page: PageRequest;
  readonly parse: (item: unknown) => T;
}

/**
 * One page of the items of one kind of an organisation, newest first, in one call: DynamoDB reads at most 1 MB, so
 * large items make a page shorter, never slower.
 */
export async function listItems<T extends { readonly id: string }>(
  db: DocumentClient,
  { table, organizationId, prefix, page, parse }: List<T>,
): Promise<Page<T>> {
  const pk = directoryKeys.partition(organizationId);
  const { Items, LastEvaluatedKey } = await db.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
      ...(page.after === undefined ? {} : { ExclusiveStartKey: { pk, sk: prefix + page.after } }),
      ScanIndexForward: false,
      ConsistentRead: true,
      // One item more than requested tells whether this is the last page.
      Limit: page.limit + 1,
    }),
  );
  const items = Items.slice(0, page.limit).map((item) => parse(item));
  const last = items.at(-1);
  const hasMore = Items.length > page.limit || LastEvaluatedKey !== undefined;
  return { items, ...(hasMore && last !== undefined ? { next: last.id } : {}) };
}
