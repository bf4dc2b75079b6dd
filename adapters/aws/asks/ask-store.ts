import type { AskEnds, AskOpener, EndResult } from '../../../core/ask/ask-store.ts';
import { type Ask, ended } from '../../../core/ask/ask.ts';
import { GetCommand, PutCommand, UpdateCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { ConditionalCheckFailedException } from '../dynamodb/dynamodb-errors.ts';
import { askIn, askKey, askRow, DUE_PARTITION, isoTime } from './ask-rows.ts';

/** The asks in a table of their own: what serves their pages may reach no other. */
export function createAskStore(db: DocumentClient, table: string, now: () => number): AskOpener & AskEnds {
  async function read(askId: string): Promise<Ask | undefined> {
    const { Item } = await db.send(new GetCommand({ TableName: table, Key: askKey(askId), ConsistentRead: true }));
    // Rows are removed late.
    return Item === undefined || Number(Item['expiresAt']) * 1000 <= now() ? undefined : askIn(Item);
  }

  return {
    read,

    async open(ask) {
      try {
        await db.send(
          new PutCommand({
            TableName: table,
            Item: askRow(ask),
            ConditionExpression: 'attribute_not_exists(askId)',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return ask;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException && error.Item !== undefined) {
          return askIn(error.Item);
        }
        throw error;
      }
    },

    async end(askId, end): Promise<EndResult | undefined> {
      const { status, answer, at } = end;
      const inTime = status === 'expired' ? 'endsAt <= :at' : 'endsAt > :at';
      try {
        const { Attributes } = await db.send(
          new UpdateCommand({
            TableName: table,
            Key: askKey(askId),
            UpdateExpression: `SET #status = :status, dueShard = :shard, dueAt = :due${answer === undefined ? '' : ', answer = :answer'}`,
            ConditionExpression: `#status = :pending AND ${inTime}`,
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: {
              ':status': status,
              ':pending': 'pending',
              ':at': at,
              ':shard': DUE_PARTITION,
              ':due': isoTime(at),
              ...(answer === undefined ? {} : { ':answer': answer }),
            },
            ReturnValues: 'ALL_OLD',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return { kind: 'ended', ask: ended(askIn(Attributes ?? {}), end) };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        return error.Item === undefined ? undefined : { kind: 'refused', ask: askIn(error.Item) };
      }
    },
  };
}
