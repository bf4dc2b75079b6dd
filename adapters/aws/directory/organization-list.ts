import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';

const PREFIX = 'ORG#';

/** Goes through the ids of all organisations from `first` on, ascending. */
export function createOrganizationList(db: DynamoDBDocumentClient, table: string) {
  return async function* organizationIds(first = ''): AsyncGenerator<string> {
    const query = {
      TableName: table,
      KeyConditionExpression: 'pk = :pk AND sk >= :first',
      ExpressionAttributeValues: { ':pk': 'ORGANIZATIONS', ':first': PREFIX + first },
      ConsistentRead: true,
    };
    for await (const { Items = [] } of paginateQuery({ client: db }, query)) {
      for (const item of Items) yield String(item['sk']).slice(PREFIX.length);
    }
  };
}
