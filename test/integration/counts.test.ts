import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallsPerSend, countSends, type Role } from '../../bench/calls/count-sends.ts';
import { type Scenario, scenarios } from '../../bench/calls/scenario.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Stack, startStack } from './stack.ts';

let stack: Stack;
let receiver: Receiver;

beforeAll(async () => {
  [stack, receiver] = await Promise.all([startStack(), startReceiver()]);
});
afterAll(async () => {
  await stack.stop();
  await receiver.stop();
});

const SENDS = 4;

async function counted(scenario: Scenario, role: Role): Promise<CallsPerSend[]> {
  return (await countSends({ stack, receiver }, scenario, SENDS)).filter((call) => call.role === role);
}

const callsOf = (calls: readonly CallsPerSend[]) =>
  Object.fromEntries(calls.map(({ service, operation, calls: count }) => [`${service} ${operation}`, count]));

const unitsOf = (calls: readonly CallsPerSend[]) => calls.reduce((sum, { capacityUnits }) => sum + capacityUnits, 0);

const requestBytesOf = (calls: readonly CallsPerSend[]) =>
  calls.reduce((sum, { requestBytes }) => sum + requestBytes, 0);

/** Exact counts, because each is a promise of `docs/performance.md` and a line of every bill. */
const READ_WRITE_ENQUEUE = { 'dynamodb GetItem': 1, 'dynamodb BatchWriteItem': 1, 'sqs SendMessageBatch': 1 };

describe('a send costs', () => {
  it('one read, one write and one call of the queue, for one channel', async () => {
    const calls = await counted(scenarios.oneChannel, 'ingest');

    expect(callsOf(calls)).toEqual(READ_WRITE_ENQUEUE);
    // One unit for the endpoint, two for a message of 1 to 2 KB.
    expect(unitsOf(calls)).toBe(3);
    // The body of 1 KB, once; 1,500 bytes of names, ids and routing around it.
    expect(requestBytesOf(calls)).toBeLessThanOrEqual(1024 + 1600);
  });

  it('no more calls for ten channels', async () => {
    const calls = await counted(scenarios.tenChannels, 'ingest');

    expect(callsOf(calls)).toEqual(READ_WRITE_ENQUEUE);
    // A kilobyte more of routing in the message.
    expect(unitsOf(calls)).toBeLessThanOrEqual(4);
  });

  it('one call of each queue when channels are delivered through both', async () => {
    const calls = await counted(scenarios.twoQueues, 'ingest');

    expect(callsOf(calls)).toEqual({ ...READ_WRITE_ENQUEUE, 'sqs SendMessageBatch': 2 });
  });

  it('no queue for a Live Stream, whose event is written with the message', async () => {
    const calls = await counted(scenarios.live, 'ingest');

    expect(callsOf(calls)).toEqual({ 'dynamodb GetItem': 1, 'dynamodb BatchWriteItem': 1 });
    expect(unitsOf(calls)).toBeLessThanOrEqual(5);
  });

  it('one S3 write more for a body above 8 KB, and less of the table', async () => {
    const calls = await counted(scenarios.large, 'ingest');

    expect(callsOf(calls)).toEqual({ ...READ_WRITE_ENQUEUE, 's3 PutObject': 1 });
    expect(unitsOf(calls)).toBe(2);
  });

  it('one write more where its webhook has a lifecycle, and one unit for its place in the alert', async () => {
    const calls = await counted(scenarios.lifecycle, 'ingest');

    expect(callsOf(calls)).toEqual({ ...READ_WRITE_ENQUEUE, 'dynamodb UpdateItem': 1 });
    // The endpoint, two for the message, one for the alert, one for the row that says that the message is of it.
    expect(unitsOf(calls)).toBeLessThanOrEqual(6);
  });

  it('nothing more for templates', async () => {
    const calls = await counted(scenarios.templates, 'ingest');

    expect(callsOf(calls)).toEqual(READ_WRITE_ENQUEUE);
  });
});

describe('a delivery costs', () => {
  /** A data key is opened by each new instance, and not for a delivery. */
  const withoutKeys = (calls: readonly CallsPerSend[]) =>
    calls.filter(({ service, operation }) => service !== 'kms' && operation !== 'GetItem');

  it('one read and two writes', async () => {
    const calls = withoutKeys(await counted(scenarios.oneChannel, 'deliver-http'));

    const reads = calls.find(({ operation }) => operation === 'BatchGetItem')?.calls;
    // Jobs that are received together are read for together.
    expect(reads).toBeLessThanOrEqual(1);
    expect(callsOf(calls)).toEqual({ 'dynamodb BatchGetItem': reads, 'dynamodb UpdateItem': 2 });
    // Message, channel and webhook at one unit each, half a one for the health; claim and outcome.
    expect(unitsOf(calls)).toBeLessThanOrEqual(3.5 + 2);
    expect(requestBytesOf(calls)).toBeLessThanOrEqual(3000);
  });

  it('the same for each of ten channels, and less to read', async () => {
    const calls = withoutKeys(await counted(scenarios.tenChannels, 'deliver-http'));

    expect(callsOf(calls)['dynamodb UpdateItem']).toBe(20);
    expect(unitsOf(calls)).toBeLessThanOrEqual(10 * (3.5 + 2));
  });

  it('one S3 read more for a body above 8 KB', async () => {
    const calls = withoutKeys(await counted(scenarios.large, 'deliver-http'));

    expect(callsOf(calls)['s3 GetObject']).toBe(1);
    expect(callsOf(calls)['dynamodb UpdateItem']).toBe(2);
  });
});
