import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { InvocationResult } from '../../../local/lambda/protocol.ts';
import { type MappingFeed, feedFromQueue } from '../../../local/mappings/queue-feed.ts';
import { openSqs, type Sqs } from '../../../local/sqs/open-sqs.ts';

let sqs: Sqs;
let mapping: MappingFeed | undefined;

beforeEach(() => {
  const file = join(mkdtempSync(join(tmpdir(), 'mapping-')), 'sqs.sqlite');
  sqs = openSqs({ file, baseUrl: 'http://127.0.0.1:1' });
});

afterEach(async () => {
  await mapping?.stop();
  sqs.close();
});

interface Batch {
  readonly Records: { readonly messageId: string; readonly body: string; readonly eventSourceARN: string }[];
}

function map(invoke: (batch: Batch) => InvocationResult): void {
  const { arn } = sqs.queues.ensure('jobs', { VisibilityTimeout: '1' });
  const definition = {
    kind: 'queue',
    queueArn: arn,
    functionName: 'fn',
    batchSize: 10,
    partialFailures: true,
    maxConcurrency: 2,
  } as const;
  mapping = feedFromQueue(definition, {
    queues: sqs.queues,
    invoke: (event) => Promise.resolve(invoke(event as Batch)),
  });
}

it('feeds messages to the function and deletes them when it succeeds', async () => {
  const bodies: string[] = [];
  map(({ Records }) => {
    bodies.push(...Records.map(({ body }) => body));
    return { kind: 'result', payload: undefined };
  });

  for (const body of ['a', 'b', 'c']) sqs.queues.send({ queue: 'jobs', body });

  await expect.poll(() => bodies.toSorted()).toEqual(['a', 'b', 'c']);
  await expect.poll(() => sqs.queues.counts('jobs')).toMatchObject({ visible: 0, inFlight: 0 });
});

it('leaves a failed message in the queue, which gives it again after its visibility timeout', async () => {
  const seen: string[] = [];
  map(({ Records }) => {
    const failed = Records.filter(({ body }) => body === 'bad' && !seen.includes(body));
    seen.push(...Records.map(({ body }) => body));
    return {
      kind: 'result',
      payload: { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) },
    };
  });

  sqs.queues.send({ queue: 'jobs', body: 'good' });
  sqs.queues.send({ queue: 'jobs', body: 'bad' });

  await expect.poll(() => seen.toSorted(), { timeout: 5000 }).toEqual(['bad', 'bad', 'good']);
});

it('gives the record the shape that AWS gives it', async () => {
  const events: object[] = [];
  map((batch) => {
    events.push(batch);
    return { kind: 'result', payload: undefined };
  });

  sqs.queues.send({ queue: 'jobs', body: 'x', attributes: { kind: { DataType: 'String', StringValue: 'v' } } });

  await expect
    .poll(() => events)
    .toMatchObject([
      {
        Records: [
          {
            body: 'x',
            md5OfBody: '9dd4e461268c8034f5c8564e155c67a6',
            attributes: { ApproximateReceiveCount: '1' },
            messageAttributes: {
              kind: { stringValue: 'v', dataType: 'String', stringListValues: [], binaryListValues: [] },
            },
            eventSource: 'aws:sqs',
            eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:jobs',
            awsRegion: 'us-east-1',
          },
        ],
      },
    ]);
});

it('goes on when the function cannot even be called, instead of taking the runner with it', async () => {
  let calls = 0;
  map(() => {
    calls += 1;
    if (calls === 1) throw new Error('no process could be started');
    return { kind: 'result', payload: undefined };
  });

  sqs.queues.send({ queue: 'jobs', body: 'a' });

  await expect.poll(() => sqs.queues.counts('jobs'), { timeout: 10_000 }).toMatchObject({ visible: 0, inFlight: 0 });
  expect(calls).toBe(2);
});
