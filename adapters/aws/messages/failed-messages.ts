import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { MessageQuery, MessageReader, MessageRecord } from '../../../core/delivery/message-history.ts';
import type { Page } from '../../../core/directory/page.ts';
import { MESSAGE_SHARDS } from '../../../core/message/message-id.ts';
import { failedIndex } from '../../../core/storage/tables.ts';
import { messageIdIn, shardPartition, type SortKeys } from './message-key.ts';
import { MAX_PAGE_CHARACTERS } from './message-rows.ts';

/** Where to look. */
interface FailedRange extends SortKeys {
  readonly table: string;
}

type Ids = AsyncGenerator<string, void, undefined>;

/** Messages that one call may read, so a search that finds little stays quick. */
const MAX_READS = 100;

/**
 * Lists messages with a failed delivery, newest first, by the sparse index of those: few among many are found without
 * reading the many.
 */
export async function listFailed(
  db: DynamoDBDocumentClient,
  readMessage: MessageReader['readMessage'],
  { range, query }: { readonly range: FailedRange; readonly query: MessageQuery },
): Promise<Page<MessageRecord>> {
  const { organizationId, page } = query;
  const shards = Array.from({ length: MESSAGE_SHARDS }, (_, shard) =>
    failedIds(db, range, shardPartition(organizationId, shard)),
  );
  const ids = newestFirst(shards);
  const items: MessageRecord[] = [];
  let last: string | undefined;
  let characters = 0;
  let reads = 0;
  while (items.length < page.limit && reads < MAX_READS && characters < MAX_PAGE_CHARACTERS) {
    const some = await take(ids, page.limit - items.length);
    last = some.at(-1);
    if (last === undefined) return { items };
    for (const record of await Promise.all(some.map(async (id) => readMessage(organizationId, id)))) {
      if (record === undefined || !(await query.accepts(record))) continue;
      items.push(record);
      characters += JSON.stringify(record).length;
    }
    reads += some.length;
  }
  if (last === undefined || (await nextOf(ids)) === undefined) return { items };
  return { items, next: last };
}

/** Ids of the messages of one shard that have a failed delivery, in descending order. */
async function* failedIds(db: DynamoDBDocumentClient, { table, low, high }: FailedRange, shard: string): Ids {
  let start: Record<string, unknown> | undefined;
  let last: string | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await db.send(
      new QueryCommand({
        TableName: table,
        IndexName: failedIndex.name,
        KeyConditionExpression: 'failedShard = :shard AND sk BETWEEN :low AND :high',
        ExpressionAttributeValues: { ':shard': shard, ':low': low, ':high': high },
        ExclusiveStartKey: start,
        ScanIndexForward: false,
        Limit: MAX_READS,
      }),
    );
    for (const { sk } of Items) {
      const id = messageIdIn(sk);
      if (id !== last) yield id;
      last = id;
    }
    start = LastEvaluatedKey;
  } while (start !== undefined);
}

/** Merges descending sequences. */
async function* newestFirst(sequences: readonly Ids[]): Ids {
  const heads = await Promise.all(sequences.map(async (sequence) => ({ sequence, id: await nextOf(sequence) })));
  for (;;) {
    const newest = heads.reduce((one, other) => ((other.id ?? '') > (one.id ?? '') ? other : one));
    if (newest.id === undefined) return;
    yield newest.id;
    newest.id = await nextOf(newest.sequence);
  }
}

async function nextOf(ids: Ids): Promise<string | undefined> {
  const { done, value } = await ids.next();
  return done === true ? undefined : value;
}

async function take(ids: Ids, count: number): Promise<string[]> {
  const taken: string[] = [];
  while (taken.length < count) {
    const id = await nextOf(ids);
    if (id === undefined) break;
    taken.push(id);
  }
  return taken;
}
