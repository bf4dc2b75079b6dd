import type { SQSRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { type LettingGo, workOff } from '../../lambdas/work-off.ts';

const QUEUE = 'arn:aws:sqs:eu-west-1:123456789012:Outbound';

const record = (messageId: string, eventSourceARN = QUEUE): SQSRecord => ({
  messageId,
  receiptHandle: `handle of ${messageId}`,
  body: '',
  attributes: {
    ApproximateReceiveCount: '1',
    SentTimestamp: '',
    SenderId: '',
    ApproximateFirstReceiveTimestamp: '',
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN,
  awsRegion: '',
});

/** Jobs that end when the test says so, and a clock that moves when the test says so. */
function rig({ deletes = async (_handle: string) => {} } = {}) {
  const jobs = new Map<string, PromiseWithResolvers<boolean>>();
  const seen = {
    deleted: [] as string[],
    logged: [] as object[],
    kept: [] as Promise<unknown>[],
    waits: [] as number[],
  };
  let slow: () => Promise<void> = async () => {};
  const lettingGo: LettingGo = {
    queueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/Outbound',
    waitMs: 2000,
    after: (ms, work) => {
      seen.waits.push(ms);
      slow = work;
      return async () => {};
    },
    keep: (work) => void seen.kept.push(work),
    async deleteMessage(handle) {
      await deletes(handle);
      seen.deleted.push(handle);
    },
    log: (line) => seen.logged.push(line),
  };
  const work = async ({ messageId }: SQSRecord): Promise<boolean> => {
    const job = Promise.withResolvers<boolean>();
    jobs.set(messageId, job);
    return job.promise;
  };
  const end = (messageId: string, isDone = true) => jobs.get(messageId)?.resolve(isDone);
  return { work, end, lettingGo, seen, becomeSlow: async () => slow() };
}

describe('a batch with slow jobs', () => {
  it('ends when it has waited for them long enough: done is what has ended, and the rest is kept', async () => {
    const { work, end, lettingGo, seen, becomeSlow } = rig();
    const answer = workOff([record('quick'), record('slow')], work, lettingGo);
    end('quick');

    await becomeSlow();

    expect(await answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'slow' }] });
    expect(seen).toMatchObject({ waits: [2000], kept: [expect.any(Promise)], deleted: [] });
  });

  it('deletes the message of a slow job when it is done, and of no other', async () => {
    const { work, end, lettingGo, seen, becomeSlow } = rig();
    const answer = workOff([record('slow'), record('quick'), record('stays')], work, lettingGo);
    end('quick');
    await becomeSlow();
    await answer;

    end('slow');
    end('stays', false);
    await Promise.all(seen.kept);

    expect(seen.deleted).toEqual(['handle of slow']);
  });

  it('says so when the message cannot be deleted: it comes again and is found done', async () => {
    const error = new Error('SQS is down');
    const { work, end, lettingGo, seen, becomeSlow } = rig({ deletes: async () => Promise.reject(error) });
    const answer = workOff([record('slow')], work, lettingGo);
    await becomeSlow();
    await answer;

    end('slow');
    await Promise.all(seen.kept);

    expect(seen.logged).toEqual([{ event: 'delivery.undeleted', level: 'WARN', sqsMessageId: 'slow', error }]);
  });

  it('keeps and deletes nothing when all jobs end in time, and tells of those that failed', async () => {
    const { work, end, lettingGo, seen } = rig();
    const answer = workOff([record('done'), record('failed')], work, lettingGo);

    end('done');
    end('failed', false);

    expect(await answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'failed' }] });
    expect(seen).toMatchObject({ kept: [], deleted: [] });
  });

  it.each([
    ['of the slow lane', 'arn:aws:sqs:eu-west-1:123456789012:Slow', true],
    ['of a function that cannot go on', QUEUE, false],
  ])('waits for all of them: %s', async (_, arn, canGoOn) => {
    const { work, end, lettingGo, seen } = rig();
    const answer = workOff([record('slow', arn)], work, canGoOn ? lettingGo : undefined);

    end('slow');

    expect(await answer).toEqual({ batchItemFailures: [] });
    expect(seen).toMatchObject({ waits: [], kept: [] });
  });
});
