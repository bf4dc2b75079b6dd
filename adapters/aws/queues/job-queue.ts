import type { Announce } from '../../../core/delivery/due-job.ts';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import { pauseAfter } from '../pause-after.ts';
import type { QueueClient } from './queue-client.ts';

/** Where the jobs of each carrier go. */
export interface QueueUrls {
  readonly outbound: string;
  readonly aws: string;
  /** Jobs of the slow lane. @default there is no slow lane: all jobs go by their carrier */
  readonly slow?: string;
}

/** SQS takes ten messages per call. */
const MAX_BATCH = 10;
const MAX_TRIES = 4;

/**
 * Sends delivery jobs. `MessageGroupId` is the organisation: it makes the queue fair, so one organisation's backlog
 * does not delay the others. Within an organisation, the slow lane and the breaker keep a dead channel from delaying
 * the others.
 *
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
 */
export function createJobQueue(sqs: QueueClient, queueUrl: string) {
  return {
    async enqueue(jobs: readonly DeliveryJob[], delaySeconds = 0): Promise<DeliveryJob[]> {
      return sendAll(sqs, { queueUrl, jobs, delaySeconds });
    },

    /** Sends one job as it is, for a dead-letter queue. @throws when SQS does not take it. */
    async send(job: DeliveryJob): Promise<void> {
      await sqs.sendMessage(queueUrl, messageOf(job));
    },
  };
}

/** Sends each job to the queue of its lane or carrier. */
export function createJobQueues(sqs: QueueClient, urls: QueueUrls): Pick<ReturnType<typeof createJobQueue>, 'enqueue'> {
  const urlOf = ({ carrier, lane }: DeliveryJob) => (lane && urls[lane]) ?? urls[carrier ?? 'outbound'];
  return {
    async enqueue(jobs, delaySeconds) {
      const byUrl = Map.groupBy(jobs, urlOf);
      const sending = [...byUrl].map(async ([url, some]) => createJobQueue(sqs, url).enqueue(some, delaySeconds));
      return (await Promise.all(sending)).flat();
    },
  };
}

/** Sends due jobs to the queue whose function acts on them. */
export function createDueQueue(sqs: QueueClient, queueUrl: string): Announce {
  return async (jobs, delaySeconds) => sendAll(sqs, { queueUrl, jobs, delaySeconds });
}

/** Sends every job, ten per call. @returns the jobs that the queue did not take after several tries. */
async function sendAll<Job extends Grouped>(sqs: QueueClient, { jobs, ...to }: Batch<Job>): Promise<Job[]> {
  const left: Job[] = [];
  for (let start = 0; start < jobs.length; start += MAX_BATCH) {
    left.push(...(await sendBatch(sqs, { ...to, jobs: jobs.slice(start, start + MAX_BATCH) })));
  }
  return left;
}

interface Grouped {
  readonly organizationId: string;
}

interface Batch<Job> {
  readonly queueUrl: string;
  readonly jobs: readonly Job[];
  /** 0 to 900. */
  readonly delaySeconds: number;
}

async function sendBatch<Job extends Grouped>(
  sqs: QueueClient,
  { queueUrl, jobs, delaySeconds }: Batch<Job>,
): Promise<Job[]> {
  let left = [...jobs];
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const sending = left;
    try {
      const entries = sending.map((job, index) => ({
        Id: String(index),
        ...messageOf(job),
        ...(delaySeconds === 0 ? {} : { DelaySeconds: Math.ceil(delaySeconds) }),
      }));
      const failed = await sqs.sendMessageBatch(queueUrl, entries);
      left = sending.filter((_, index) => failed.has(String(index)));
    } catch {
      // The client has tried four times; the caller parks the jobs that are left.
      return sending;
    }
    if (left.length === 0) return left;
    await pauseAfter(tries);
  }
  return left;
}

function messageOf(job: Grouped) {
  return { MessageBody: JSON.stringify(job), MessageGroupId: job.organizationId };
}
