import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { alertIn } from '../../adapters/aws/alerts/alert-rows.ts';
import { postIn } from '../../adapters/aws/alerts/post-rows.ts';
import type { Alert } from '../../core/alert/alert.ts';
import { Delivery } from '../../core/delivery/delivery.ts';
import { DeliveryJob } from '../../core/delivery/job.ts';
import { Message, reaches } from '../../core/delivery/message.ts';
import { startDynamoDb } from '../../local/engines/dynamodb-engine.ts';
import type { Stack } from '../integration/stack.ts';
import type { KnownDelivery } from './accounts.ts';
import type { StoredPost } from './alerts.ts';
import { checkFigures, type FiguresReport } from './figures.ts';

/** Everything that a stack held when it was killed. */
export interface FrozenState {
  /** All stored messages, by their ids. */
  readonly messages: ReadonlyMap<string, Message>;
  /** Every delivery that a stored message was routed to, with or without a row. */
  readonly deliveries: readonly KnownDelivery[];
  readonly figures: FiguresReport;
  readonly alerts: readonly Alert[];
  /** What channels are shown of alerts. */
  readonly posts: readonly StoredPost[];
}

/** The engine of a killed runner ends a moment after it; two on one file would not notice each other. */
const ENGINE_GONE_MS = 1500;

/** Kills the stack and reads the tables and queues it leaves: nothing moves while it is being counted. */
export async function freeze(stack: Stack): Promise<FrozenState> {
  await stack.kill9();
  await sleep(ENGINE_GONE_MS);
  const queued = queuedDeliveries(stack.dataDir);
  const table = (name: string) => stack.tables.find((it) => it.includes(name)) ?? name;
  const tables = { messages: table('Messages'), figures: table('Figures'), alerts: table('Alerts') };
  const engine = await startDynamoDb(stack.dataDir);
  const credentials = { accessKeyId: 'chaos', secretAccessKey: 'chaos' };
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region: 'us-east-1', credentials });
  try {
    const rows = new Map<string, Delivery>();
    const messages: Message[] = [];
    for await (const { Items = [] } of paginateScan(
      { client: DynamoDBDocumentClient.from(client) },
      { TableName: tables.messages },
    )) {
      for (const item of Items) {
        if (String(item['sk']).includes('#')) rows.set(String(item['sk']), Delivery.parse(item));
        else messages.push(Message.parse(item));
      }
    }
    const byMessage = Map.groupBy(rows.values(), ({ messageId }) => messageId);
    const records = messages.map((message) => ({ message, deliveries: byMessage.get(message.id) ?? [] }));
    return {
      messages: new Map(messages.map((message) => [message.id, message])),
      deliveries: deliveriesOf(messages, rows, queued),
      ...(await readAlerts(client, tables.alerts)),
      figures: await checkFigures({ client, endpoint: engine.endpoint, tables, records }),
    };
  } finally {
    client.destroy();
    await engine.stop();
  }
}

async function readAlerts(client: DynamoDBClient, TableName: string) {
  const alerts: Alert[] = [];
  const posts: StoredPost[] = [];
  for await (const { Items = [] } of paginateScan({ client: DynamoDBDocumentClient.from(client) }, { TableName })) {
    for (const item of Items) {
      const [pk, sk] = [String(item['pk']), String(item['sk'])];
      if (pk.startsWith('KEY#')) alerts.push(alertIn(item));
      else if (sk.startsWith('POST#')) posts.push({ alertId: pk, channelId: sk.slice(5), row: postIn(item) });
    }
  }
  return { alerts, posts };
}

function deliveriesOf(
  messages: readonly Message[],
  rows: ReadonlyMap<string, Delivery>,
  queued: ReadonlySet<string>,
): KnownDelivery[] {
  return messages.flatMap(({ id: messageId, routing }) =>
    routing.filter(reaches).map(({ channelId }) => {
      const key = `${messageId}#${channelId}`;
      const row = rows.get(key);
      // A mark in the index is a next attempt whatever its time; a time alone is one only while a job waits for it.
      const nextAttemptAt = row?.dueAt;
      return { messageId, channelId, state: row?.state ?? 'queued', nextAttemptAt, isQueued: queued.has(key) };
    }),
  );
}

/** The deliveries whose jobs lie in the queues, read from the engine's own file. */
function queuedDeliveries(dataDir: string): Set<string> {
  const database = new DatabaseSync(join(dataDir, 'sqs.sqlite'));
  try {
    const jobs = database.prepare('SELECT body FROM messages').all();
    const keys = jobs.flatMap(({ body }) => {
      // Due jobs lie there, too.
      const job = DeliveryJob.safeParse(JSON.parse(String(body)));
      return job.success ? [`${job.data.messageId}#${job.data.channelId}`] : [];
    });
    return new Set(keys);
  } finally {
    database.close();
  }
}
