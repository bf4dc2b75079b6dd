import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  DeleteQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import type { ReceiveMessageCommandInput, SendMessageCommandInput, SQSClient } from '@aws-sdk/client-sqs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQueue, implementations, receive } from './implementations.ts';
import type { Service } from './implementations.ts';

// Waiting is all these tests do: they run side by side, each on its own queue.
describe.concurrent.each(implementations)('receiving from $name', ({ start }) => {
  let service: Service;
  let client: SQSClient;

  beforeAll(async () => {
    service = await start();
    ({ client } = service);
  });
  afterAll(() => service.close());

  const send = (QueueUrl: string, message: Partial<SendMessageCommandInput> = {}) =>
    client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'body', ...message }));
  const setVisibility = (QueueUrl: string, ReceiptHandle: string, VisibilityTimeout: number) =>
    client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));
  const remove = (QueueUrl: string, ReceiptHandle: string) =>
    client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));

  it('returns nothing, at once, from an empty queue', async () => {
    const url = await createQueue(client);

    expect(await receive(client, url)).toEqual([]);
  });

  it('returns one message unless asked for more, and at most ten', async () => {
    const url = await createQueue(client);
    await Promise.all(Array.from({ length: 12 }, () => send(url)));

    const one = await receive(client, url, { MaxNumberOfMessages: undefined });
    const ten = await receive(client, url, { MaxNumberOfMessages: 10 });

    expect([one.length, ten.length]).toEqual([1, 10]);
  });

  it.each<Partial<ReceiveMessageCommandInput>>([
    { MaxNumberOfMessages: 0 },
    { MaxNumberOfMessages: 11 },
    { WaitTimeSeconds: 21 },
    { VisibilityTimeout: 43_201 },
  ])('refuses %j', async (options) => {
    const url = await createQueue(client);

    await expect(receive(client, url, options)).rejects.toMatchObject({ Error: { Code: 'InvalidParameterValue' } });
  });

  it('holds a message back for its delay, and the queue default where it has none', async () => {
    const url = await createQueue(client, { DelaySeconds: '1' });
    await send(url, { MessageBody: 'delayed by the queue' });
    await send(url, { MessageBody: 'not delayed', DelaySeconds: 0 });

    const [early] = [await receive(client, url)];
    const late = await receive(client, url, { WaitTimeSeconds: 3 });

    expect(early.map(({ Body }) => Body)).toEqual(['not delayed']);
    expect(late.map(({ Body }) => Body)).toEqual(['delayed by the queue']);
  });

  it('hides a received message for the visibility timeout, then gives it out again with a new receipt', async () => {
    const url = await createQueue(client, { VisibilityTimeout: '1' });
    await send(url);

    const [first] = await receive(client, url);
    const hidden = await receive(client, url);
    const [second] = await receive(client, url, { WaitTimeSeconds: 3 });

    expect(hidden).toEqual([]);
    expect(second!.MessageId).toBe(first!.MessageId);
    expect(second!.ReceiptHandle).not.toBe(first!.ReceiptHandle);
  });

  it('gives a message out once per answer even when it stays visible', async () => {
    const url = await createQueue(client);
    await send(url);

    const messages = await receive(client, url, { VisibilityTimeout: 0 });

    expect(messages).toHaveLength(1);
    expect(await receive(client, url)).toHaveLength(1);
  });

  it('makes a message visible at once when its visibility is set to 0', async () => {
    const url = await createQueue(client);
    await send(url);
    const [first] = await receive(client, url);

    await setVisibility(url, first!.ReceiptHandle!, 0);

    expect(await receive(client, url)).toMatchObject([{ MessageId: first!.MessageId }]);
  });

  it('hides a message longer when its visibility is extended', async () => {
    const url = await createQueue(client, { VisibilityTimeout: '1' });
    await send(url);
    const [first] = await receive(client, url);

    await setVisibility(url, first!.ReceiptHandle!, 60);

    expect(await receive(client, url, { WaitTimeSeconds: 2 })).toEqual([]);
  });

  it('refuses to change the visibility of a message that is visible, received again, or gone', async () => {
    const url = await createQueue(client);
    await send(url);
    const [first] = await receive(client, url, { VisibilityTimeout: 0 });

    await expect(setVisibility(url, first!.ReceiptHandle!, 5)).rejects.toMatchObject({ name: 'MessageNotInflight' });
    const [second] = await receive(client, url);
    await expect(setVisibility(url, first!.ReceiptHandle!, 5)).rejects.toMatchObject({
      Error: { Code: 'InvalidParameterValue' },
    });
    await remove(url, second!.ReceiptHandle!);
    await expect(setVisibility(url, second!.ReceiptHandle!, 5)).rejects.toMatchObject({
      Error: { Code: 'InvalidParameterValue' },
    });
  });

  it('deletes a message for good, and again without complaint', async () => {
    const url = await createQueue(client);
    await send(url);
    const [message] = await receive(client, url, { VisibilityTimeout: 0 });

    await remove(url, message!.ReceiptHandle!);
    await remove(url, message!.ReceiptHandle!);

    expect(await receive(client, url)).toEqual([]);
  });

  it('ignores the delete of a receiver whose message was received again', async () => {
    const url = await createQueue(client);
    await send(url);
    const [first] = await receive(client, url, { VisibilityTimeout: 0 });
    const [second] = await receive(client, url);

    await remove(url, first!.ReceiptHandle!);
    await setVisibility(url, second!.ReceiptHandle!, 0);

    expect(await receive(client, url)).toHaveLength(1);
  });

  it('refuses a receipt handle that is none, or is of another queue', async () => {
    const [url, other] = [await createQueue(client), await createQueue(client)];
    await send(other);
    const [message] = await receive(client, other);

    await expect(remove(url, 'nonsense')).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
    await expect(remove(url, message!.ReceiptHandle!)).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
  });

  it('ends a long poll at once when a message is sent', async () => {
    const url = await createQueue(client);
    const polling = receive(client, url, { WaitTimeSeconds: 20 });
    await sleep(300);

    const sentAt = performance.now();
    await send(url);
    const messages = await polling;

    expect(messages).toHaveLength(1);
    expect(performance.now() - sentAt).toBeLessThan(2000);
  });

  it('ends a long poll when a delayed message becomes visible', async () => {
    const url = await createQueue(client, { ReceiveMessageWaitTimeSeconds: '20' });
    const polling = receive(client, url);

    const sentAt = performance.now();
    await send(url, { DelaySeconds: 1 });
    const messages = await polling;

    expect(messages).toHaveLength(1);
    expect(performance.now() - sentAt).toBeLessThan(4000);
  });

  it('ends a long poll when another receiver gives a message back', async () => {
    const url = await createQueue(client);
    await send(url);
    const [message] = await receive(client, url);
    const polling = receive(client, url, { WaitTimeSeconds: 20 });
    await sleep(200);

    await setVisibility(url, message!.ReceiptHandle!, 0);

    expect(await polling).toHaveLength(1);
  });

  it('ends a long poll with nothing when its time is over', async () => {
    const url = await createQueue(client);
    const startedAt = performance.now();

    const messages = await receive(client, url, { WaitTimeSeconds: 1 });

    expect(messages).toEqual([]);
    expect(performance.now() - startedAt).toBeGreaterThan(950);
  });

  it('gives every one of many waiting receivers its message', async () => {
    const url = await createQueue(client);
    const polls = Array.from({ length: 5 }, () =>
      receive(client, url, { WaitTimeSeconds: 20, MaxNumberOfMessages: 1 }),
    );
    await sleep(300);

    await Promise.all(polls.map((_, index) => send(url, { MessageBody: `message ${index}` })));
    const bodies = new Set((await Promise.all(polls)).map(([message]) => message?.Body));

    expect(bodies).toEqual(new Set([0, 1, 2, 3, 4].map((index) => `message ${index}`)));
  });

  it('gives every one of two waiting receivers its delayed message', async () => {
    const url = await createQueue(client);
    const polls = ['1', '2'].map(() => receive(client, url, { WaitTimeSeconds: 20, MaxNumberOfMessages: 1 }));
    await sleep(200);

    await send(url, { DelaySeconds: 1 });
    await send(url, { DelaySeconds: 2 });

    expect((await Promise.all(polls)).map((messages) => messages.length)).toEqual([1, 1]);
  });

  it('takes no message for a client that hung up', async () => {
    const url = await createQueue(client);
    const gone = new AbortController();
    const command = new ReceiveMessageCommand({ QueueUrl: url, WaitTimeSeconds: 20 });
    const polling = client.send(command, { abortSignal: gone.signal });
    const ended = Promise.allSettled([polling]);
    await sleep(300);
    gone.abort();
    const outcome = await ended;
    await sleep(300);

    await send(url);

    expect(outcome).toMatchObject([{ status: 'rejected', reason: { name: 'AbortError' } }]);
    expect(await receive(client, url)).toHaveLength(1);
  });

  it('fails a long poll whose queue is deleted', async () => {
    const url = await createQueue(client);
    const polling = receive(client, url, { WaitTimeSeconds: 20 });
    const ended = Promise.allSettled([polling]);
    await sleep(200);

    await client.send(new DeleteQueueCommand({ QueueUrl: url }));

    expect(await ended).toMatchObject([{ status: 'rejected', reason: { name: 'QueueDoesNotExist' } }]);
  });
});
