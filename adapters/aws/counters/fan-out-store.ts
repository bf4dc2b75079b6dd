import * as z from 'zod/mini';
import { type FanOut, type FanOutCounter, FAN_OUT_SECONDS, MAX_FAN_OUT } from '../../../core/sending/fan-out.ts';
import { UpdateCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { ConditionalCheckFailedException } from '../dynamodb/dynamodb-errors.ts';
import { counterKeys } from './counter-keys.ts';

const Counted = z.object({ expiresAt: z.number() });

/**
 * Counts the channels that forwarded copies go to, one item for each organisation and origin. The limit is a condition
 * of the increment, so concurrent copies are cut off exactly there.
 */
export function createFanOutStore(db: DocumentClient, table: string): FanOutCounter {
  /** @returns when the item expires, if the condition refused the update; `undefined` if the update was made */
  async function update({ organizationId, originId }: FanOut, expressions: object): Promise<number | undefined> {
    const command = new UpdateCommand({
      TableName: table,
      Key: counterKeys.fanOut(organizationId, originId),
      ExpressionAttributeNames: { '#channels': 'channels' },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ...expressions,
    });
    try {
      await db.send(command);
      return undefined;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException) || error.Item === undefined) throw error;
      return Counted.parse(error.Item).expiresAt;
    }
  }

  return {
    async charge(fanOut) {
      const refusedUntil = await update(fanOut, addition(fanOut));
      if (refusedUntil === undefined) return 'charged';
      if (refusedUntil > secondsOf(fanOut)) return 'exhausted';
      // Expired items stay until DynamoDB gets to them. The loser of the race to start anew adds to the winner's item.
      const begun = await update(fanOut, beginning(fanOut));
      return begun === undefined || (await update(fanOut, addition(fanOut))) === undefined ? 'charged' : 'exhausted';
    },
  };
}

const secondsOf = ({ now }: FanOut): number => Math.floor(now / 1000);

function addition(fanOut: FanOut) {
  return {
    UpdateExpression: 'SET expiresAt = if_not_exists(expiresAt, :expiresAt) ADD #channels :channels',
    ConditionExpression: 'attribute_not_exists(pk) OR (expiresAt > :now AND #channels <= :room)',
    ExpressionAttributeValues: {
      ':channels': fanOut.channels,
      ':room': MAX_FAN_OUT - fanOut.channels,
      ':now': secondsOf(fanOut),
      ':expiresAt': secondsOf(fanOut) + FAN_OUT_SECONDS,
    },
  };
}

function beginning(fanOut: FanOut) {
  return {
    UpdateExpression: 'SET #channels = :channels, expiresAt = :expiresAt',
    ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
    ExpressionAttributeValues: {
      ':channels': fanOut.channels,
      ':now': secondsOf(fanOut),
      ':expiresAt': secondsOf(fanOut) + FAN_OUT_SECONDS,
    },
  };
}
