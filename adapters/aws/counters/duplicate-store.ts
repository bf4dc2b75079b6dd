import * as z from 'zod/mini';
import type { ClaimedSlot, IdentifiedSend, SendSlot } from '../../../core/sending/accept.ts';
import { PutCommand, UpdateCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { ConditionalCheckFailedException } from '../dynamodb/dynamodb-errors.ts';
import { counterKeys } from './counter-keys.ts';

const keyOf = ({ webhookId, id }: IdentifiedSend) => counterKeys.duplicate(webhookId, id);

const LIFETIME_SECONDS = 24 * 60 * 60;

const Claimed = z.object({ ulid: z.string(), at: z.number(), complete: z.boolean() });

/** Remembers, one item per id, which send took it first. */
export function createDuplicateStore(db: DocumentClient, table: string) {
  return {
    /** Takes the id for the proposed slot, unless a send of the last 24 hours has it. */
    async claim(send: IdentifiedSend, proposed: SendSlot): Promise<ClaimedSlot> {
      const nowSeconds = Math.floor(proposed.at / 1000);
      const put = new PutCommand({
        TableName: table,
        Item: { ...keyOf(send), ...proposed, complete: false, expiresAt: nowSeconds + LIFETIME_SECONDS },
        ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
        ExpressionAttributeValues: { ':now': nowSeconds },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      try {
        await db.send(put);
        return { ...proposed, state: 'new' };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException) || error.Item === undefined) throw error;
        const { complete, ...slot } = Claimed.parse(error.Item);
        return { ...slot, state: complete ? 'complete' : 'incomplete' };
      }
    },

    /** Marks the id's send as stored and queued: from now on, a repeated send gets the first answer again. */
    async complete(send: IdentifiedSend): Promise<void> {
      await db.send(
        new UpdateCommand({
          TableName: table,
          Key: keyOf(send),
          UpdateExpression: 'SET complete = :yes',
          ExpressionAttributeValues: { ':yes': true },
        }),
      );
    },
  };
}
