import { randomUUID } from 'node:crypto';
import type { Claim, DeliveryRows, FinishedAttempt } from '../../../core/delivery/delivery-ports.ts';
import { Delivery, hasEnded } from '../../../core/delivery/delivery.ts';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import { MESSAGE_LIFETIME_SECONDS } from '../../../core/delivery/message.ts';
import type { DeliveryReopener } from '../../../core/delivery/reopen.ts';
import { batchPut } from '../dynamodb/batch-put.ts';
import { GetCommand, UpdateCommand, type ChangedItem } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { ConditionalCheckFailedException } from '../dynamodb/dynamodb-errors.ts';
import { deliveryKey, dueShardOf } from '../messages/message-key.ts';
import { persistently } from '../persistently.ts';
import { claimUpdate, endUpdate, finishUpdate, keepUpdate, putOffUpdate, reopenUpdate } from './delivery-updates.ts';

type Expressions = Omit<UpdateCommand['input'], 'TableName' | 'Key'>;
type Place = Pick<DeliveryJob, 'organizationId' | 'messageId' | 'channelId'>;

/** Where ingest stores jobs that no queue took. */
interface Parking {
  /** For the sweeper to enqueue at `dueAt` (epoch milliseconds). */
  park(jobs: readonly DeliveryJob[], dueAt: number): Promise<void>;
}

export interface DeliveryStore extends DeliveryRows, DeliveryReopener, Parking {
  read(at: Place): Promise<Delivery | undefined>;
}

/** Reads and writes delivery rows with conditional updates, so that only one of two copies of a job delivers. */
export function createDeliveryStore(db: DocumentClient, table: string): DeliveryStore {
  /** @returns the answer to the update, or undefined when the condition did not hold. */
  async function tried(at: Place, expressions: Expressions): Promise<ChangedItem | undefined> {
    try {
      return await db.send(new UpdateCommand({ TableName: table, Key: deliveryKey(at), ...expressions }));
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      throw error;
    }
  }

  /** @returns the row as it is now, or undefined when the condition did not hold. */
  async function updated(at: Place, expressions: Expressions): Promise<Delivery | undefined> {
    // Costs nothing: the row is written anyway.
    const answer = await tried(at, { ...expressions, ReturnValues: 'ALL_NEW' });
    return answer === undefined ? undefined : Delivery.parse(answer.Attributes);
  }

  /** Whether the condition held. */
  async function update(at: Place, expressions: Expressions): Promise<boolean> {
    return (await tried(at, expressions)) !== undefined;
  }

  async function read(at: Place): Promise<Delivery | undefined> {
    const { Item } = await db.send(new GetCommand({ TableName: table, Key: deliveryKey(at), ConsistentRead: true }));
    return Item === undefined ? undefined : Delivery.parse(Item);
  }

  return {
    read,

    async claim(job, { now, leaseMs }) {
      const leaseUntil = now + leaseMs;
      const claimToken = randomUUID();
      const row = (await updated(job, claimUpdate(job, now, { leaseUntil, claimToken }))) ?? (await read(job));
      // If an answer is lost, the client tries again, and its own claim then refuses it.
      if (row?.claimToken !== claimToken) return refusedClaim(job, row);
      return { kind: 'claimed', leaseUntil, ...(row.settled === undefined ? {} : { settled: row.settled }) };
    },

    async putOff(job, { now, at }) {
      if (await update(job, putOffUpdate(job, now, new Date(at).toISOString()))) {
        return { kind: 'claimed', leaseUntil: at };
      }
      return refusedClaim(job, await read(job));
    },

    /** Does nothing when the claim ran out and another copy took over. */
    async finish(job: DeliveryJob, leaseUntil: number, finished: FinishedAttempt): Promise<void> {
      const expressions = finishUpdate(job, leaseUntil, finished);
      await persistently(async () => {
        await update(job, expressions);
      });
    },

    async end(job, { now, state, attempt }) {
      if (await update(job, endUpdate(job, now, { state, attempt }))) return { kind: 'written' };
      return refusedClaim(job, await read(job));
    },

    async keep(job, leaseUntil, settled) {
      await update(job, keepUpdate(job, leaseUntil, settled));
    },

    async reopen(job, { now, dueAt }) {
      return update(job, reopenUpdate(job, now, new Date(dueAt).toISOString()));
    },

    async park(jobs, dueAt) {
      await batchPut(
        db,
        jobs.map((job) => ({ table, item: parkedRow(job, dueAt) })),
      );
    },
  };
}

function parkedRow({ attempt, ...job }: DeliveryJob, dueAt: number) {
  return {
    ...deliveryKey(job),
    ...job,
    state: 'queued',
    attempt: attempt - 1,
    attempts: [],
    dueShard: dueShardOf(job.messageId),
    dueAt: new Date(dueAt).toISOString(),
    expiresAt: Math.floor(dueAt / 1000) + MESSAGE_LIFETIME_SECONDS,
  } satisfies Delivery & Record<string, unknown>;
}

function refusedClaim(job: DeliveryJob, row: Delivery | undefined): Exclude<Claim, { kind: 'claimed' }> {
  if (row !== undefined && hasEnded(row)) return { kind: 'ended' };
  if (row?.state !== 'delivering' || row.attempt !== job.attempt || row.leaseUntil === undefined)
    return { kind: 'over' };
  return { kind: 'busy', leaseUntil: row.leaseUntil };
}
