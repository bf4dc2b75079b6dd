import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { doublingWait } from '../core/delivery/backoff.ts';
import type { Deliverer } from '../core/delivery/deliver.ts';
import { DeliveryJob, type Enqueue } from '../core/delivery/job.ts';
import type { Log } from '../core/telemetry/telemetry.ts';

export interface DeliveryHandlerPorts extends Deliverer {
  readonly jobs: { readonly enqueue: Enqueue };
  readonly log: Log;
}

/** An interrupted job comes back after 30 s, then after twice as long each time, to 15 minutes. */
const PAUSES_SECONDS = { first: 30, longest: 900 };

/** With these pauses, four hours: longer than an outage of AWS, and the end of a job that a bug never lets through. */
const MAX_INTERRUPTIONS = 20;

/**
 * Works on a batch of jobs side by side. A job that the infrastructure failed goes back as a new message, so that the
 * receive count only counts crashes. At the last of `maxReceives` the delivery is given up instead of tried: after it
 * SQS would move the job to the dead-letter queue, and the delivery itself would not say so.
 */
export function createHandler(
  { deliver, giveUp, jobs, log }: DeliveryHandlerPorts,
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

  async function failedId({ body, messageId, attributes, messageAttributes }: SQSRecord): Promise<string[]> {
    // Jobs have no attributes, and what channels send to queues always has: nothing forged becomes a job.
    if (Object.keys(messageAttributes).length > 0) return dropped(messageId);
    const job = readJob(body);
    if (job === undefined) {
      log({ event: 'delivery.unreadable', level: 'ERROR', sqsMessageId: messageId });
      return [messageId];
    }
    try {
      await work(job, Number(attributes.ApproximateReceiveCount));
      return [];
    } catch (error) {
      log({ event: 'delivery.interrupted', level: 'ERROR', ...job, error });
      return (await putBack(job)) ? [] : [messageId];
    }
  }

  function dropped(sqsMessageId: string): string[] {
    log({ event: 'delivery.forged', level: 'WARN', sqsMessageId });
    return [];
  }

  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const failed = await Promise.all(Records.map(failedId));
    return { batchItemFailures: failed.flat().map((itemIdentifier) => ({ itemIdentifier })) };
  };
}

/** Only the router writes to this queue. Anything but a job fails, and SQS moves it to the dead-letter queue. */
function readJob(body: string): DeliveryJob | undefined {
  try {
    return DeliveryJob.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
}
