import type { WaitPorts } from '../../../core/ask/wait.ts';
import { UpdateCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { ConditionalCheckFailedException } from '../dynamodb/dynamodb-errors.ts';
import { askKey } from './ask-rows.ts';

/** Tries before a waiter is told that there is no place. */
const MAX_TRIES = 3;

/** How long an empty place is kept. */
const LIFETIME_SECONDS = 24 * 60 * 60;

export interface PlacesOptions {
  readonly table: string;
  /** How many may wait at the same time, over all instances. */
  readonly count: number;
  readonly now: () => number;
  /** A number in [0, 1). */
  readonly random: () => number;
}

/**
 * Places for those who wait for an answer, in the table of the asks. An instance that dies leaves its place when its
 * time is over.
 */
export function createWaitPlaces(
  db: DocumentClient,
  { table, count, now, random }: PlacesOptions,
): WaitPorts['places'] {
  async function write(place: number, change: { readonly from: string; readonly to: number }, values: object) {
    try {
      await db.send(
        new UpdateCommand({
          TableName: table,
          Key: askKey(`PLACE#${place}`),
          UpdateExpression: 'SET heldUntil = :to, expiresAt = :expiresAt',
          ConditionExpression: change.from,
          ExpressionAttributeValues: {
            ':to': change.to,
            ':expiresAt': Math.floor(now() / 1000) + LIFETIME_SECONDS,
            ...values,
          },
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }

  return {
    async take(until) {
      // A time that nobody else has names whoever holds the place.
      const mine = until + random();
      const first = Math.floor(random() * count);
      for (let tries = 0; tries < Math.min(MAX_TRIES, count); tries += 1) {
        const place = (first + tries) % count;
        const free = { from: 'attribute_not_exists(heldUntil) OR heldUntil < :now', to: mine };
        if (await write(place, free, { ':now': now() })) {
          return async () => void (await write(place, { from: 'heldUntil = :mine', to: 0 }, { ':mine': mine }));
        }
      }
      return undefined;
    },
  };
}
