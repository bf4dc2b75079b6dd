import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createQueue, receive, startEngine } from './implementations.ts';
import type { Service } from './implementations.ts';

// Ours only: AWS calls its thresholds approximate, so it promises no exact turns.
describe('fair queues of the local engine', () => {
  let service: Service;
  let client: SQSClient;
  let url: string;
  let now = Date.now();

  beforeAll(async () => {
    service = await startEngine({ now: () => now });
    ({ client } = service);
  });
  beforeEach(async () => {
    url = await createQueue(client, { VisibilityTimeout: '3600' });
  });
  afterAll(() => service.close());

  /** Sends messages whose text is their group; those sent later are younger. */
  const send = async (count: number, group?: string): Promise<void> => {
    now += 1;
    for (let sent = 0; sent < count; sent += 10) {
      const Entries = Array.from({ length: Math.min(10, count - sent) }, (_, index) => ({
        Id: `${index}`,
        MessageBody: group ?? 'none',
        ...(group && { MessageGroupId: group }),
      }));
      await client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
    }
  };
  const take = async (count: number): Promise<string[]> => {
    const bodies: string[] = [];
    while (bodies.length < count) {
      const messages = await receive(client, url, { MaxNumberOfMessages: Math.min(10, count - bodies.length) });
      bodies.push(...messages.map(({ Body }) => Body!));
    }
    return bodies;
  };
  /** The groups of the next messages, counted. */
  const next = async (count: number): Promise<Record<string, number>> =>
    Object.fromEntries(
      Object.entries(Object.groupBy(await take(count), (body) => body)).map(([k, v]) => [k, v!.length]),
    );

  it('hand messages out in the order they came, while no group is noisy', async () => {
    await send(40, 'busy');
    await take(29);
    await send(5, 'quiet');

    expect(await next(1)).toEqual({ busy: 1 });
  });

  it('serve quiet groups first once a group has thirty messages and a tenth of all in flight', async () => {
    await send(50, 'noisy');
    await take(30);
    await send(5, 'quiet');

    expect(await next(6)).toEqual({ quiet: 5, noisy: 1 });
  });

  it('take no group for noisy that has less than a tenth of all in flight', async () => {
    for (let group = 0; group < 30; group += 1) await send(10, `other-${group}`);
    await send(31, 'busy');
    await send(5, 'late');
    await take(330);

    expect(await next(1)).toEqual({ busy: 1 });
  });

  it('serve quiet groups first when a few slow messages take more than a tenth of the processing time', async () => {
    await send(20, 'slow');
    await take(5);
    now += 10_000;
    await send(5, 'quiet');

    expect(await next(6)).toEqual({ quiet: 5, slow: 1 });
  });

  it('forget that a group was slow when its backlog is worked off', async () => {
    await send(5, 'slow');
    await send(1, 'other');
    await take(5);
    now += 10_000;
    await take(1);
    await send(5, 'slow');
    await send(5, 'late');

    expect(await next(5)).toEqual({ slow: 5 });
  });

  it('serve the noisy group with the fewest messages in flight first', async () => {
    await send(60, 'noisier');
    await take(40);
    await send(60, 'noisy');
    await take(31);

    expect(await next(9)).toEqual({ noisy: 9 });
  });

  it('take each message without a group for a group of its own, which is never noisy', async () => {
    await send(60);
    await take(40);
    await send(5, 'late');

    expect(await next(10)).toEqual({ none: 10 });
  });

  it('order what waits and hold nothing back: a noisy group gets everything when nobody else waits', async () => {
    await send(60, 'noisy');
    await take(50);

    expect(await next(10)).toEqual({ noisy: 10 });
  });
});
