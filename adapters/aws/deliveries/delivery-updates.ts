import type { FinishedAttempt } from '../../../core/delivery/delivery-ports.ts';
import { MAX_ATTEMPTS_KEPT } from '../../../core/delivery/delivery.ts';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import type { Settled } from '../../../core/channels/outcome.ts';
import { MESSAGE_LIFETIME_SECONDS } from '../../../core/delivery/message.ts';
import { dueShardOf, partitionOf } from '../messages/message-key.ts';

/** An update of a row that may not exist yet. */
function setIds({ carrier }: DeliveryJob, attempts: 'started' | 'kept' = 'started'): string {
  return (
    'organizationId = :organizationId, webhookId = :webhookId, messageId = :messageId, channelId = :channelId,' +
    ' retriesUsed = :retriesUsed, expiresAt = :expiresAt' +
    (attempts === 'started' ? ', attempts = if_not_exists(attempts, :none)' : '') +
    (carrier === undefined ? '' : ', carrier = :carrier')
  );
}

function idValues(job: DeliveryJob, now: number) {
  return {
    ':none': [],
    ':expiresAt': Math.floor(now / 1000) + MESSAGE_LIFETIME_SECONDS,
    ':retriesUsed': job.retriesUsed,
    ':organizationId': job.organizationId,
    ':webhookId': job.webhookId,
    ':messageId': job.messageId,
    ':channelId': job.channelId,
    ...(job.carrier === undefined ? {} : { ':carrier': job.carrier }),
  };
}

/**
 * Whether a job may make its attempt: it may claim new rows, rows of earlier attempts that are not final, and this
 * attempt if its lease ran out. A job from the dead-letter queue may also continue a failed delivery.
 */
function mayClaim({ attempt, redrive }: DeliveryJob, now: number) {
  const finals = redrive === true ? '(:delivered, :skipped)' : '(:delivered, :skipped, :failed)';
  return {
    ConditionExpression:
      `attribute_not_exists(sk) OR (attempt < :attempt AND NOT #state IN ${finals})` +
      ' OR (attempt = :attempt AND #state = :delivering AND leaseUntil < :now)',
    names: { '#state': 'state' },
    values: {
      ':attempt': attempt,
      ':now': now,
      ':delivering': 'delivering',
      ':delivered': 'delivered',
      ':skipped': 'skipped',
      ...(redrive === true ? {} : { ':failed': 'failed' }),
    },
  };
}

/** Whose claim it is, and until when. */
export interface Lease {
  readonly leaseUntil: number;
  readonly claimToken: string;
}

/** Claims an attempt. */
export function claimUpdate(job: DeliveryJob, now: number, { leaseUntil, claimToken }: Lease) {
  const { ConditionExpression, names, values } = mayClaim(job, now);
  return {
    UpdateExpression:
      `SET #state = :delivering, attempt = :attempt, leaseUntil = :leaseUntil, claimToken = :claimToken, ${setIds(job)}` +
      ' REMOVE nextAttemptAt, dueShard, dueAt, slotAt, failedShard',
    ConditionExpression,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: {
      ...values,
      ...idValues(job, now),
      ':leaseUntil': leaseUntil,
      ':claimToken': claimToken,
    },
  };
}

/** Ends a delivery that has nothing to do, without a claim: there is nothing that two copies could do twice. */
export function endUpdate(
  job: DeliveryJob,
  now: number,
  { state, attempt }: Pick<FinishedAttempt, 'state' | 'attempt'>,
) {
  const { ConditionExpression, names, values } = mayClaim(job, now);
  const { ':none': _, ...ids } = idValues(job, now);
  const isFull = job.attempt > MAX_ATTEMPTS_KEPT;
  const tried = isFull
    ? `attempts[${MAX_ATTEMPTS_KEPT - 1}] = :tried`
    : 'attempts = list_append(if_not_exists(attempts, :none), :tried)';
  return {
    UpdateExpression:
      `SET #state = :state, attempt = :attempt, ${tried}, ${setIds(job, 'kept')}` +
      ' REMOVE leaseUntil, claimToken, nextAttemptAt, dueShard, dueAt, slotAt, failedShard',
    ConditionExpression,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: {
      ...values,
      ...ids,
      ...(isFull ? {} : { ':none': [] }),
      ':state': state,
      ':tried': isFull ? attempt : [attempt],
    },
  };
}

/** Parks an attempt that was not made. */
export function putOffUpdate(job: DeliveryJob, now: number, at: string) {
  const { ConditionExpression, names, values } = mayClaim(job, now);
  const { slotAt } = job;
  return {
    UpdateExpression:
      `SET #state = :state, attempt = :before, nextAttemptAt = :at, dueShard = :dueShard, dueAt = :at, ${setIds(job)}` +
      (slotAt === undefined ? ' REMOVE slotAt,' : ', slotAt = :slotAt REMOVE') +
      ' leaseUntil, claimToken, failedShard',
    ConditionExpression,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: {
      ...values,
      ...idValues(job, now),
      ...(slotAt === undefined ? {} : { ':slotAt': slotAt }),
      ':state': job.attempt === 1 ? 'queued' : 'retrying',
      ':before': job.attempt - 1,
      ':at': at,
      ':dueShard': dueShardOf(job.messageId),
    },
  };
}

/**
 * Queues a delivery again, whatever its outcome, unless an attempt is running. Its row is marked due, so that the
 * sweeper enqueues the job if the caller fails to.
 *
 * @param job the next attempt; its row is at the previous one, or does not exist if this is the first
 */
export function reopenUpdate(job: DeliveryJob, now: number, dueAt: string) {
  const isRow = 'attempt = :before AND (NOT #state = :delivering OR leaseUntil < :now)';
  return {
    UpdateExpression:
      `SET #state = :queued, attempt = :before, nextAttemptAt = :at, dueShard = :dueShard, dueAt = :dueAt, ${setIds(job)}` +
      ' REMOVE leaseUntil, claimToken, slotAt, settled, failedShard',
    ConditionExpression: job.attempt === 1 ? `attribute_not_exists(sk) OR (${isRow})` : isRow,
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ...idValues(job, now),
      ':queued': 'queued',
      ':delivering': 'delivering',
      ':now': now,
      ':before': job.attempt - 1,
      ':at': new Date(now).toISOString(),
      ':dueAt': dueAt,
      ':dueShard': dueShardOf(job.messageId),
    },
  };
}

/** The attempt's claim still holds. */
const HOLDS = '#state = :delivering AND attempt = :attempt AND leaseUntil = :leaseUntil';

/** Records which recipients are settled while an attempt is under way. */
export function keepUpdate({ attempt }: DeliveryJob, leaseUntil: number, settled: Settled) {
  return {
    UpdateExpression: 'SET settled = :settled',
    ConditionExpression: HOLDS,
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':settled': settled,
      ':delivering': 'delivering',
      ':attempt': attempt,
      ':leaseUntil': leaseUntil,
    },
  };
}

/** Records the outcome of a claimed attempt. */
export function finishUpdate(job: DeliveryJob, leaseUntil: number, finished: FinishedAttempt) {
  const { state, attempt, next, settled, response, notes, reference } = finished;
  const isFull = job.attempt > MAX_ATTEMPTS_KEPT;
  const sets = ['#state = :state'];
  // A write beyond the end of a list appends.
  sets.push(isFull ? `attempts[${MAX_ATTEMPTS_KEPT - 1}] = :tried` : 'attempts = list_append(attempts, :tried)');
  const values: Record<string, unknown> = {
    ':state': state,
    ':tried': isFull ? attempt : [attempt],
    ':attempt': job.attempt,
    ':delivering': 'delivering',
    ':leaseUntil': leaseUntil,
  };
  const extra = {
    ...(state === 'failed' ? { failedShard: partitionOf(job.organizationId, job.messageId) } : {}),
    ...(next === undefined ? {} : { retriesUsed: next.retriesUsed, nextAttemptAt: next.at }),
    ...(settled === undefined ? {} : { settled }),
    ...(response === undefined ? {} : { lastResponse: { at: attempt.at, ...response } }),
    ...(notes === undefined ? {} : { notes }),
    ...(reference === undefined ? {} : { reference }),
    ...(next?.parked === true ? { dueShard: dueShardOf(job.messageId), dueAt: next.at } : {}),
  };
  // By other names: DynamoDB reserves hundreds of words.
  const names: Record<string, string> = { '#state': 'state' };
  for (const [name, value] of Object.entries(extra)) {
    sets.push(`#${name} = :${name}`);
    names[`#${name}`] = name;
    values[`:${name}`] = value;
  }
  if (response !== undefined) sets.push('firstResponse = if_not_exists(firstResponse, :lastResponse)');
  return {
    UpdateExpression: `SET ${sets.join(', ')} REMOVE leaseUntil, claimToken`,
    ConditionExpression: HOLDS,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
}
