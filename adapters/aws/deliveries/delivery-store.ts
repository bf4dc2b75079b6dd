import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Claim, FinishedAttempt } from '../../../core/delivery/deliver.ts';
import { Delivery } from '../../../core/delivery/delivery.ts';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import { MESSAGE_LIFETIME_SECONDS } from '../../../core/notification/message.ts';
import { shardOf } from '../../../core/notification/message-id.ts';
import { batchPut } from '../dynamodb/batch-put.ts';
import { deliveryKey } from '../messages/message-key.ts';

/** Partition of the sparse `due` and `failed` indexes: sharded like the table, as one hot index throttles its table. */
export function dueShardOf(messageId: string): string {
  return `due#${shardOf(messageId)}`;
}
const failedShardOf = (messageId: string) => `failed#${shardOf(messageId)}`;

/** Reads and writes delivery rows by conditional updates: of any two copies of a job one delivers. */
export function createDeliveryStore(db: DynamoDBDocumentClient, table: string) {
  return {
    /** Takes the attempt for `leaseMs`, unless another copy has it or it is over. */
    async claim(job: DeliveryJob, { now, leaseMs }: { now: number; leaseMs: number }): Promise<Claim> {
      const leaseUntil = now + leaseMs;
      try {
        await db.send(
          new UpdateCommand({ TableName: table, Key: deliveryKey(job), ...claimUpdate(job, now, leaseUntil) }),
        );
        return { kind: 'claimed', leaseUntil };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        return refusedClaim(job, await this.read(job));
      }
    },

    async read(at: Pick<DeliveryJob, 'organizationId' | 'messageId' | 'channelId'>): Promise<Delivery | undefined> {
      const { Item } = await db.send(new GetCommand({ TableName: table, Key: deliveryKey(at), ConsistentRead: true }));
      return Item === undefined ? undefined : Delivery.parse(Item);
    },

    /** Writes the outcome of a claimed attempt. Does nothing when the claim ran out and another copy took over. */
    async finish(job: DeliveryJob, leaseUntil: number, finished: FinishedAttempt): Promise<void> {
      try {
        await db.send(
          new UpdateCommand({ TableName: table, Key: deliveryKey(job), ...finishUpdate(job, leaseUntil, finished) }),
        );
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    },

    /** Writes down jobs that no queue took, for the sweeper to enqueue at `dueAt` (epoch milliseconds). */
    async park(jobs: readonly DeliveryJob[], dueAt: number): Promise<void> {
      const expiresAt = Math.floor(dueAt / 1000) + MESSAGE_LIFETIME_SECONDS;
      await batchPut(
        db,
        jobs.map(({ attempt, ...job }) => ({
          table,
          item: {
            ...deliveryKey(job),
            ...job,
            state: 'queued',
            attempt: attempt - 1,
            attempts: [],
            dueShard: dueShardOf(job.messageId),
            dueAt: new Date(dueAt).toISOString(),
            expiresAt,
          } satisfies Delivery & Record<string, unknown>,
        })),
      );
    },
  };
}

/** New rows are taken; so are earlier attempts that are not final, and this attempt when its lease ran out. */
function claimUpdate(job: DeliveryJob, now: number, leaseUntil: number) {
  return {
    UpdateExpression:
      'SET #state = :delivering, attempt = :attempt, retriesUsed = :retriesUsed, leaseUntil = :leaseUntil,' +
      ' attempts = if_not_exists(attempts, :none), expiresAt = :expiresAt, organizationId = :organizationId,' +
      ' webhookId = :webhookId, messageId = :messageId, channelId = :channelId' +
      ' REMOVE nextAttemptAt, dueShard, dueAt, failedShard, failedAt',
    ConditionExpression:
      'attribute_not_exists(sk)' +
      ' OR (attempt < :attempt AND NOT #state IN (:delivered, :failed, :skipped))' +
      ' OR (attempt = :attempt AND #state = :delivering AND leaseUntil < :now)',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':delivering': 'delivering',
      ':delivered': 'delivered',
      ':failed': 'failed',
      ':skipped': 'skipped',
      ':none': [],
      ':attempt': job.attempt,
      ':retriesUsed': job.retriesUsed,
      ':leaseUntil': leaseUntil,
      ':now': now,
      ':expiresAt': Math.floor(now / 1000) + MESSAGE_LIFETIME_SECONDS,
      ':organizationId': job.organizationId,
      ':webhookId': job.webhookId,
      ':messageId': job.messageId,
      ':channelId': job.channelId,
    },
  };
}

function refusedClaim(job: DeliveryJob, row: Delivery | undefined): Claim {
  if (row?.state !== 'delivering' || row.attempt !== job.attempt || row.leaseUntil === undefined)
    return { kind: 'over' };
  return { kind: 'busy', leaseUntil: row.leaseUntil };
}

function finishUpdate(job: DeliveryJob, leaseUntil: number, { state, attempt, next }: FinishedAttempt) {
  const sets = ['#state = :state', 'attempts = list_append(attempts, :attempts)'];
  const values: Record<string, unknown> = {
    ':state': state,
    ':attempts': [attempt],
    ':attempt': job.attempt,
    ':delivering': 'delivering',
    ':leaseUntil': leaseUntil,
  };
  const set = (name: string, value: unknown) => {
    sets.push(`${name} = :${name}`);
    values[`:${name}`] = value;
  };
  if (state === 'failed') {
    set('failedShard', failedShardOf(job.messageId));
    set('failedAt', attempt.at);
  }
  if (next !== undefined) {
    set('retriesUsed', next.retriesUsed);
    set('nextAttemptAt', next.at);
  }
  if (next?.parked === true) {
    set('dueShard', dueShardOf(job.messageId));
    set('dueAt', next.at);
  }
  return {
    UpdateExpression: `SET ${sets.join(', ')} REMOVE leaseUntil`,
    ConditionExpression: '#state = :delivering AND attempt = :attempt AND leaseUntil = :leaseUntil',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: values,
  };
}
