import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { doublingWait } from '../core/delivery/backoff.ts';
import type { Deliverer } from '../core/delivery/deliver.ts';
import { DueJob } from '../core/delivery/due-job.ts';
import { DeliveryJob, type Enqueue } from '../core/delivery/job.ts';
import type { Log } from '../core/telemetry/telemetry.ts';
import { type LettingGo, workOff } from './work-off.ts';

export interface DeliveryHandlerPorts extends Deliverer {
  readonly jobs: { readonly enqueue: Enqueue };
  readonly log: Log;
  /** Does what has fallen due. Absent: nothing is announced to this function. */
  readonly act?: (job: DueJob) => Promise<void>;
  /** Absent: a batch ends with its slowest job. */
  readonly lettingGo?: LettingGo;
}

/** An interrupted job comes back after 30 s, then after twice as long each time, to 15 minutes. */
const PAUSES_SECONDS = { first: 30, longest: 900 };

/** With these pauses, four hours: longer than an outage of AWS, and the end of a job that a bug always stops. */
const MAX_INTERRUPTIONS = 20;

/**
 * Works on a batch of jobs in parallel. A job that the infrastructure failed goes back as a new message, so that the
 * receive count counts only crashes. At the last of `maxReceives` the handler gives up the delivery instead of trying
 * it: SQS would then move the job to the dead-letter queue, and the delivery itself would not say so.
 */
export function createHandler(
  { deliver, giveUp, jobs, log, act, lettingGo }: DeliveryHandlerPorts,
  { maxReceives }: { maxReceives: number },
) {
  async function work(job: DeliveryJob, receives: number): Promise<void> {
    const { interruptions = 0 } = job;
    if (receives >= maxReceives)
      return giveUp(job, `the deliverer crashed on it ${receives - 1} times; it may have been delivered`);
    if (interruptions > MAX_INTERRUPTIONS) return giveUp(job, `it was interrupted ${interruptions} times`);
    return deliver(job);
  }

  async function putBack(job: DeliveryJob): Promise<boolean> {
    const interruptions = (job.interruptions ?? 0) + 1;
    const pause = doublingWait(PAUSES_SECONDS, interruptions - 1);
    return jobs.enqueue([{ ...job, interruptions }], pause).then(
      (left) => left.length === 0,
      () => false,
    );
  }

  /** @returns whether the queue may forget the message */
  async function isDone({ body, messageId, attributes, messageAttributes }: SQSRecord): Promise<boolean> {
    // Jobs have no attributes, and messages from channels always do: no forged message becomes a job.
    if (Object.keys(messageAttributes).length > 0) return dropped(messageId);
    const job = readJob(body);
    if (job !== undefined && 'due' in job && act !== undefined) return acted(job, act);
    if (job === undefined || 'due' in job) {
      log({ event: 'delivery.unreadable', level: 'ERROR', sqsMessageId: messageId });
      return false;
    }
    try {
      await work(job, Number(attributes.ApproximateReceiveCount));
      return true;
    } catch (error) {
      log({ event: 'delivery.interrupted', level: 'ERROR', ...job, error });
      return putBack(job);
    }
  }

  /** @returns whether the queue may forget it: a timer stays in its index until it is done, and is announced again */
  async function acted(job: DueJob, act: NonNullable<DeliveryHandlerPorts['act']>): Promise<boolean> {
    try {
      await act(job);
      return true;
    } catch (error) {
      log({ event: 'due.interrupted', level: 'ERROR', due: job.due, ...subjectOf(job), error });
      return job.due !== 'alerts-end' && job.due !== 'alert-press';
    }
  }

  function dropped(sqsMessageId: string): boolean {
    log({ event: 'delivery.forged', level: 'WARN', sqsMessageId });
    return true;
  }

  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => workOff(Records, isDone, lettingGo);
}

function subjectOf(job: DueJob): object {
  switch (job.due) {
    case 'ask':
      return { askId: job.id };
    case 'alert-press':
      return { alertId: job.alertId };
    case 'alert':
    case 'alerts-end':
      return { webhookId: job.webhookId };
  }
}

/** Only the router writes to this queue. Anything but a job fails, and SQS moves it to the dead-letter queue. */
function readJob(body: string): DeliveryJob | DueJob | undefined {
  try {
    const job: unknown = JSON.parse(body);
    const due = DueJob.safeParse(job);
    return due.success ? due.data : DeliveryJob.parse(job);
  } catch {
    return undefined;
  }
}
