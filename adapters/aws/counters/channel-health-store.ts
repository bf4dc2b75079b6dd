import { ChannelHealth, type HealthStore, type OutageCount } from '../../../core/delivery/channel-health.ts';
import { DeleteCommand, PutCommand, UpdateCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { ConditionalCheckFailedException } from '../dynamodb/dynamodb-errors.ts';
import { counterKeys } from './counter-keys.ts';

/** Longer than it takes to switch a channel off; then an unused channel is forgotten. */
const LIFETIME_SECONDS = 30 * 24 * 60 * 60;

const expiresAt = (now: number) => Math.floor(now / 1000) + LIFETIME_SECONDS;

/** The health of channels, one item each in the Counters table; a healthy channel has none. */
export function createChannelHealthStore(db: DocumentClient, table: string): HealthStore {
  return {
    async clear(channelId) {
      await db.send(new DeleteCommand({ TableName: table, Key: counterKeys.health(channelId) }));
    },

    async markSlow(channelId, { now, slowMs }) {
      const Item = { ...counterKeys.health(channelId), slowMs, expiresAt: expiresAt(now) };
      await db.send(new PutCommand({ TableName: table, Item }));
    },

    async suspectSlow(channelId, { now, slowMs }) {
      await db.send(
        new UpdateCommand({
          TableName: table,
          Key: counterKeys.health(channelId),
          UpdateExpression: 'SET slowMs = :slowMs, expiresAt = :expiresAt',
          ExpressionAttributeValues: { ':slowMs': slowMs, ':expiresAt': expiresAt(now) },
        }),
      );
    },

    async fail(channelId, { now, outages }) {
      const { Attributes } = await db.send(
        new UpdateCommand({
          TableName: table,
          Key: counterKeys.health(channelId),
          ...failure(outages, now),
          ReturnValues: 'ALL_NEW',
        }),
      );
      return ChannelHealth.parse(Attributes);
    },

    async open(channelId, { seen, openUntil, openMs }) {
      const update = new UpdateCommand({
        TableName: table,
        Key: counterKeys.health(channelId),
        UpdateExpression: 'SET openUntil = :openUntil, openMs = :openMs',
        // If a success in between has removed the item, the breaker stays closed.
        ConditionExpression:
          seen === undefined ? 'attribute_exists(pk) AND attribute_not_exists(openUntil)' : 'openUntil = :seen',
        ExpressionAttributeValues: {
          ':openUntil': openUntil,
          ':openMs': openMs,
          ...(seen === undefined ? {} : { ':seen': seen }),
        },
      });
      return db.send(update).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ConditionalCheckFailedException) return false;
          throw error;
        },
      );
    },
  };
}

function failure(outages: OutageCount, now: number) {
  const sets = 'SET failingSince = if_not_exists(failingSince, :now), expiresAt = :expiresAt';
  const values = { ':now': now, ':expiresAt': expiresAt(now) };
  switch (outages) {
    case 'none':
      return {
        UpdateExpression: `${sets}, outages = :zero REMOVE lastOutageAt, openUntil, openMs`,
        ExpressionAttributeValues: { ...values, ':zero': 0 },
      };
    case 'first':
      return {
        UpdateExpression: `${sets}, outages = :one, lastOutageAt = :now`,
        ExpressionAttributeValues: { ...values, ':one': 1 },
      };
    case 'further':
      return {
        UpdateExpression: `${sets}, lastOutageAt = :now ADD outages :one`,
        ExpressionAttributeValues: { ...values, ':one': 1 },
      };
    default:
      throw new Error(`no count is known for ${String(outages satisfies never)}`);
  }
}
