import type { Routing } from '../../../core/delivery/message.ts';
import type { RedeliverPorts } from '../../../core/sending/redeliver.ts';
import { flat } from '../../../core/message/content.ts';
import { PutCommand, UpdateCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { ConditionalCheckFailedException } from '../dynamodb/dynamodb-errors.ts';
import type { MessageTables } from '../messages/message-items.ts';
import { messageKey } from '../messages/message-key.ts';

/** Records replays of messages, and puts their events on live streams. */
export function createReplayStore(db: DocumentClient, tables: MessageTables): RedeliverPorts['replays'] {
  return {
    async record({ organizationId, id, ...message }, { routing, notes }) {
      // The update adds, so that neither of two concurrent replays is lost.
      const matched = matchedBy([...message.routing, ...routing]);
      const update = new UpdateCommand({
        TableName: tables.messages,
        Key: messageKey(organizationId, id),
        UpdateExpression: `SET routing = :routing, notes = :notes${matched.size === 0 ? '' : ' ADD everMatched :matched'}`,
        // Without the condition, the update would bring back an expired message as a row without text.
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
