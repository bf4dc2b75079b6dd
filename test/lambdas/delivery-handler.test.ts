import type { SQSRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import type { DueJob } from '../../core/delivery/due-job.ts';
import type { DeliveryJob } from '../../core/delivery/job.ts';
import { createHandler } from '../../lambdas/delivery-handler.ts';

const job: DeliveryJob = {
  organizationId: 'org_1',
  webhookId: 'wh_1',
  messageId: 'msg_1',
  channelId: 'ch_1',
  attempt: 1,
  retriesUsed: 0,
};

function record(body: unknown, receives = 1, messageId = 'sqs_1'): SQSRecord {
  return {
    messageId,
    receiptHandle: '',
    body: JSON.stringify(body),
    attributes: {
      ApproximateReceiveCount: String(receives),
      SentTimestamp: '',
      SenderId: '',
      ApproximateFirstReceiveTimestamp: '',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: '',
    awsRegion: '',
  };
}

interface Options {
  readonly fails?: (job: DeliveryJob) => boolean;
  readonly queue?: 'takes' | 'refuses' | 'fails';
  readonly act?: (due: DueJob) => Promise<void>;
}

function rig({ fails = () => false, queue = 'takes', act }: Options = {}) {
  const done = {
    delivered: [] as DeliveryJob[],
    givenUp: [] as { job: DeliveryJob; reason: string }[],
    queued: [] as { job: DeliveryJob; delaySeconds: number }[],
    logged: [] as Record<string, unknown>[],
  };
  const handle = createHandler(
    {
      ...(act === undefined ? {} : { act }),
      async deliver(taken) {
        if (fails(taken)) throw new Error('DynamoDB is down');
        done.delivered.push(taken);
      },
      giveUp: async (given, reason) => void done.givenUp.push({ job: given, reason }),
      jobs: {
        async enqueue(jobs, delaySeconds) {
          if (queue === 'fails') throw new Error('SQS is down');
          if (queue === 'refuses') return [...jobs];
          for (const put of jobs) done.queued.push({ job: put, delaySeconds });
          return [];
        },
      },
      log: (line) => done.logged.push(line),
    },
    { maxReceives: 5 },
  );
  return { handle, done };
}

describe('a batch of jobs', () => {
  it('drops what a channel has sent to its queue: jobs have no attributes', async () => {
    const { handle, done } = rig();
    const forged = { ...record(job), messageAttributes: { messageId: { dataType: 'String', stringValue: 'msg_1' } } };

    expect(await handle({ Records: [forged] })).toEqual({ batchItemFailures: [] });

    expect([done.delivered, done.givenUp, done.queued]).toEqual([[], [], []]);
    expect(done.logged).toMatchObject([{ event: 'delivery.forged' }]);
  });

  it('is delivered side by side', async () => {
    const { handle, done } = rig();

    const answer = await handle({ Records: [record(job), record({ ...job, channelId: 'ch_2' })] });

    expect(answer).toEqual({ batchItemFailures: [] });
    expect(done.delivered).toHaveLength(2);
  });

  it('puts a job that the infrastructure failed back as a new message, later each time', async () => {
    const { handle, done } = rig({ fails: () => true });

    await handle({
      Records: [record(job), record({ ...job, interruptions: 3 }), record({ ...job, interruptions: 9 })],
    });

    expect(done.queued).toEqual([
      { job: { ...job, interruptions: 1 }, delaySeconds: 30 },
      { job: { ...job, interruptions: 4 }, delaySeconds: 240 },
      { job: { ...job, interruptions: 10 }, delaySeconds: 900 },
    ]);
    expect(done.logged[0]).toMatchObject({ event: 'delivery.interrupted', error: new Error('DynamoDB is down') });
  });

  it.each(['refuses', 'fails'] as const)('leaves a failed job in the queue when that %s', async (queue) => {
    const { handle } = rig({ fails: ({ channelId }) => channelId === 'ch_2', queue });

    const answer = await handle({ Records: [record(job), record({ ...job, channelId: 'ch_2' }, 1, 'sqs_2')] });

    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'sqs_2' }] });
  });

  it('gives a job up at the last receive instead of trying it again', async () => {
    const { handle, done } = rig();

    await handle({ Records: [record(job, 4), record({ ...job, channelId: 'ch_2' }, 5)] });

    expect(done.delivered).toEqual([job]);
    expect(done.givenUp).toEqual([
      { job: { ...job, channelId: 'ch_2' }, reason: 'the deliverer crashed on it 4 times; it may have been delivered' },
    ]);
  });

  it('gives a job up that was interrupted for hours', async () => {
    const { handle, done } = rig();

    await handle({ Records: [record({ ...job, interruptions: 20 }), record({ ...job, interruptions: 21 })] });

    expect(done.delivered).toHaveLength(1);
    expect(done.givenUp).toMatchObject([{ reason: 'it was interrupted 21 times' }]);
  });

  it('leaves what is no job in the queue, where it is set aside in the end', async () => {
    const { handle, done } = rig();

    const answer = await handle({ Records: [record({ hello: 'world' }, 1, 'sqs_odd'), record(job)] });

    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'sqs_odd' }] });
    expect(done.delivered).toEqual([job]);
    expect(done.logged).toMatchObject([{ event: 'delivery.unreadable', sqsMessageId: 'sqs_odd' }]);
  });

  it('acts on what has fallen due, leaves what fails to the index, and to the queue what stands in none', async () => {
    const due = { due: 'alert', organizationId: 'org_1', webhookId: 'wh_1', key: 'disk', id: 'al_1' };
    const end = { due: 'alerts-end', organizationId: 'org_1', webhookId: 'wh_2', askedAt: 0 };
    const ask = { due: 'ask', organizationId: 'org_1', id: 'ask_1' };
    const at = { organizationId: 'org_1', alertId: 'al_3', channelId: 'ch_1' };
    const press = { due: 'alert-press', ...at, status: 'resolved', name: 'ann', at: 0 };
    const acted: string[] = [];
    const { handle, done } = rig({
      act: async ({ due: what }) => {
        acted.push(what);
        if (acted.length > 1) throw new Error('DynamoDB is down');
      },
    });

    const answer = await handle({
      Records: [
        record(due),
        record(due),
        record(end, 1, 'sqs_end'),
        record(ask),
        record(press, 1, 'sqs_press'),
        record(job),
      ],
    });

    expect(answer).toEqual({
      batchItemFailures: ['sqs_end', 'sqs_press'].map((itemIdentifier) => ({ itemIdentifier })),
    });
    expect(acted).toEqual(['alert', 'alert', 'alerts-end', 'ask', 'alert-press']);
    expect(done.delivered).toEqual([job]);
    expect(done.logged).toMatchObject([
      { event: 'due.interrupted', due: 'alert', webhookId: 'wh_1' },
      { event: 'due.interrupted', due: 'alerts-end', webhookId: 'wh_2' },
      { event: 'due.interrupted', due: 'ask', askId: 'ask_1' },
      { event: 'due.interrupted', due: 'alert-press', alertId: 'al_3' },
    ]);
    expect(JSON.stringify(done.logged)).not.toContain('ann');
  });

  it('sets aside what has fallen due where nothing acts on it', async () => {
    const { handle, done } = rig();
    const due = { due: 'alert', organizationId: 'org_1', webhookId: 'wh_1', key: 'disk', id: 'al_1' };

    expect(await handle({ Records: [record(due, 1, 'sqs_due')] })).toEqual({
      batchItemFailures: [{ itemIdentifier: 'sqs_due' }],
    });
    expect(done.logged).toMatchObject([{ event: 'delivery.unreadable' }]);
  });
});
