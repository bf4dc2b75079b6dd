import * as z from 'zod/mini';
import type { GatePorts } from '../../../core/delivery/delivery-ports.ts';
import type { Pace } from '../../../core/delivery/gate/pace.ts';
import { UpdateCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { ConditionalCheckFailedException } from '../dynamodb/dynamodb-errors.ts';
import { counterKeys } from './counter-keys.ts';

const Turns = z.object({ nextTurnAt: z.number() });

const MAX_TRIES = 5;
const LIFETIME_SECONDS = 60 * 60;

/**
 * Gives out the turns of destinations, one item each in the Counters table, shared by all instances. One write gives
 * one turn for good, so a storm of a thousand deliveries writes a thousand times and never asks again.
 */
export function createPaceStore(db: DocumentClient, table: string): GatePorts['paces'] {
  async function update(key: string, expressions: object): Promise<number | undefined> {
    const command = new UpdateCommand({
      TableName: table,
      Key: counterKeys.pace(key),
      ReturnValues: 'UPDATED_NEW',
      ...expressions,
    });
    try {
      const { Attributes } = await db.send(command);
      return Turns.parse(Attributes).nextTurnAt;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      throw error;
    }
  }

  return {
    async takeTurn(pace, now) {
      for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
        const next = (await update(pace.key, afterRest(pace, now))) ?? (await update(pace.key, inLine(pace, now)));
        if (next !== undefined) return next - pace.intervalMs;
      }
      throw new Error(`No turn of a destination was to be had in ${MAX_TRIES} tries.`);
    },
  };
}

/** The first turn of an idle destination: now. */
function afterRest({ intervalMs }: Pace, now: number) {
  return {
    UpdateExpression: 'SET nextTurnAt = :next, expiresAt = :expiresAt',
    ConditionExpression: 'attribute_not_exists(nextTurnAt) OR nextTurnAt <= :now',
    ExpressionAttributeValues: {
      ':now': now,
      ':next': now + intervalMs,
      ':expiresAt': Math.floor(now / 1000) + LIFETIME_SECONDS,
    },
  };
}

/** The turn after the last one given out. */
function inLine({ intervalMs }: Pace, now: number) {
  return {
    UpdateExpression: 'SET nextTurnAt = nextTurnAt + :interval ADD expiresAt :seconds',
    ConditionExpression: 'nextTurnAt > :now',
    ExpressionAttributeValues: { ':now': now, ':interval': intervalMs, ':seconds': Math.ceil(intervalMs / 1000) },
  };
}
