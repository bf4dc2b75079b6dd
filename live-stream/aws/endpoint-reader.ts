import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { directoryKeys } from '../../adapters/aws/directory/directory-keys.ts';
import { StreamEndpoint } from '../../core/directory/stream-endpoint.ts';
import { SharedReads } from './shared-reads.ts';

/** Reads what a stream ID stands for, strongly consistent. */
export function createStreamEndpointReader(db: DynamoDBDocumentClient, table: string) {
  return new SharedReads<StreamEndpoint | undefined>(async (streamId) => {
    const { Item } = await db.send(
      new GetCommand({
        TableName: table,
        Key: directoryKeys.stream(streamId),
        ConsistentRead: true,
      }),
    );
    return Item === undefined ? undefined : StreamEndpoint.parse(Item);
  });
}
