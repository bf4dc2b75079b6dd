import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { PostPorts } from '../../../core/delivery/alert-posts.ts';
import { createGatheredReader } from '../dynamodb/gathered-reader.ts';
import { alertIn, headKey, postKey } from './alert-rows.ts';

const Post = z.object({ turn: z.prefault(z.number(), 0), hasFailed: z.exactOptional(z.boolean()) });

/** Rows live as long as an alert may be open and kept after that. */
const LIFETIME_SECONDS = 60 * 24 * 60 * 60;

/** What channels are shown of alerts: one row for each alert and channel. */
export function createAlertPosts(db: DynamoDBDocumentClient, table: string): PostPorts {
  const read = createGatheredReader(db);
  return {
    async read({ webhookId, alert: { id, key } }, channelId) {
      const [head, post] = await Promise.all([
        read({ table, key: headKey({ webhookId, key }), consistent: true }),
        read({ table, key: postKey(id, channelId), consistent: true }),
      ]);
      return {
        ...(head === undefined ? {} : { alert: alertIn(head) }),
        ...(post === undefined ? {} : { post: Post.parse(post) }),
      };
    },

    async carry({ alertId, channelId, turn, messageId, now, until }) {
      try {
        await db.send(
          new UpdateCommand({
            TableName: table,
            Key: postKey(alertId, channelId),
            UpdateExpression:
              'SET carrier = :me, carriedTurn = :turn, carriedUntil = :until, expiresAt = :expiresAt REMOVE hasFailed',
            ConditionExpression:
              '(attribute_not_exists(turn) OR turn < :turn) AND (attribute_not_exists(carrier)' +
              ' OR carrier = :me OR carriedTurn < :turn OR carriedUntil < :now)',
            ExpressionAttributeValues: {
              ':me': messageId,
              ':turn': turn,
              ':until': until,
              ':now': now,
              ':expiresAt': Math.floor(now / 1000) + LIFETIME_SECONDS,
            },
          }),
        );
        return true;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return false;
        throw error;
      }
    },

    async settle({ alertId, channelId }, { turn, hasFailed }) {
      const told = hasFailed === true ? 'hasFailed = :yes' : 'turn = :turn';
      try {
        await db.send(
          new UpdateCommand({
            TableName: table,
            Key: postKey(alertId, channelId),
            UpdateExpression: `SET ${told} REMOVE carrier, carriedTurn, carriedUntil`,
            // Whoever carries a newer turn goes on with it.
            ConditionExpression: 'carriedTurn <= :turn',
            ExpressionAttributeValues: { ':turn': turn, ...(hasFailed === true ? { ':yes': true } : {}) },
          }),
        );
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    },
  };
}
