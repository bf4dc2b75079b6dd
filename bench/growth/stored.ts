import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { QueryCommand } from '../../adapters/aws/dynamodb/commands.ts';
import { shardPartition } from '../../adapters/aws/messages/message-key.ts';
import { createMessageReader, firstRowsOf } from '../../adapters/aws/messages/message-reader.ts';
import { MESSAGE_SHARDS } from '../../core/message/message-id.ts';
import type { Stack } from '../../test/integration/stack.ts';
import { median, ratio } from '../ratio.ts';
import type { Report } from '../report.ts';
import { bodyOf } from '../send-event.ts';
import { accountOf, clientOf, DAY_MS, storeMessages, tableOf } from '../stored-messages.ts';

const COUNTS = [10, 100, 1000, 100_000] as const;
const ROUNDS = 41;
const PAGE = 50;

/** What one page of a message list costs in organisations that have 10 to 100,000 messages stored, in turn. */
export async function growthOfStored(stack: Stack): Promise<Report> {
  const table = await withoutStream(stack);
  for (const count of COUNTS) await fill(stack, count, table);
  const reader = createMessageReader(clientOf(stack), { table, now: Date.now });
  const page = async (count: number): Promise<number> => {
    const started = performance.now();
    const { items } = await reader.listMessages({
      organizationId: organizationWith(count),
      page: { limit: PAGE },
      accepts: async () => true,
    });
    if (items.length !== Math.min(PAGE, count)) throw new Error(`A page of ${count} messages has ${items.length}.`);
    return performance.now() - started;
  };
  const bare = bareQueries(stack, table);
  const times = new Map<number, number[]>(COUNTS.map((count) => [count, []]));
  const bareTimes = new Map<number, number[]>(COUNTS.map((count) => [count, []]));
  for (const count of COUNTS) {
    for (let warm = 0; warm < 5; warm += 1) {
      await page(count);
      await bare(count);
    }
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const count of round % 2 === 0 ? COUNTS : COUNTS.toReversed()) {
      times.get(count)?.push(await page(count));
      bareTimes.get(count)?.push(await bare(count));
    }
  }
  const few = times.get(100) ?? [];
  const many = times.get(100_000) ?? [];
  const medians = [...times].map(([count, taken]) => [count, median(taken)] as const);
  return {
    ratios: [
      ratio(
        'growth: list page over 100,000 stored messages against over 100',
        many.map((ms, round) => ms / (few[round] ?? Number.NaN)),
        { atMost: 1.3 },
      ),
      ratio(
        'growth: the same rows read by bare queries, 100,000 against 100',
        (bareTimes.get(100_000) ?? []).map((ms, round) => ms / (bareTimes.get(100)?.[round] ?? Number.NaN)),
      ),
    ],
    tables: [
      {
        title: `A page of ${PAGE} messages, by messages stored (medians)`,
        columns: ['stored', 'ms', 'bare queries, ms'],
        rows: medians.map(([count, ms]) => [String(count), ms, median(bareTimes.get(count) ?? [])]),
      },
    ],
    graphs: [
      {
        name: 'stored',
        title: `A page of ${PAGE} messages, by messages stored`,
        x: 'messages stored in the organisation',
        y: 'ms per page',
        series: [{ name: 'ms', points: medians }],
      },
    ],
  };
}

/** The floor: one query of each shard for as many rows, which nobody looks at. @returns a function that gives the time */
function bareQueries(stack: Stack, table: string): (count: number) => Promise<number> {
  const db = clientOf(stack);
  return async (count) => {
    const started = performance.now();
    const queries = Array.from({ length: MESSAGE_SHARDS }, async (_, shard) =>
      db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': shardPartition(organizationWith(count), shard) },
          ScanIndexForward: false,
          Limit: firstRowsOf(PAGE),
        }),
      ),
    );
    await Promise.all(queries);
    return performance.now() - started;
  };
}

const organizationWith = (count: number): string => `org_bench${count}`;

/** A table like that of the messages, but nobody follows it: on a laptop, that is what makes many writes slow. */
async function withoutStream(stack: Stack): Promise<string> {
  const db = new DynamoDBClient(accountOf(stack));
  const { Table } = await db.send(new DescribeTableCommand({ TableName: tableOf(stack, 'Messages') }));
  const TableName = 'BenchMessages';
  const indexes = Table?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema,
    Projection,
  }));
  await db.send(
    new CreateTableCommand({
      TableName,
      KeySchema: Table?.KeySchema,
      AttributeDefinitions: Table?.AttributeDefinitions,
      GlobalSecondaryIndexes: indexes,
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  return TableName;
}

async function fill(stack: Stack, count: number, table: string): Promise<void> {
  const place = { organizationId: organizationWith(count), webhookId: 'wh_bench', channelId: 'ch_bench' };
  await storeMessages(stack, { ...place, body: bodyOf(200), count, spanMs: DAY_MS }, table);
}
