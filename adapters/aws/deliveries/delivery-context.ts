import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ChannelHealth } from '../../../core/delivery/channel-health.ts';
import type { DeliveryContext } from '../../../core/delivery/delivery-ports.ts';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import { Channel } from '../../../core/directory/channel.ts';
import { Webhook } from '../../../core/directory/webhook.ts';
import { Message } from '../../../core/notification/message.ts';
import { healthKey } from '../counters/channel-health-store.ts';
import { messageKey } from '../messages/message-key.ts';
import type { ChannelVault } from '../secrets/channel-vault.ts';

type Keys = NonNullable<BatchGetCommand['input']['RequestItems']>;
type Rows = Record<string, Record<string, unknown>[]>;

const MAX_TRIES = 5;

/**
 * Reads the message, the channel, its health and the webhook of a job in one call. All but the health are read strongly
 * consistent; a breaker that opened a moment ago lets an attempt through as any breaker does.
 */
export function createDeliveryContextReader(
  db: DynamoDBDocumentClient,
  tables: { messages: string; directory: string; counters: string },
  vault: Pick<ChannelVault, 'open'>,
) {
  return {
    async read(job: DeliveryJob): Promise<DeliveryContext> {
      const organization = `ORG#${job.organizationId}`;
      const rows = await batchGet(db, {
        [tables.messages]: { Keys: [messageKey(job.organizationId, job.messageId)], ConsistentRead: true },
        [tables.directory]: {
          Keys: [
            { pk: organization, sk: `CHANNEL#${job.channelId}` },
            { pk: organization, sk: `WEBHOOK#${job.webhookId}` },
          ],
          ConsistentRead: true,
        },
        [tables.counters]: { Keys: [healthKey(job.channelId)] },
      });
      const directory = rows[tables.directory] ?? [];
      const message = rows[tables.messages]?.[0];
      const channel = directory.find((row) => String(row['sk']).startsWith('CHANNEL#'));
      const webhook = directory.find((row) => String(row['sk']).startsWith('WEBHOOK#'));
      const health = rows[tables.counters]?.[0];
      return {
        ...(health === undefined ? {} : { health: ChannelHealth.parse(health) }),
        ...(message === undefined ? {} : { message: Message.parse(message) }),
        ...(channel === undefined ? {} : { channel: await vault.open(Channel.parse(channel)) }),
        linked: webhook === undefined || Webhook.parse(webhook).links.some((link) => link.channelId === job.channelId),
      };
    },
  };
}

async function batchGet(db: DynamoDBDocumentClient, keys: Keys): Promise<Rows> {
  const rows: Rows = {};
  let remaining = keys;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const { Responses, UnprocessedKeys } = await db.send(new BatchGetCommand({ RequestItems: remaining }));
    for (const [table, found] of Object.entries(Responses ?? {})) (rows[table] ??= []).push(...found);
    if (UnprocessedKeys === undefined || Object.keys(UnprocessedKeys).length === 0) return rows;
    remaining = UnprocessedKeys;
    await sleep(25 * 2 ** tries);
  }
  throw new Error(`DynamoDB left keys unread after ${MAX_TRIES} tries.`);
}
