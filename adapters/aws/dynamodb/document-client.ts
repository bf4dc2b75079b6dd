import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createClient } from '../create-client.ts';

/** A client that reads and writes plain objects; absent optional fields are left out of the item. */
export function createDocumentClient(client = createClient(DynamoDBClient)): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
