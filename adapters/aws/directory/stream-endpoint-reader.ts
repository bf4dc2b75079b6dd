import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { hashSecret } from '../../../core/directory/secret-hash.ts';
import { StreamEndpoint } from '../../../core/directory/stream-endpoint.ts';

/** Reads what a stream ID stands for, strongly consistent. The key holds its hash: keys show up in insights and logs. */
export function createStreamEndpointReader(db: DynamoDBDocumentClient, table: string) {
  return async (streamId: string): Promise<StreamEndpoint | undefined> => {
    const { Item } = await db.send(
      new GetCommand({
        TableName: table,
        Key: { pk: `STREAM#${hashSecret(streamId)}`, sk: 'STREAM' },
        ConsistentRead: true,
      }),
    );
    return Item === undefined ? undefined : StreamEndpoint.parse(Item);
  };
}
