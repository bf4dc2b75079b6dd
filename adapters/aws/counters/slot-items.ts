import * as z from 'zod/mini';
import type { Heartbeats, SlotChange, SlotCounts, SlotTable } from '../../../core/live/slot-table.ts';
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { ConditionalCheckFailedException } from '../dynamodb/dynamodb-errors.ts';
import { counterKeys } from './counter-keys.ts';

/** Items expire this long after their last change: clients' addresses are not kept for ever. */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
const TASK_PREFIX = 'task:';

const Counts = z.catchall(z.object({ total: z.optional(z.number()) }), z.unknown());
const Heartbeat = z.object({ beatAt: z.number() });

export interface SlotItemsOptions {
  readonly db: DocumentClient;
  /** The Counters table. */
  readonly table: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Stream slots in the Counters table. A count is one item: `total`, and one attribute `task:<name>` for each task that
 * has streams open. Its key holds a hash: keys show up in insights, and an address is personal data.
 */
export function createSlotTable({ db, table, now }: SlotItemsOptions): SlotTable {
  return {
    async change(key, change) {
      const update = new UpdateCommand({
        TableName: table,
        Key: counterKeys.slots(key),
        ...expressions(change),
        ExpressionAttributeNames: { '#task': TASK_PREFIX + change.task, '#total': 'total' },
        ExpressionAttributeValues: valuesOf(change, expiryOf(now())),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      try {
        await db.send(update);
        return { kind: 'changed' };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        return { kind: 'refused', counts: countsOf(error.Item === undefined ? {} : error.Item) };
      }
    },
  };
}

function expressions({ from, to, limit }: SlotChange) {
  const known = from === 0 ? 'attribute_not_exists(#task)' : '#task = :from';
  const fits = limit === undefined ? '' : ' AND (attribute_not_exists(#total) OR #total <= :room)';
  const count = to === 0 ? 'SET expiresAt = :expiresAt REMOVE #task' : 'SET expiresAt = :expiresAt, #task = :to';
  return { ConditionExpression: known + fits, UpdateExpression: `${count} ADD #total :change` };
}

/** DynamoDB refuses values that no expression uses. */
function valuesOf({ from, to, limit }: SlotChange, expiresAt: number): Record<string, number> {
  return {
    ':change': to - from,
    ':expiresAt': expiresAt,
    ...(from !== 0 && { ':from': from }),
    ...(to !== 0 && { ':to': to }),
    ...(limit !== undefined && { ':room': limit - (to - from) }),
  };
}

/** Epoch seconds. */
function expiryOf(now: number): number {
  return Math.floor((now + LIFETIME_MS) / 1000);
}

function countsOf(item: unknown): SlotCounts {
  const { total = 0, ...attributes } = Counts.parse(item);
  const byTask = Object.entries(attributes).flatMap(([name, count]): [string, number][] =>
    name.startsWith(TASK_PREFIX) && typeof count === 'number' ? [[name.slice(TASK_PREFIX.length), count]] : [],
  );
  return { total, byTask: new Map(byTask) };
}

/** Heartbeats in the Counters table: one item per task. */
export function createHeartbeats({ db, table }: Pick<SlotItemsOptions, 'db' | 'table'>): Heartbeats {
  const keyOf = (task: string) => ({ TableName: table, Key: counterKeys.task(task) });
  return {
    async register(task, at) {
      const item = { ...keyOf(task).Key, beatAt: at, expiresAt: expiryOf(at) };
      await db.send(new PutCommand({ TableName: table, Item: item }));
    },

    async beat(task, at) {
      const update = new UpdateCommand({
        ...keyOf(task),
        UpdateExpression: 'SET beatAt = :at, expiresAt = :expiresAt',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':at': at, ':expiresAt': expiryOf(at) },
      });
      return unlessRefused(db.send(update));
    },

    async lastBeat(task) {
      const { Item } = await db.send(new GetCommand({ ...keyOf(task), ConsistentRead: true }));
      return Item === undefined ? undefined : Heartbeat.parse(Item).beatAt;
    },

    async bury(task, lastBeat) {
      const remove = new DeleteCommand({
        ...keyOf(task),
        ConditionExpression: 'attribute_not_exists(pk) OR beatAt = :lastBeat',
        ExpressionAttributeValues: { ':lastBeat': lastBeat },
      });
      return unlessRefused(db.send(remove));
    },

    async remove(task) {
      await db.send(new DeleteCommand(keyOf(task)));
    },
  };
}

async function unlessRefused(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
