import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQueue, receive, startEngine } from './implementations.ts';
import type { Service } from './implementations.ts';

// Ours only: AWS is fair by measurement and by and by, so it promises no exact turns.
describe('fair queues of the local engine', () => {
  let service: Service;
  let client: SQSClient;

  beforeAll(async () => {
    service = await startEngine();
    ({ client } = service);
  });
  afterAll(() => service.close());

  const send = async (QueueUrl: string, { count, group }: { count: number; group?: string }): Promise<void> => {
    for (let sent = 0; sent < count; sent += 10) {
      const Entries = Array.from({ length: Math.min(10, count - sent) }, (_, index) => ({
        Id: `${index}`,
        MessageBody: group ?? 'none',
        ...(group && { MessageGroupId: group }),
      }));
      await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    }
  };
  const receiveBodies = async (url: string, count: number): Promise<string[]> => {
    const messages = await receive(client, url, { MaxNumberOfMessages: count });
    return messages.map(({ Body }) => Body!);
  };

  it('serves a quiet group soon although a noisy one has a backlog and many in flight', async () => {
    const url = await createQueue(client);
    await send(url, { count: 100, group: 'noisy' });
    for (let call = 0; call < 4; call += 1) await receive(client, url);
    await send(url, { count: 2, group: 'quiet' });

    const next = await receiveBodies(url, 10);

    expect(next.filter((body) => body === 'quiet')).toHaveLength(2);
  });

  it('takes turns between groups with the same load', async () => {
    const url = await createQueue(client);
    await send(url, { count: 20, group: 'a' });
    await send(url, { count: 20, group: 'b' });
    await send(url, { count: 20 });

    const bodies = await receiveBodies(url, 9);

    expect(['a', 'b', 'none'].map((group) => bodies.filter((body) => body === group).length)).toEqual([3, 3, 3]);
  });

  it('takes turns also when receivers ask for one message and finish it', async () => {
    const url = await createQueue(client, { VisibilityTimeout: '0' });
    await send(url, { count: 5, group: 'a' });
    await send(url, { count: 5, group: 'b' });

    const bodies = [];
    for (let call = 0; call < 4; call += 1) bodies.push(...(await receiveBodies(url, 1)));

    expect(bodies.sort()).toEqual(['a', 'a', 'b', 'b']);
  });

  it('hands a noisy group everything when nobody else waits', async () => {
    const url = await createQueue(client);
    await send(url, { count: 10, group: 'noisy' });

    expect(await receiveBodies(url, 10)).toHaveLength(10);
  });
});
