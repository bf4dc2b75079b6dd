import {
  CancelMessageMoveTaskCommand,
  ListMessageMoveTasksCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import type { ListMessageMoveTasksResultEntry, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { arnOf, createQueue, implementations, receive } from './implementations.ts';
import type { Service } from './implementations.ts';

describe.concurrent.each(implementations)('dead letters on $name', ({ start }) => {
  let service: Service;
  let client: SQSClient;

  beforeAll(async () => {
    service = await start();
    ({ client } = service);
  });
  afterAll(() => service.close());

  const createPair = async (maxReceiveCount: number) => {
    const deadLetterUrl = await createQueue(client);
    const deadLetterArn = await arnOf(client, deadLetterUrl);
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: deadLetterArn, maxReceiveCount });
    const url = await createQueue(client, { RedrivePolicy, VisibilityTimeout: '0' });
    return { url, deadLetterUrl, deadLetterArn };
  };
  const send = (QueueUrl: string, MessageBody: string) =>
    client.send(new SendMessageCommand({ QueueUrl, MessageBody, MessageGroupId: 'tenant' }));
  const newestTask = async (SourceArn: string): Promise<ListMessageMoveTasksResultEntry> => {
    const { Results } = await client.send(new ListMessageMoveTasksCommand({ SourceArn }));
    return Results![0]!;
  };
  const ended = (SourceArn: string): Promise<ListMessageMoveTasksResultEntry> =>
    vi.waitUntil(
      async () => {
        const task = await newestTask(SourceArn);
        return task.Status === 'RUNNING' ? undefined : task;
      },
      { timeout: 10_000, interval: 50 },
    );
  const startTask = (
    SourceArn: string,
    options: { DestinationArn?: string; MaxNumberOfMessagesPerSecond?: number } = {},
  ) => client.send(new StartMessageMoveTaskCommand({ SourceArn, ...options }));

  it('gives a message up after maxReceiveCount receives, with its id, group and sent time', async () => {
    const { url, deadLetterUrl } = await createPair(2);
    const { MessageId } = await send(url, 'hopeless');
    const [first] = await receive(client, url, { MessageSystemAttributeNames: ['All'] });
    await receive(client, url);

    const third = await receive(client, url);
    const [dead] = await receive(client, deadLetterUrl, { MessageSystemAttributeNames: ['All'], WaitTimeSeconds: 2 });

    expect(third).toEqual([]);
    expect(dead).toMatchObject({
      MessageId,
      Body: 'hopeless',
      Attributes: {
        SentTimestamp: first!.Attributes!.SentTimestamp,
        MessageGroupId: 'tenant',
        DeadLetterQueueSourceArn: await arnOf(client, url),
      },
    });
  });

  it('wakes a receiver of the dead letter queue', async () => {
    const { url, deadLetterUrl } = await createPair(1);
    await send(url, 'hopeless');
    const polling = receive(client, deadLetterUrl, { WaitTimeSeconds: 20 });
    await receive(client, url);

    await receive(client, url);

    expect(await polling).toMatchObject([{ Body: 'hopeless' }]);
  });

  it('looks past messages it gives up for one it can hand out', async () => {
    const { url } = await createPair(1);
    await Promise.all(Array.from({ length: 10 }, () => send(url, 'hopeless')));
    await receive(client, url);
    await send(url, 'fresh');

    const messages = await receive(client, url, { MaxNumberOfMessages: 1 });

    expect(messages).toMatchObject([{ Body: 'fresh' }]);
  });

  it('moves dead letters back to where they came from, as new messages', async () => {
    const { url, deadLetterUrl, deadLetterArn } = await createPair(1);
    const { MessageId } = await send(url, 'again');
    await receive(client, url);
    await receive(client, url);

    await startTask(deadLetterArn);
    const task = await ended(deadLetterArn);
    const [message] = await receive(client, url, { MessageSystemAttributeNames: ['All'], WaitTimeSeconds: 2 });

    expect(task).toMatchObject({
      Status: 'COMPLETED',
      SourceArn: deadLetterArn,
      ApproximateNumberOfMessagesMoved: 1,
      ApproximateNumberOfMessagesToMove: 1,
      StartedTimestamp: expect.any(Number),
    });
    expect(message).toMatchObject({
      Body: 'again',
      Attributes: { ApproximateReceiveCount: '1', MessageGroupId: 'tenant' },
    });
    expect(message!.MessageId).not.toBe(MessageId);
    expect(await receive(client, deadLetterUrl)).toEqual([]);
  });

  it('moves dead letters to another queue when told so', async () => {
    const { deadLetterUrl, deadLetterArn } = await createPair(1);
    const elsewhere = await createQueue(client);
    const DestinationArn = await arnOf(client, elsewhere);
    await send(deadLetterUrl, 'sent here by hand');

    await startTask(deadLetterArn, { DestinationArn });
    const task = await ended(deadLetterArn);

    expect(task).toMatchObject({ Status: 'COMPLETED', DestinationArn });
    expect(await receive(client, elsewhere)).toMatchObject([{ Body: 'sent here by hand' }]);
  });

  it('fails a move of a message that came from nowhere', async () => {
    const { deadLetterUrl, deadLetterArn } = await createPair(1);
    await send(deadLetterUrl, 'sent here by hand');

    await startTask(deadLetterArn);

    expect(await ended(deadLetterArn)).toMatchObject({
      Status: 'FAILED',
      FailureReason: 'CouldNotDetermineMessageSource',
    });
  });

  it('keeps to the asked rate, allows one task at a time, and stops when cancelled', async () => {
    const { deadLetterUrl, deadLetterArn } = await createPair(1);
    const elsewhere = await createQueue(client);
    const Entries = Array.from({ length: 10 }, (_, index) => ({ Id: `${index}`, MessageBody: `${index}` }));
    await client.send(new SendMessageBatchCommand({ QueueUrl: deadLetterUrl, Entries }));

    const DestinationArn = await arnOf(client, elsewhere);
    await startTask(deadLetterArn, { DestinationArn, MaxNumberOfMessagesPerSecond: 1 });
    await receive(client, elsewhere, { WaitTimeSeconds: 5 });
    const second = startTask(deadLetterArn, { DestinationArn });
    await expect(second).rejects.toMatchObject({ Error: { Code: 'InvalidParameterValue' } });
    const { TaskHandle } = await newestTask(deadLetterArn);
    const { ApproximateNumberOfMessagesMoved } = await client.send(new CancelMessageMoveTaskCommand({ TaskHandle }));

    expect(ApproximateNumberOfMessagesMoved).toBeLessThan(5);
    expect((await ended(deadLetterArn)).Status).toMatch(/^CANCELL/);
    expect(await receive(client, deadLetterUrl)).not.toEqual([]);
  });

  it('refuses to move from a queue that is nobody’s dead letter queue, or is not there', async () => {
    const arn = await arnOf(client, await createQueue(client));

    await expect(startTask(arn)).rejects.toMatchObject({ Error: { Code: 'InvalidParameterValue' } });
    await expect(startTask(`${arn}-x`)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('refuses to cancel what is no task', async () => {
    const TaskHandle = Buffer.from('{"taskId":"none","sourceArn":"none"}').toString('base64');

    const cancelling = client.send(new CancelMessageMoveTaskCommand({ TaskHandle }));

    await expect(cancelling).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});
