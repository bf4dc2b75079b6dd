import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqs } from '../../../local/sqs/open-sqs.ts';
import type { Sqs } from '../../../local/sqs/open-sqs.ts';

const day = 86_400_000;

describe('the local engine in process', () => {
  let folder: string;
  let sqs: Sqs;
  let now: number;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sqs-engine-'));
    now = 1_700_000_000_000;
    sqs = openSqs({ file: join(folder, 'sqs.db'), baseUrl: 'http://sqs/', now: () => now, inFlightLimit: 2 });
    sqs.queues.ensure('jobs', {});
  });
  afterEach(() => {
    sqs.close();
    rmSync(folder, { recursive: true });
  });

  const call = async (action: string, input: unknown) => {
    const { body, ...response } = await sqs.handle(`AmazonSQS.${action}`, JSON.stringify(input));
    return { ...response, body: body === '' ? undefined : JSON.parse(body) };
  };

  it('drops a message that outlived its retention', async () => {
    sqs.queues.send({ queue: 'jobs', body: 'old' });
    now += 2 * day;
    sqs.queues.send({ queue: 'jobs', body: 'young' });
    now += 2 * day;

    const counts = await call('GetQueueAttributes', {
      QueueUrl: 'jobs',
      AttributeNames: ['ApproximateNumberOfMessages'],
    });
    const messages = await sqs.queues.receive({ queue: 'jobs' });

    expect(counts.body.Attributes.ApproximateNumberOfMessages).toBe('1');
    expect(messages.map(({ Body }) => Body)).toEqual(['young']);
  });

  it('counts the retention of a dead letter from when it was first sent', async () => {
    const { arn } = sqs.queues.ensure('dead', { MessageRetentionPeriod: '345600' });
    sqs.queues.ensure('jobs', { RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arn, maxReceiveCount: 1 }) });
    sqs.queues.send({ queue: 'jobs', body: 'hopeless' });
    now += 3 * day;
    await sqs.queues.receive({ queue: 'jobs', visibilitySeconds: 0 });
    await sqs.queues.receive({ queue: 'jobs' });
    expect(sqs.queues.counts('dead').visible).toBe(1);
    now += 1 * day;

    expect(await sqs.queues.receive({ queue: 'dead' })).toEqual([]);
  });

  it('refuses to receive beyond the in-flight limit, and waits instead when it may', async () => {
    for (const body of ['1', '2', '3']) sqs.queues.send({ queue: 'jobs', body });

    const messages = await sqs.queues.receive({ queue: 'jobs' });
    const refused = await call('ReceiveMessage', { QueueUrl: 'jobs' });
    const waited = await call('ReceiveMessage', { QueueUrl: 'jobs', WaitTimeSeconds: 1 });

    expect(messages).toHaveLength(2);
    expect(refused).toMatchObject({ status: 400, headers: { 'x-amzn-query-error': 'OverLimit;Sender' } });
    expect(waited).toMatchObject({ status: 200, body: {} });
  });

  it('gives an existing queue exactly the ensured attributes and keeps its messages', async () => {
    sqs.queues.ensure('jobs', { VisibilityTimeout: '5', DelaySeconds: '1' });
    sqs.queues.send({ queue: 'jobs', body: 'kept', delaySeconds: 0 });

    sqs.queues.ensure('jobs', { VisibilityTimeout: '6' });
    const { body } = await call('GetQueueAttributes', { QueueUrl: 'jobs', AttributeNames: ['All'] });

    expect(body.Attributes).toMatchObject({
      VisibilityTimeout: '6',
      DelaySeconds: '0',
      ApproximateNumberOfMessages: '1',
    });
  });

  it('says whether a visibility change reached the message', async () => {
    sqs.queues.send({ queue: 'jobs', body: 'one' });
    const [first] = await sqs.queues.receive({ queue: 'jobs' });

    const outcomes = [30, 0, 30].map((seconds) => sqs.queues.changeVisibility('jobs', first!.ReceiptHandle, seconds));
    await sqs.queues.receive({ queue: 'jobs' });
    outcomes.push(sqs.queues.changeVisibility('jobs', first!.ReceiptHandle, 30));

    expect(outcomes).toEqual([true, true, false, false]);
  });

  it('ends an aborted in-process receive and takes nothing', async () => {
    const stop = new AbortController();
    const polling = sqs.queues.receive({ queue: 'jobs', waitSeconds: 20 }, stop.signal);

    stop.abort();
    sqs.queues.send({ queue: 'jobs', body: 'one' });

    expect(await polling).toEqual([]);
    expect(sqs.queues.counts('jobs')).toEqual({ visible: 1, delayed: 0, inFlight: 0 });
  });

  it('passes a wake-up on when the woken receiver hangs up in the same moment', async () => {
    const stop = new AbortController();
    const first = sqs.queues.receive({ queue: 'jobs', waitSeconds: 20 }, stop.signal);
    const second = sqs.queues.receive({ queue: 'jobs', waitSeconds: 20 });

    sqs.queues.send({ queue: 'jobs', body: 'one' });
    stop.abort();

    expect(await first).toEqual([]);
    expect(await second).toMatchObject([{ Body: 'one' }]);
  });

  it.each([
    { problem: 'an unknown action', action: 'AddPermission', input: {}, error: 'UnknownOperationException' },
    {
      problem: 'a missing parameter',
      action: 'SendMessage',
      input: { QueueUrl: 'jobs' },
      error: 'MissingRequiredParameterException',
    },
    {
      problem: 'a parameter of another type',
      action: 'SendMessage',
      input: { QueueUrl: 'jobs', MessageBody: 1 },
      error: 'SerializationException',
    },
    { problem: 'no object', action: 'SendMessage', input: null, error: 'SerializationException' },
  ])('answers $problem in the shape of the protocol', async ({ action, input, error }) => {
    const { status, headers, body } = await call(action, input);

    expect(status).toBe(400);
    expect(headers['content-type']).toBe('application/x-amz-json-1.0');
    expect(body).toMatchObject({ __type: expect.stringMatching(`#${error}$`) });
  });

  it('answers a body that is no JSON in the shape of the protocol', async () => {
    const { status, body } = await sqs.handle('AmazonSQS.SendMessage', '{');

    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ __type: expect.stringMatching('#SerializationException$') });
  });
});
