import { BatchWriteItemCommand, DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';

/**
 * The yardstick of the ingest function: the AWS calls of one send, with the bytes that a send writes, and nothing else.
 * No checks, no parsing, no schema, no document client.
 */
const db = new DynamoDBClient({});
const sqs = new SQSClient({});
const { DIRECTORY_TABLE = '', MESSAGES_TABLE = '', OUTBOUND_QUEUE_URL = '' } = process.env;
const { ENDPOINT_PARTITION = '', MESSAGE_PARTITION = '', JOB = '' } = process.env;

let serial = 0;

export async function handler(event: { body: string }): Promise<{ statusCode: number; body: string }> {
  const Key = { pk: { S: ENDPOINT_PARTITION }, sk: { S: 'ENDPOINT' } };
  await db.send(new GetItemCommand({ TableName: DIRECTORY_TABLE, Key, ConsistentRead: true }));
  serial += 1;
  const messageId = `msg_BARE${String(process.pid).padStart(10, '0')}${String(serial).padStart(12, '0')}`;
  await db.send(
    new BatchWriteItemCommand({
      RequestItems: { [MESSAGES_TABLE]: [{ PutRequest: { Item: row(messageId, event.body) } }] },
    }),
  );
  const job = JOB.replaceAll('MESSAGE_ID', messageId);
  const Entries = [{ Id: '0', MessageBody: job, MessageGroupId: 'bare' }];
  await sqs.send(new SendMessageBatchCommand({ QueueUrl: OUTBOUND_QUEUE_URL, Entries }));
  return { statusCode: 201, body: JSON.stringify({ messageId }) };
}

function row(messageId: string, body: string) {
  return {
    pk: { S: MESSAGE_PARTITION },
    sk: { S: messageId },
    id: { S: messageId },
    organizationId: { S: 'bare' },
    webhookId: { S: 'wh_bare' },
    webhookName: { S: 'Bench' },
    title: { S: 'Deploy finished' },
    message: { S: 'Version 42 is live on all hosts' },
    priority: { N: '4' },
    tags: { L: [{ S: 'production' }, { S: 'ci' }] },
    format: { S: 'json' },
    receivedAt: { S: new Date().toISOString() },
    payload: { M: { text: { S: body } } },
    routing: {
      L: [
        {
          M: {
            channelId: { S: 'ch_bare' },
            kind: { S: 'webhook' },
            matched: { BOOL: true },
            reason: { S: 'no filter' },
          },
        },
      ],
    },
    notes: { L: [] },
    hops: { L: [] },
    expiresAt: { N: String(Math.floor(Date.now() / 1000) + 3600) },
  };
}
