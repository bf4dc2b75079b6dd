import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Routing } from '../../../core/delivery/message.ts';
import type { RedeliverPorts } from '../../../core/sending/redeliver.ts';
import { flat } from '../../../core/message/content.ts';
import { messageKey } from '../messages/message-key.ts';

/** Writes down replays of messages, and puts their events on live streams. */
export function createReplayStore(
  db: DynamoDBDocumentClient,
  tables: { readonly messages: string; readonly liveEvents: string },
): RedeliverPorts['replays'] {
  return {
    async record({ organizationId, id, ...message }, { routing, notes }) {
      // Added to, so that of two replays at the same time neither is forgotten.
      const matched = matchedBy([...message.routing, ...routing]);
      const update = new UpdateCommand({
        TableName: tables.messages,
        Key: messageKey(organizationId, id),
        UpdateExpression: `SET routing = :routing, notes = :notes${matched.size === 0 ? '' : ' ADD everMatched :matched'}`,
        // Without the condition, the update would bring an expired message back as a row without a text.
        ConditionExpression: 'attribute_exists(sk)',
        ExpressionAttributeValues: {
          ':routing': routing,
          ':notes': notes,
          ...(matched.size === 0 ? {} : { ':matched': matched }),
        },
      });
      await db.send(update).catch((error: unknown) => {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      });
    },

    async publish(events) {
      const puts = events.map(async (event) =>
        db.send(new PutCommand({ TableName: tables.liveEvents, Item: flat(event) })),
      );
      await Promise.all(puts);
    },
  };
}

const matchedBy = (routing: readonly Routing[]): Set<string> =>
  new Set(routing.filter(({ matched }) => matched).map(({ channelId }) => channelId));
