import { ChannelHealth } from '../../../core/delivery/channel-health.ts';
import type { DeliveryContext } from '../../../core/delivery/delivery-ports.ts';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import { Message } from '../../../core/delivery/message.ts';
import { Channel } from '../../../core/directory/channel.ts';
import { Webhook } from '../../../core/directory/webhook.ts';
import { counterKeys } from '../counters/counter-keys.ts';
import { type DirectoryKey, directoryKeys } from '../directory/directory-keys.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import type { PlainRow } from '../dynamodb/attributes.ts';
import { createGatheredReader } from '../dynamodb/gathered-reader.ts';
import { messageKey } from '../messages/message-key.ts';
import type { ChannelVault } from '../secrets/channel-vault.ts';

/**
 * Reads the message, the channel, its health and the webhook of a job: one call for all jobs of a batch. All reads but
 * that of the health are strongly consistent, so a breaker that has just opened may let one more attempt through.
 * Rows that the jobs of a batch have in common are checked, and their secrets opened, once.
 */
export function createDeliveryContextReader(
  db: DocumentClient,
  tables: { messages: string; directory: string; counters: string },
  vault: Pick<ChannelVault, 'open'>,
) {
  const read = createGatheredReader(db);
  const channelIn = oncePerRow(async (row) => vault.open(Channel.parse(row)));
  const linksIn = oncePerRow((row) => Webhook.parse(row).links);
  const healthIn = oncePerRow((row) => ChannelHealth.parse(row));

  function rowsOf({ organizationId, webhookId, messageId, channelId }: DeliveryJob) {
    const inDirectory = async (key: DirectoryKey) => read({ table: tables.directory, key, consistent: true });
    return Promise.all([
      read({ table: tables.messages, key: messageKey(organizationId, messageId), consistent: true }),
      inDirectory(directoryKeys.channel(organizationId, channelId)),
      inDirectory(directoryKeys.webhook(organizationId, webhookId)),
      read({ table: tables.counters, key: counterKeys.health(channelId), consistent: false }),
    ]);
  }

  return {
    async read(job: DeliveryJob): Promise<DeliveryContext> {
      const [message, channel, webhook, health] = await rowsOf(job);
      const links = webhook === undefined ? [] : linksIn(webhook);
      const link = links.find(({ channelId }) => channelId === job.channelId);
      return {
        ...(health === undefined ? {} : { health: healthIn(health) }),
        ...(message === undefined ? {} : { message: Message.parse(message) }),
        ...(channel === undefined ? {} : { channel: await channelIn(channel) }),
        linked: webhook === undefined || link !== undefined,
        ...(link?.answers === true ? { answers: true } : {}),
      };
    },
  };
}

/** Remembers what it made of a row: jobs that are read together get the same one. */
function oncePerRow<Value>(make: (row: PlainRow) => Value): (row: PlainRow) => Value {
  const made = new WeakMap<PlainRow, { readonly value: Value }>();
  return (row) => {
    const known = made.get(row) ?? { value: make(row) };
    made.set(row, known);
    return known.value;
  };
}
