import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import type { DeliverPorts } from '../core/delivery/delivery-ports.ts';
import type { Log } from '../core/telemetry/telemetry.ts';

type After = DeliverPorts['after'];

/** How a function goes on with jobs after it has answered the queue. */
export interface LettingGo {
  /** The one queue whose batches need not wait for slow destinations. */
  readonly queueUrl: string;
  /** How long they wait, milliseconds. */
  readonly waitMs: number;
  readonly after: After;
  /** Keeps the function awake until the work has settled. */
  readonly keep: (work: Promise<unknown>) => void;
  /** Takes a message out of its queue. */
  readonly deleteMessage: (receiptHandle: string) => Promise<void>;
  readonly log: Log;
}

interface Running {
  readonly record: SQSRecord;
  /** Whether the queue may forget the message. */
  readonly done: Promise<boolean>;
  /** The same, once it is known. */
  result?: boolean;
}

/**
 * Works on the messages of a batch side by side.
 *
 * With `given`, a batch of its queue waits for its jobs only so long. Then the queue gets its answer, and can use the
 * function's place for others, while the function finishes what it has begun. To the queue such a job is not done: its
 * message stays hidden for its visibility timeout, in which the function ends the job and deletes it. If the function
 * dies before, it comes back, as after any crash.
 *
 * @param work does what a message says. Does not reject. @returns whether the queue may forget the message
 */
export async function workOff(
  records: readonly SQSRecord[],
  work: (record: SQSRecord) => Promise<boolean>,
  given?: LettingGo,
): Promise<SQSBatchResponse> {
  const batch = records.map((record): Running => ({ record, done: work(record) }));
  const settled = Promise.all(
    batch.map(async (running) => {
      running.result = await running.done;
    }),
  );
  const letting = isFrom(records, given?.queueUrl) ? given : undefined;
  if (letting === undefined) await settled;
  else await settledOrLate(settled, letting);
  const running = batch.filter(({ result }) => result === undefined);
  if (letting !== undefined) for (const each of running) letting.keep(finish(each, letting));
  const failures = batch.filter(({ result }) => result !== true);
  return { batchItemFailures: failures.map(({ record }) => ({ itemIdentifier: record.messageId })) };
}

/** Lambda takes a batch from one queue. */
function isFrom([first]: readonly SQSRecord[], queueUrl: string | undefined): boolean {
  return queueUrl !== undefined && first?.eventSourceARN.split(':').at(-1) === queueUrl.split('/').at(-1);
}

async function settledOrLate(settled: Promise<unknown>, { after, waitMs }: LettingGo): Promise<void> {
  const late = Promise.withResolvers<void>();
  const callOff = after(waitMs, async () => late.resolve());
  await Promise.race([settled, late.promise]);
  await callOff();
}

/** A message that stays is received once more, and its job found done. */
async function finish({ record, done }: Running, { deleteMessage, log }: LettingGo): Promise<void> {
  if (!(await done)) return;
  try {
    await deleteMessage(record.receiptHandle);
  } catch (error) {
    log({ event: 'delivery.undeleted', level: 'WARN', sqsMessageId: record.messageId, error });
  }
}
