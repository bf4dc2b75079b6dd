import { StreamEndpoint } from '../../../core/directory/stream-endpoint.ts';
import { GetCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { directoryKeys } from './directory-keys.ts';

/** Reads what a stream ID stands for, strongly consistent. */
export function createStreamEndpointReader(db: DocumentClient, table: string) {
  return async (streamId: string): Promise<StreamEndpoint | undefined> => {
    const { Item } = await db.send(
      new GetCommand({
        TableName: table,
        Key: directoryKeys.stream(streamId),
        ConsistentRead: true,
      }),
    );
    return Item === undefined ? undefined : StreamEndpoint.parse(Item);
  };
}
