import * as z from 'zod/mini';
import { buckets } from '../../../core/figures/bucket.ts';
import { BatchWriteCommand } from '../dynamodb/batch-commands.ts';
import { paginateQuery } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import type { BatchWriteInput } from '../dynamodb/inputs.ts';
import { pauseAfter } from '../pause-after.ts';
import { figurePartition, type FigureKey } from './figure-keys.ts';

const Key = z.object({ pk: z.string(), sk: z.string() });

const MAX_BATCH = 25;
const MAX_TRIES = 6;
/** Batches under way at a time: 13 months of an organisation are gone in seconds. */
const AT_ONCE = 16;

/** Removes all figures of an organisation. */
export function createFigureEraser(db: DocumentClient, table: string) {
  return {
    async eraseFigures(organizationId: string): Promise<void> {
      for (const bucket of buckets) {
        const pages = paginateQuery(
          { client: db },
          {
            TableName: table,
            KeyConditionExpression: 'pk = :pk',
            ProjectionExpression: 'pk, sk',
            ExpressionAttributeValues: { ':pk': figurePartition(organizationId, bucket) },
          },
        );
        for await (const { Items } of pages) {
          await deleteAll(
            db,
            table,
            Items.map((item) => Key.parse(item)),
          );
        }
      }
    },
  };
}

async function deleteAll(db: DocumentClient, table: string, keys: readonly FigureKey[]): Promise<void> {
  const batches: FigureKey[][] = [];
  for (let start = 0; start < keys.length; start += MAX_BATCH) batches.push(keys.slice(start, start + MAX_BATCH));
  for (let start = 0; start < batches.length; start += AT_ONCE) {
    await Promise.all(batches.slice(start, start + AT_ONCE).map(async (batch) => deleteBatch(db, table, batch)));
  }
}

/** @throws when rows are still there after six tries */
async function deleteBatch(db: DocumentClient, table: string, keys: readonly FigureKey[]): Promise<void> {
  let remaining: BatchWriteInput['RequestItems'] = {
    [table]: keys.map((Key) => ({ DeleteRequest: { Key } })),
  };
  for (let tries = 1; ; tries += 1) {
    const { UnprocessedItems } = await db.send(new BatchWriteCommand({ RequestItems: remaining }));
    if (Object.keys(UnprocessedItems).length === 0) return;
    if (tries === MAX_TRIES) throw new Error(`DynamoDB left figures in place after ${MAX_TRIES} tries.`);
    remaining = UnprocessedItems;
    await pauseAfter(tries);
  }
}
