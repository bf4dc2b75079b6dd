import type { MessageQuery, MessageReader } from '../../../core/delivery/message-history.ts';
import type { MessageRecord } from '../../../core/delivery/message-report.ts';
import type { Page } from '../../../core/directory/page.ts';
import { MESSAGE_SHARDS } from '../../../core/message/message-id.ts';
import { failedIndex } from '../../../core/storage/tables.ts';
import { QueryCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import type { ReadItem } from '../dynamodb/gathered-reader.ts';
import type { ReadTime } from './merge-shards.ts';
import { type MessageKey, messageIdIn, shardPartition, type SortKeys } from './message-key.ts';
import { MAX_PAGE_CHARACTERS } from './message-rows.ts';

interface Sources {
  readonly db: DocumentClient;
  readonly table: string;
  readonly readMessage: MessageReader['readMessage'];
  readonly readItem: ReadItem;
}

interface FailedQuery {
  readonly range: SortKeys;
  readonly query: MessageQuery;
  readonly time: ReadTime;
}

type Sequence<T> = AsyncGenerator<T, void, undefined>;

/** A message with a failed delivery, whose row has this key. */
interface Failure {
  readonly id: string;
  readonly key: MessageKey;
}

/** `isAsked`: it may belong to the page. */
type Candidate = Pick<Failure, 'id'> & { readonly isAsked: boolean };

/** How many rows one call reads, from the index or by key. */
const ROWS_AT_ONCE = 100;

/**
 * Lists messages with a failed delivery, newest first, by their sparse index, which finds few among many without
 * reading the many.
 */
export async function listFailed(sources: Sources, { range, query, time }: FailedQuery): Promise<Page<MessageRecord>> {
  const { organizationId, page } = query;
  const candidates = narrowed(sources, newestFirst(shardsOf(sources, organizationId, range)), query.webhookId);
  const items: MessageRecord[] = [];
  let last: string | undefined;
  let characters = 0;
  while (items.length < page.limit && characters < MAX_PAGE_CHARACTERS) {
    if (last !== undefined && time.now() >= time.stopAt) return { items, next: last };
    const some = await take(candidates, page.limit - items.length);
    last = some.at(-1)?.id;
    if (last === undefined) return { items };
    const asked = some.filter(({ isAsked }) => isAsked);
    for (const record of await Promise.all(asked.map(async ({ id }) => sources.readMessage(organizationId, id)))) {
      if (record === undefined || !(await query.accepts(record))) continue;
      items.push(record);
      characters += JSON.stringify(record).length;
    }
  }
  return last !== undefined && (await hasMore(candidates, time)) ? { items, next: last } : { items };
}

function shardsOf(sources: Sources, organizationId: string, range: SortKeys): Sequence<Failure>[] {
  return Array.from({ length: MESSAGE_SHARDS }, (_, shard) =>
    failuresOf(sources, shardPartition(organizationId, shard), range),
  );
}

/** Messages of one shard that have a failed delivery, in descending order. */
async function* failuresOf({ db, table }: Sources, shard: string, { low, high }: SortKeys): Sequence<Failure> {
  let start: Record<string, unknown> | undefined;
  let last: string | undefined;
  do {
    const { Items, LastEvaluatedKey } = await db.send(
      new QueryCommand({
        TableName: table,
        IndexName: failedIndex.name,
        KeyConditionExpression: 'failedShard = :shard AND sk BETWEEN :low AND :high',
        ExpressionAttributeValues: { ':shard': shard, ':low': low, ':high': high },
        ExclusiveStartKey: start,
        ScanIndexForward: false,
        Limit: ROWS_AT_ONCE,
      }),
    );
    for (const { sk } of Items) {
      const id = messageIdIn(sk);
      if (id !== last) yield { id, key: { pk: shard, sk: String(sk) } };
      last = id;
    }
    start = LastEvaluatedKey;
  } while (start !== undefined);
}

/** Merges descending sequences. */
async function* newestFirst(sequences: readonly Sequence<Failure>[]): Sequence<Failure> {
  const heads = await Promise.all(sequences.map(async (sequence) => ({ sequence, head: await nextOf(sequence) })));
  for (;;) {
    const newest = heads.reduce((one, other) => ((other.head?.id ?? '') > (one.head?.id ?? '') ? other : one));
    if (newest.head === undefined) return;
    yield newest.head;
    newest.head = await nextOf(newest.sequence);
  }
}

/** Tells which belong to the webhook. The index holds only keys, and a row costs less than its message. */
async function* narrowed(
  { table, readItem }: Sources,
  failures: Sequence<Failure>,
  webhookId: string | undefined,
): Sequence<Candidate> {
  if (webhookId === undefined) {
    for await (const { id } of failures) yield { id, isAsked: true };
    return;
  }
  for (;;) {
    const some = await takeAtMost(failures, ROWS_AT_ONCE);
    if (some.length === 0) return;
    const rows = await Promise.all(some.map(async ({ key }) => readItem({ table, key, consistent: false })));
    for (const [index, { id }] of some.entries()) yield { id, isAsked: rows[index]?.['webhookId'] === webhookId };
  }
}

/** Up to `count` candidates that are asked for, among as many as one call reads. */
async function take(candidates: Sequence<Candidate>, count: number): Promise<Candidate[]> {
  const taken: Candidate[] = [];
  let left = count;
  while (left > 0 && taken.length < ROWS_AT_ONCE) {
    const candidate = await nextOf(candidates);
    if (candidate === undefined) break;
    taken.push(candidate);
    if (candidate.isAsked) left -= 1;
  }
  return taken;
}

async function hasMore(candidates: Sequence<Candidate>, { now, fullStopAt }: ReadTime): Promise<boolean> {
  for await (const { isAsked } of candidates) if (isAsked || now() >= fullStopAt) return true;
  return false;
}

async function nextOf<T>(sequence: Sequence<T>): Promise<T | undefined> {
  const { done, value } = await sequence.next();
  return done === true ? undefined : value;
}

async function takeAtMost<T>(sequence: Sequence<T>, count: number): Promise<T[]> {
  const taken: T[] = [];
  while (taken.length < count) {
    const item = await nextOf(sequence);
    if (item === undefined) break;
    taken.push(item);
  }
  return taken;
}
