import { setImmediate as turn } from 'node:timers/promises';
import { pauseAfter } from '../pause-after.ts';
import { BatchGetCommand } from './batch-commands.ts';
import type { DocumentClient } from './document-client.ts';
import type { BatchGetInput, WantedKeys } from './inputs.ts';

type PlainRow = Record<string, unknown>;
type Keys = BatchGetInput['RequestItems'];

/** One item to read. */
interface WantedItem {
  readonly table: string;
  readonly key: Readonly<Record<string, string>>;
  /** If one read of a table is consistent, all reads of it at that moment are. */
  readonly consistent: boolean;
}

/** @returns the item, absent when there is none */
export type ReadItem = (wanted: WantedItem) => Promise<PlainRow | undefined>;

/** Reads that go together: reads requested meanwhile join them. */
interface PendingReads {
  readonly wanted: Map<string, WantedItem>;
  readonly rows: Promise<Map<string, PlainRow>>;
}

/** DynamoDB takes a hundred keys per call. */
const MAX_KEYS = 100;
const MAX_TRIES = 5;

/**
 * Makes a reader that gathers the reads of one turn of the event loop: one call for a whole batch of jobs, which mostly
 * share their webhook, channel or message, and pay for each item once.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html
 */
export function createGatheredReader(db: DocumentClient): ReadItem {
  let gathering: PendingReads | undefined;

  async function readGathered(wanted: PendingReads['wanted']): Promise<Map<string, PlainRow>> {
    await turn();
    gathering = undefined;
    const all = [...wanted];
    const parts: Promise<[string, PlainRow][]>[] = [];
    for (let start = 0; start < all.length; start += MAX_KEYS)
      parts.push(getAll(db, all.slice(start, start + MAX_KEYS)));
    return new Map((await Promise.all(parts)).flat());
  }

  return async (item) => {
    if (gathering === undefined) {
      const wanted: PendingReads['wanted'] = new Map();
      gathering = { wanted, rows: readGathered(wanted) };
    }
    const name = nameOf(item.table, item.key);
    gathering.wanted.set(name, item);
    return (await gathering.rows).get(name);
  };
}

/** @throws when keys are still unread after five tries */
async function getAll(db: DocumentClient, wanted: readonly (readonly [string, WantedItem])[]) {
  const found: [string, PlainRow][] = [];
  let remaining = requestOf(wanted.map(([, item]) => item));
  const keyNames = new Map(wanted.map(([, { table, key }]) => [table, Object.keys(key)]));
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const { Responses, UnprocessedKeys } = await db.send(new BatchGetCommand({ RequestItems: remaining }));
    for (const [table, rows] of Object.entries(Responses)) {
      const names = keyNames.get(table) ?? [];
      for (const row of rows) found.push([nameOf(table, Object.fromEntries(names.map((at) => [at, row[at]]))), row]);
    }
    if (Object.keys(UnprocessedKeys).length === 0) return found;
    remaining = UnprocessedKeys;
    await pauseAfter(tries);
  }
  throw new Error(`DynamoDB left keys unread after ${MAX_TRIES} tries.`);
}

function requestOf(wanted: readonly WantedItem[]): Keys {
  const request: Record<string, WantedKeys> = {};
  for (const [table, items] of Map.groupBy(wanted, (item) => item.table)) {
    const ConsistentRead = items.some(({ consistent }) => consistent);
    request[table] = { Keys: items.map(({ key }) => key), ...(ConsistentRead ? { ConsistentRead } : {}) };
  }
  return request;
}

/** The same name for a key and for the row that has it. */
function nameOf(table: string, key: Readonly<Record<string, unknown>>): string {
  const values = Object.keys(key)
    .sort()
    .map((name) => key[name]);
  return JSON.stringify([table, ...values]);
}
