import { pauseAfter } from '../pause-after.ts';
import { BatchWriteCommand } from './batch-commands.ts';
import type { DocumentClient } from './document-client.ts';
import type { BatchWrite, BatchWriteInput } from './inputs.ts';

/** One row to write, whichever table it belongs to. */
export interface Put {
  readonly table: string;
  readonly item: Record<string, unknown>;
}

const MAX_BATCH = 25;
const MAX_TRIES = 6;

/**
 * Writes rows in as few calls as possible: one up to 25 rows. `UnprocessedItems` inside a 200 are failures (throttling)
 * and are written again.
 *
 * @throws when rows are still unprocessed after six tries, or when the call itself fails.
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html
 */
export async function batchPut(db: DocumentClient, puts: readonly Put[]): Promise<void> {
  for (let start = 0; start < puts.length; start += MAX_BATCH) {
    await putAll(db, requestOf(puts.slice(start, start + MAX_BATCH)));
  }
}

type Request = BatchWriteInput['RequestItems'];

function requestOf(puts: readonly Put[]): Request {
  const request: Record<string, BatchWrite[]> = {};
  for (const { table, item } of puts) (request[table] ??= []).push({ PutRequest: { Item: item } });
  return request;
}

async function putAll(db: DocumentClient, rows: Request): Promise<void> {
  let remaining = rows;
  for (let tries = 1; ; tries += 1) {
    const { UnprocessedItems } = await db.send(new BatchWriteCommand({ RequestItems: remaining }));
    if (Object.keys(UnprocessedItems).length === 0) return;
    if (tries === MAX_TRIES) throw new Error(`DynamoDB left rows unprocessed after ${MAX_TRIES} tries.`);
    remaining = UnprocessedItems;
    await pauseAfter(tries);
  }
}
