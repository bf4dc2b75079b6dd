import { createHash } from 'node:crypto';
import { Alert } from '../../../core/alert/alert.ts';
import type { AlertKey } from '../../../core/alert/apply-change.ts';
import { shardOf } from '../../../core/message/message-id.ts';
import { duePartition, shardPartition } from '../messages/message-key.ts';
import type { AlertRowKey } from './member-key.ts';

type Row = Record<string, unknown>;

/** Sort key of the newest alert of a key; earlier ones stand beside it under their ids. */
const HEAD = 'HEAD';

/** Partition of all alerts of one key. Hashed, because what senders choose shows up in insights and logs. */
function partitionOf({ webhookId, key }: Pick<AlertKey, 'webhookId' | 'key'>): string {
  return `KEY#${createHash('sha256')
    .update(JSON.stringify([webhookId, key]))
    .digest('hex')}`;
}

/** Key of the newest alert of a webhook and key. */
export function headKey(key: Pick<AlertKey, 'webhookId' | 'key'>): AlertRowKey {
  return { pk: partitionOf(key), sk: HEAD };
}

/** Key of an alert that another one of its key followed. */
export function archiveKey(alert: Pick<Alert, 'webhookId' | 'key' | 'id'>): AlertRowKey {
  return { pk: partitionOf(alert), sk: alert.id };
}

/** Key of the row that says what a channel is shown of an alert. */
export function postKey(alertId: string, channelId: string): AlertRowKey {
  return { pk: alertId, sk: `POST#${channelId}` };
}

/** How the due index sorts a time. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Partition of the list of an organisation's alerts: sharded, so that a storm of new ones heats no single one. */
export function listPartition(organizationId: string, shard: number): string {
  return shardPartition(organizationId, shard);
}

/** An alert as it is stored under `key`. */
export function alertRow(rowKey: AlertRowKey, { id: alertId, dueAt, followers, ...alert }: Alert): Row {
  return {
    ...rowKey,
    ...alert,
    alertId,
    listShard: listPartition(alert.organizationId, shardOf(alertId)),
    ...(dueAt === undefined ? {} : { dueShard: duePartition(shardOf(alertId)), dueAt: isoTime(dueAt) }),
    ...(followers.length === 0 ? {} : { followers: new Set(followers) }),
  };
}

/** The alert in a row. */
export function alertIn({ alertId, dueAt, followers, ...row }: Row): Alert {
  return Alert.parse({
    ...row,
    id: alertId,
    followers: followers instanceof Set ? [...followers] : [],
    ...(typeof dueAt === 'string' ? { dueAt: Date.parse(dueAt) } : {}),
  });
}
