import { ulid } from 'ulid';
import { batchPut } from '../adapters/aws/dynamodb/batch-put.ts';
import { createDocumentClient } from '../adapters/aws/dynamodb/document-client.ts';
import { messageItems } from '../adapters/aws/messages/message-items.ts';
import type { Message } from '../core/delivery/message.ts';
import type { Stack } from '../test/integration/stack.ts';

/** Messages of which, and with which body. */
export interface Storing {
  readonly organizationId: string;
  readonly webhookId: string;
  readonly channelId: string;
  readonly body: string;
  readonly count: number;
  /** The messages are this old at most, milliseconds. */
  readonly spanMs: number;
}

const BATCH = 25;
/** DynamoDB on a laptop writes one batch after the other; more calls at a time only wait. */
const AT_A_TIME = 4;
export const DAY_MS = 24 * 60 * 60 * 1000;

/** Settings of a client of a running stack, with an operator's rights. */
export function accountOf({ door }: Pick<Stack, 'door'>) {
  const credentials = { accessKeyId: 'operator', secretAccessKey: 'local' };
  return { endpoint: door, region: 'us-east-1', credentials };
}

/** A client of the tables of a running stack. */
export const clientOf = (stack: Pick<Stack, 'door'>) => createDocumentClient(accountOf(stack));

/** The physical name of a table of a running stack. */
export function tableOf({ tables }: Pick<Stack, 'tables'>, part: string): string {
  const name = tables.find((table) => table.includes(part));
  if (name === undefined) throw new Error(`there is no table ${part}`);
  return name;
}

/** Stores messages as ingest does, without sending them anywhere. @returns their ids, oldest first */
export async function storeMessages(
  stack: Stack,
  storing: Storing,
  table = tableOf(stack, 'Messages'),
): Promise<string[]> {
  const db = clientOf(stack);
  const tables = { messages: table, liveEvents: '' };
  const { count, spanMs } = storing;
  const from = Date.now() - spanMs;
  const messages = Array.from({ length: count }, (_, n) => messageOf(storing, from + Math.floor((n / count) * spanMs)));
  const puts = messages.flatMap((message) => messageItems(tables, message));
  for (let start = 0; start < puts.length; start += BATCH * AT_A_TIME) {
    const some = puts.slice(start, start + BATCH * AT_A_TIME);
    const batches = Array.from({ length: AT_A_TIME }, (_, n) => some.slice(n * BATCH, (n + 1) * BATCH));
    await Promise.all(batches.map(async (batch) => batchPut(db, batch)));
  }
  return messages.map(({ id }) => id);
}

function messageOf({ organizationId, webhookId, channelId, body }: Storing, at: number): Message {
  return {
    id: `msg_${ulid(at)}`,
    organizationId,
    webhookId,
    webhookName: 'Bench',
    content: {
      title: 'Deploy finished',
      message: 'Version 42 is live on all hosts',
      priority: 4,
      tags: ['production', 'ci'],
    },
    format: 'json',
    receivedAt: new Date(at).toISOString(),
    payload: { text: body },
    routing: [{ channelId, kind: 'webhook', matched: true, reason: 'no filter' }],
    notes: [],
    hops: [],
    expiresAt: Math.floor((at + 30 * DAY_MS) / 1000),
  };
}
