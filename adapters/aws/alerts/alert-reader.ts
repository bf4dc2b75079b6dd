import type { Alert } from '../../../core/alert/alert.ts';
import type { AlertQuery, AlertReader } from '../../../core/delivery/alert-history.ts';
import type { AlertTimers, AnnouncePorts } from '../../../core/delivery/alert-timers.ts';
import type { Page } from '../../../core/directory/page.ts';
import { idOf } from '../../../core/message/ids.ts';
import { MESSAGE_SHARDS, shardOf } from '../../../core/message/message-id.ts';
import { ulidTime } from '../../../core/message/ulid.ts';
import { alertDueIndex, alertListIndex } from '../../../core/storage/tables.ts';
import { BatchGetCommand } from '../dynamodb/batch-commands.ts';
import { GetCommand, QueryCommand, UpdateCommand, paginateQuery } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { ConditionalCheckFailedException } from '../dynamodb/dynamodb-errors.ts';
import { duePartition } from '../messages/message-key.ts';
import { alertIn, archiveKey, headKey, isoTime, listPartition, postKey } from './alert-rows.ts';
import { type AlertRowKey, memberKey } from './member-key.ts';
import { postIn } from './post-rows.ts';

/** What sorts after every character of an id. */
const LAST = '~';
const FIRST_MEMBER = 'msg_';

type Row = Record<string, unknown>;

/** Alerts as operators find them, and as timers do. */
export function createAlertReader(
  db: DocumentClient,
  table: string,
  now: () => number,
): AlertReader & AlertTimers & AnnouncePorts['timers'] {
  async function keysBefore(shard: number, query: AlertQuery): Promise<AlertRowKey[]> {
    const { organizationId, page, from = 0, to = Infinity } = query;
    const high = idOf('alert', ulidTime(to) + LAST);
    const { Items } = await db.send(
      new QueryCommand({
        TableName: table,
        IndexName: alertListIndex.name,
        KeyConditionExpression: 'listShard = :shard AND alertId BETWEEN :low AND :high',
        ExpressionAttributeValues: {
          ':shard': listPartition(organizationId, shard),
          ':low': idOf('alert', ulidTime(from)),
          ':high': page.after === undefined || page.after > high ? high : page.after,
        },
        ScanIndexForward: false,
        Limit: page.limit + 2,
      }),
    );
    return Items.filter(({ alertId }) => alertId !== page.after)
      .slice(0, page.limit + 1)
      .map(({ pk, sk, alertId }) => ({ pk: String(pk), sk: String(sk), alertId: String(alertId) }));
  }

  async function readAll(keys: readonly AlertRowKey[]): Promise<Alert[]> {
    if (keys.length === 0) return [];
    const Keys = keys.map(({ pk, sk }) => ({ pk, sk }));
    const { Responses } = await db.send(
      new BatchGetCommand({ RequestItems: { [table]: { Keys, ConsistentRead: true } } }),
    );
    return (Responses[table] ?? []).filter(isKept).map(alertIn);
  }

  /** Rows are removed late. */
  function isKept({ expiresAt }: Row): boolean {
    return expiresAt === undefined || Number(expiresAt) * 1000 > now();
  }

  async function read(Key: AlertRowKey): Promise<Row | undefined> {
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
    return Item;
  }

  return {
    async list(query): Promise<Page<Alert>> {
      const shards = Array.from({ length: MESSAGE_SHARDS }, async (_, shard) => keysBefore(shard, query));
      const found = (await Promise.all(shards)).flat();
      const sorted = found.sort((a, b) => (positionOf(a) < positionOf(b) ? 1 : -1));
      const keys = sorted.slice(0, query.page.limit);
      const alerts = await readAll(keys);
      const items = alerts.filter(query.accepts).sort((a, b) => (a.id < b.id ? 1 : -1));
      const last = keys.at(-1);
      return { items, ...(last === undefined || sorted.length <= keys.length ? {} : { next: positionOf(last) }) };
    },

    async read(organizationId, alertId) {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: table,
          IndexName: alertListIndex.name,
          KeyConditionExpression: 'listShard = :shard AND alertId = :id',
          ExpressionAttributeValues: { ':shard': listPartition(organizationId, shardOf(alertId)), ':id': alertId },
        }),
      );
      for (const { pk, sk } of Items) {
        const row = await read({ pk: String(pk), sk: String(sk) });
        // The index may lag behind an alert that another one followed.
        const found = row?.['alertId'] === alertId ? row : await read({ pk: String(pk), sk: alertId });
        if (found !== undefined && isKept(found)) return alertIn(found);
      }
      return undefined;
    },

    isNewest: async ({ webhookId, key, id }) => (await read(headKey({ webhookId, key })))?.['alertId'] === id,

    post: async (alertId, channelId) => postIn(await read(postKey(alertId, channelId))),

    async members(alertId, { limit, after }) {
      const { Items, LastEvaluatedKey } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'pk = :alert AND sk BETWEEN :low AND :high',
          ExpressionAttributeValues: {
            ':alert': alertId,
            ':low': FIRST_MEMBER,
            ':high': after ?? FIRST_MEMBER + LAST,
          },
          ScanIndexForward: false,
          Limit: after === undefined ? limit : limit + 1,
        }),
      );
      const items = Items.map(({ sk }) => String(sk)).filter((id) => id !== after);
      const last = items.at(-1);
      return { items, ...(LastEvaluatedKey === undefined || last === undefined ? {} : { next: last }) };
    },

    async countFiring(alertId) {
      const query = {
        TableName: table,
        KeyConditionExpression: 'pk = :alert AND begins_with(sk, :message)',
        FilterExpression: 'said = :firing',
        ExpressionAttributeValues: { ':alert': alertId, ':message': FIRST_MEMBER, ':firing': 'firing' },
        Select: 'COUNT' as const,
      };
      let count = 0;
      for await (const page of paginateQuery({ client: db }, query)) count += page.Count;
      return count;
    },

    async readTimed({ webhookId, key, id }) {
      const head = await read(headKey({ webhookId, key }));
      const found = head?.['alertId'] === id ? head : await read(archiveKey({ webhookId, key, id }));
      return found === undefined ? undefined : alertIn(found);
    },

    isMember: async (alertId, messageId) => (await read(memberKey(alertId, messageId))) !== undefined,

    async *due(shard, until) {
      const query = {
        TableName: table,
        IndexName: alertDueIndex.name,
        KeyConditionExpression: 'dueShard = :shard AND dueAt <= :until',
        ExpressionAttributeValues: { ':shard': duePartition(shard), ':until': isoTime(until) },
      };
      for await (const page of paginateQuery({ client: db, pageSize: 100 }, query)) {
        for (const { pk, sk } of page.Items) {
          const row = await read({ pk: String(pk), sk: String(sk) });
          const isDue = typeof row?.['dueAt'] === 'string' && row['dueAt'] <= isoTime(until);
          if (row !== undefined && isDue) yield alertIn(row);
        }
      }
    },

    async arm(alert, dueAt) {
      const isHead = (await read(headKey(alert)))?.['alertId'] === alert.id;
      try {
        await db.send(
          new UpdateCommand({
            TableName: table,
            Key: isHead ? headKey(alert) : archiveKey(alert),
            UpdateExpression: dueAt === undefined ? 'REMOVE dueShard, dueAt' : 'SET dueAt = :next',
            ConditionExpression: 'dueAt = :seen AND alertId = :id',
            ExpressionAttributeValues: {
              ':id': alert.id,
              ':seen': isoTime(alert.dueAt ?? 0),
              ...(dueAt === undefined ? {} : { ':next': isoTime(dueAt) }),
            },
          }),
        );
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    },
  };
}

/** The alert that the key of a list leads to. */
function positionOf(key: AlertRowKey): string {
  return 'alertId' in key ? String(key.alertId) : key.sk;
}
