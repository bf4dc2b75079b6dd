import { Endpoint } from '../../../core/directory/endpoint.ts';
import { GetCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { directoryKeys } from './directory-keys.ts';

/** Reads endpoints by public id, strongly consistent: regenerating, disabling or deleting a webhook works at once. */
export function createEndpointReader(db: DocumentClient, table: string) {
  return {
    async read(publicId: string): Promise<Endpoint | undefined> {
      const { Item } = await db.send(
        new GetCommand({
          TableName: table,
          Key: directoryKeys.endpoint(publicId),
          ConsistentRead: true,
        }),
      );
      return Item === undefined ? undefined : Endpoint.parse(Item);
    },
  };
}
