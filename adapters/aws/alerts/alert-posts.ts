import type { Alert } from '../../../core/alert/alert.ts';
import type { PostPlace, PostPorts } from '../../../core/delivery/alert-posts.ts';
import { Message } from '../../../core/delivery/message.ts';
import { UpdateCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { ConditionalCheckFailedException } from '../dynamodb/dynamodb-errors.ts';
import { createGatheredReader } from '../dynamodb/gathered-reader.ts';
import { messageKey } from '../messages/message-key.ts';
import { alertIn, archiveKey, headKey, postKey } from './alert-rows.ts';
import type { AlertRowKey } from './member-key.ts';
import { persistently } from '../persistently.ts';
import { postIn, shownUpdate } from './post-rows.ts';

/** Rows live as long as an alert may be open and kept after that. */
const LIFETIME_SECONDS = 60 * 24 * 60 * 60;

type Expressions = Omit<UpdateCommand['input'], 'TableName' | 'Key'>;

/** What channels are shown of alerts: one row for each alert and channel. */
export function createAlertPosts(
  db: DocumentClient,
  tables: { readonly alerts: string; readonly messages: string },
): PostPorts {
  const gathered = createGatheredReader(db);
  const read = async (key: AlertRowKey) => gathered({ table: tables.alerts, key, consistent: true });

  /** @returns whether the condition held */
  async function update({ alertId, channelId }: PostPlace, expressions: Expressions): Promise<boolean> {
    try {
      await db.send(new UpdateCommand({ TableName: tables.alerts, Key: postKey(alertId, channelId), ...expressions }));
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }

  async function archived(
    { webhookId, key }: Pick<Alert, 'webhookId' | 'key'>,
    id: string,
  ): Promise<Alert | undefined> {
    const row = await read(archiveKey({ webhookId, key, id }));
    return row === undefined ? undefined : alertIn(row);
  }

  return {
    async read({ webhookId, alert: { id, key } }, channelId) {
      const at = { webhookId, key };
      const [head, post] = await Promise.all([read(headKey(at)), read(postKey(id, channelId))]);
      const newest = head === undefined ? undefined : alertIn(head);
      const alert = newest === undefined || newest.id === id ? newest : await archived(at, id);
      return { ...(alert === undefined ? {} : { alert }), isNewest: newest?.id === id, row: postIn(post) };
    },

    async readPrevious(next, channelId) {
      const id = next.previousId ?? '';
      const [alert, post] = await Promise.all([archived(next, id), read(postKey(id, channelId))]);
      return { ...(alert === undefined ? {} : { alert }), row: postIn(post) };
    },

    async readMessage(organizationId, messageId) {
      const key = messageKey(organizationId, messageId);
      const row = await gathered({ table: tables.messages, key, consistent: true });
      return row === undefined ? undefined : Message.parse(row);
    },

    async hold({ messageId, now, until, seen, begun, ...at }) {
      return update(at, {
        UpdateExpression:
          `SET holder = :me, heldUntil = :until, expiresAt = :expiresAt${begun === undefined ? '' : ', begun = :begun'}` +
          ' REMOVE hasFailed',
        ConditionExpression:
          (seen === undefined ? 'attribute_not_exists(#version)' : '#version = :seen') +
          ' AND (attribute_not_exists(holder) OR holder = :me OR heldUntil < :now)',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: {
          ...(seen === undefined ? {} : { ':seen': seen }),
          ':me': messageId,
          ':until': until,
          ':now': now,
          ':expiresAt': Math.floor(now / 1000) + LIFETIME_SECONDS,
          ...(begun === undefined ? {} : { ':begun': begun }),
        },
      });
    },

    async settle({ messageId, ...at }, shown) {
      const { set, remove, names, values } = shownUpdate(shown);
      const settled = ['holder', 'heldUntil', 'begun', ...remove];
      await persistently(async () => {
        await update(at, {
          UpdateExpression: `SET shownBy = :me, ${set.join(', ')} REMOVE ${settled.join(', ')}`,
          ConditionExpression: 'holder = :me',
          ExpressionAttributeNames: names,
          ExpressionAttributeValues: { ...values, ':me': messageId },
        });
      });
    },

    async release({ messageId, ...at }, hasFailed) {
      await update(at, {
        UpdateExpression: `${hasFailed ? 'SET hasFailed = :yes ' : ''}REMOVE holder, heldUntil`,
        ConditionExpression: 'holder = :me',
        ExpressionAttributeValues: { ':me': messageId, ...(hasFailed ? { ':yes': true } : {}) },
      });
    },

    async close(at, shown) {
      const { set, remove, names, values } = shownUpdate(shown);
      await update(at, {
        UpdateExpression: `SET ${set.join(', ')}${remove.length === 0 ? '' : ` REMOVE ${remove.join(', ')}`}`,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
      });
    },
  };
}
