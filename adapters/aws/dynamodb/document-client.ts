import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { clientSettings, withoutLogging } from '../client-settings.ts';

/** A client that reads and writes plain objects; absent optional fields are left out of the item. */
export function createDocumentClient(client = new DynamoDBClient(clientSettings)): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(withoutLogging(client), { marshallOptions: { removeUndefinedValues: true } });
}
