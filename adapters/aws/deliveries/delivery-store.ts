import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  UpdateCommand,
  type UpdateCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { doublingWait } from '../../../core/delivery/backoff.ts';
import type { Claim, DeliveryRows, FinishedAttempt } from '../../../core/delivery/delivery-ports.ts';
import { Delivery } from '../../../core/delivery/delivery.ts';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import { MESSAGE_LIFETIME_SECONDS } from '../../../core/delivery/message.ts';
import type { DeliveryReopener } from '../../../core/delivery/reopen.ts';
import { batchPut } from '../dynamodb/batch-put.ts';
import { deliveryKey, dueShardOf } from '../messages/message-key.ts';
import { claimUpdate, finishUpdate, keepUpdate, putOffUpdate, reopenUpdate } from './delivery-updates.ts';

type Expressions = Omit<UpdateCommand['input'], 'TableName' | 'Key'>;
type Place = Pick<DeliveryJob, 'organizationId' | 'messageId' | 'channelId'>;

/** Where ingest writes down jobs that no queue took. */
interface Parking {
  /** For the sweeper to enqueue at `dueAt` (epoch milliseconds). */
  park(jobs: readonly DeliveryJob[], dueAt: number): Promise<void>;
}

export interface DeliveryStore extends DeliveryRows, DeliveryReopener, Parking {
  read(at: Place): Promise<Delivery | undefined>;
}

/** More tries than the SDK makes: when the outcome of an attempt is lost, the receiver is called again. */
const FINISH_TRIES = 4;
/** Milliseconds. */
const FINISH_PAUSES = { first: 500 };

/** Reads and writes delivery rows by conditional updates, so that of two copies of a job one delivers. */
export function createDeliveryStore(db: DynamoDBDocumentClient, table: string): DeliveryStore {
  /** @returns what the update answers, or undefined when the condition did not hold. */
  async function tried(at: Place, expressions: Expressions): Promise<UpdateCommandOutput | undefined> {
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
      // The client tries again when an answer was lost, and is then refused because of its own claim.
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
      for (let tries = 1; ; tries += 1) {
        try {
          await update(job, expressions);
          return;
        } catch (error) {
          if (tries === FINISH_TRIES) throw error;
          await sleep(doublingWait(FINISH_PAUSES, tries - 1));
        }
      }
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

function refusedClaim(job: DeliveryJob, row: Delivery | undefined): Claim {
  if (row?.state !== 'delivering' || row.attempt !== job.attempt || row.leaseUntil === undefined)
    return { kind: 'over' };
  return { kind: 'busy', leaseUntil: row.leaseUntil };
}
