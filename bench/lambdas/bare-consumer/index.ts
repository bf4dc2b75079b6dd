import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { BatchGetItemCommand, DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';

/**
 * The yardstick of the deliverer: the AWS calls of a batch, one POST for each message, and nothing else. No checks, no
 * schema, no signature, no secrets, no record of what failed.
 */
const db = new DynamoDBClient({});
const agent = new Agent({ keepAlive: true });
const { DIRECTORY_TABLE = '', MESSAGES_TABLE = '', COUNTERS_TABLE = '', RECEIVER_URL = '' } = process.env;

interface Job {
  readonly organizationId: string;
  readonly webhookId: string;
  readonly messageId: string;
  readonly channelId: string;
  readonly keys: Readonly<Record<'message' | 'delivery' | 'channel' | 'webhook' | 'health', Key>>;
}

type Key = Readonly<Record<string, string>>;

type Item = Record<string, { S?: string }>;

export async function handler({ Records }: { Records: { body: string }[] }): Promise<{ batchItemFailures: [] }> {
  const jobs = Records.map(({ body }): Job => JSON.parse(body));
  const messages = await read(jobs);
  await Promise.all(jobs.map(async (job) => deliver(job, messages.get(job.messageId))));
  return { batchItemFailures: [] };
}

async function read(jobs: readonly Job[]): Promise<Map<string, Item>> {
  const [first] = jobs;
  if (first === undefined) return new Map();
  const { Responses = {} } = await db.send(
    new BatchGetItemCommand({
      RequestItems: {
        [MESSAGES_TABLE]: { Keys: jobs.map(({ keys }) => stored(keys.message)), ConsistentRead: true },
        [DIRECTORY_TABLE]: {
          Keys: [stored(first.keys.channel), stored(first.keys.webhook)],
          ConsistentRead: true,
        },
        [COUNTERS_TABLE]: { Keys: [stored(first.keys.health)] },
      },
    }),
  );
  return new Map((Responses[MESSAGES_TABLE] ?? []).map((row) => [row['sk']?.S ?? '', row]));
}

const stored = (key: Key) => Object.fromEntries(Object.entries(key).map(([name, S]) => [name, { S }]));

async function deliver(job: Job, message: Item | undefined): Promise<void> {
  const Key = stored(job.keys.delivery);
  const { organizationId, webhookId, messageId, channelId } = job;
  await db.send(
    new UpdateItemCommand({
      TableName: MESSAGES_TABLE,
      Key,
      UpdateExpression:
        'SET #s = :s, attempt = :one, organizationId = :o, webhookId = :w, messageId = :m, channelId = :c, attempts = :none, expiresAt = :e',
      ConditionExpression: 'attribute_not_exists(sk)',
      ExpressionAttributeNames: { '#s': 'state' },
      ExpressionAttributeValues: {
        ':s': { S: 'delivering' },
        ':one': { N: '1' },
        ':o': { S: organizationId },
        ':w': { S: webhookId },
        ':m': { S: messageId },
        ':c': { S: channelId },
        ':none': { L: [] },
        ':e': { N: String(Math.floor(Date.now() / 1000) + 3600) },
      },
      ReturnValues: 'ALL_NEW',
    }),
  );
  const at = new Date().toISOString();
  await post(message?.['message']?.S ?? '');
  await db.send(
    new UpdateItemCommand({
      TableName: MESSAGES_TABLE,
      Key,
      UpdateExpression: 'SET #s = :s, attempts = list_append(attempts, :tried)',
      ConditionExpression: '#s = :before',
      ExpressionAttributeNames: { '#s': 'state' },
      ExpressionAttributeValues: {
        ':s': { S: 'delivered' },
        ':before': { S: 'delivering' },
        ':tried': { L: [{ M: { at: { S: at }, outcome: { S: 'delivered' } } }] },
      },
    }),
  );
}

async function post(message: string): Promise<void> {
  const outgoing = request(RECEIVER_URL, { method: 'POST', agent, headers: { 'content-type': 'application/json' } });
  outgoing.end(JSON.stringify({ message }));
  const [incoming] = await once(outgoing, 'response');
  incoming.resume();
  await once(incoming, 'end');
}
