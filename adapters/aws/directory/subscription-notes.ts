import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { newlyAccepted } from '../../../core/channels/push-subscriptions.ts';
import { webPushConfigOf } from '../../../core/channels/web-push.ts';
import type { DeliverPorts } from '../../../core/delivery/delivery-ports.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { directoryKeys as keys } from './directory-keys.ts';

/** An expression of an update has at most 4 KB. */
const MAX_PLACES = 40;

/**
 * Notes at a web push channel when push services took messages, and takes the browsers off that are gone. Nothing of the
 * channel is read or written beside, so no change of an operator is lost.
 */
export function createSubscriptionNotes(
  db: DynamoDBDocumentClient,
  table: string,
  now: () => number,
): NonNullable<DeliverPorts['noteRecipients']> {
  return async (channel, { reached, gone }) => {
    const acceptedAt = now();
    const accepted = newlyAccepted(webPushConfigOf(channel.config).subscriptions, reached, acceptedAt);
    for (const ids of inChunks(gone)) {
      await update(channel, ids, (places) => ({ removal: `REMOVE ${places.join(', ')}` }));
    }
    for (const ids of inChunks(accepted)) {
      await update(channel, ids, (places) => ({
        set: places.map((place) => `, ${place}.acceptedAt = :at`).join(''),
        values: { ':at': acceptedAt },
      }));
    }
  };

  /** Changes subscriptions that are all still there; otherwise one unsubscribed just now, and nothing is changed. */
  async function update(
    { organizationId, id }: Channel,
    ids: readonly string[],
    changed: (places: readonly string[]) => { set?: string; removal?: string; values?: Record<string, unknown> },
  ): Promise<void> {
    const places = ids.map((_, index) => `config.subscriptions.#s${index}`);
    const { set = '', removal = '', values = {} } = changed(places);
    try {
      await db.send(
        new UpdateCommand({
          TableName: table,
          Key: keys.channel(organizationId, id),
          UpdateExpression: `SET version = version + :one${set} ${removal}`,
          ConditionExpression: places.map((place) => `attribute_exists(${place})`).join(' AND '),
          ExpressionAttributeNames: Object.fromEntries(ids.map((name, index) => [`#s${index}`, name])),
          ExpressionAttributeValues: { ':one': 1, ...values },
        }),
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }
}

function inChunks(ids: readonly string[]): readonly string[][] {
  return Array.from({ length: Math.ceil(ids.length / MAX_PLACES) }, (_, index) =>
    ids.slice(index * MAX_PLACES, (index + 1) * MAX_PLACES),
  );
}
