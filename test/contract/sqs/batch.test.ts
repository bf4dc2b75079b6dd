import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  SendMessageBatchCommand,
} from '@aws-sdk/client-sqs';
import type { SendMessageBatchRequestEntry, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQueue, implementations, receive } from './implementations.ts';
import type { Service } from './implementations.ts';

const entries = (count: number): SendMessageBatchRequestEntry[] =>
  Array.from({ length: count }, (_, index) => ({ Id: `id-${index}`, MessageBody: `body ${index}` }));

describe.each(implementations)('batches on $name', ({ start }) => {
  let service: Service;
  let client: SQSClient;

  beforeAll(async () => {
    service = await start();
    ({ client } = service);
  });
  afterAll(() => service.close());

  const send = (QueueUrl: string, Entries: SendMessageBatchRequestEntry[]) =>
    client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));

  it('sends, changes and deletes ten messages in one call each', async () => {
    const url = await createQueue(client);

    const sent = await send(url, entries(10));
    const received = await receive(client, url);
    const receipts = received.map(({ ReceiptHandle }, index) => ({ Id: `r${index}`, ReceiptHandle: ReceiptHandle! }));
    const changes = receipts.map((receipt) => ({ ...receipt, VisibilityTimeout: 0 }));
    const changed = await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: url, Entries: changes }));
    const deleted = await client.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries: receipts }));

    expect(new Set(received.map(({ Body }) => Body))).toEqual(
      new Set(entries(10).map(({ MessageBody }) => MessageBody)),
    );
    expect([sent, changed, deleted].map(({ Successful }) => Successful?.length)).toEqual([10, 10, 10]);
    expect(await receive(client, url)).toEqual([]);
  });

  it.each([
    { problem: 'no entry', batch: [], error: 'EmptyBatchRequest' },
    { problem: 'eleven entries', batch: entries(11), error: 'TooManyEntriesInBatchRequest' },
    { problem: 'the same id twice', batch: [...entries(1), ...entries(1)], error: 'BatchEntryIdsNotDistinct' },
    { problem: 'an id with a space', batch: [{ Id: 'a b', MessageBody: 'x' }], error: 'InvalidBatchEntryId' },
    { problem: 'a long id', batch: [{ Id: 'a'.repeat(81), MessageBody: 'x' }], error: 'InvalidBatchEntryId' },
    {
      problem: 'more than 1 MiB in all',
      batch: entries(2).map((entry) => ({ ...entry, MessageBody: 'x'.repeat(524_289) })),
      error: 'BatchRequestTooLong',
    },
  ])('refuses a batch with $problem as a whole', async ({ batch, error }) => {
    const url = await createQueue(client);

    await expect(send(url, batch)).rejects.toMatchObject({
      name: error,
      Error: { Code: `AWS.SimpleQueueService.${error}` },
    });
    expect(await receive(client, url)).toEqual([]);
  });

  it('takes a batch of exactly 1 MiB', async () => {
    const url = await createQueue(client);

    const sent = await send(
      url,
      entries(2).map((entry) => ({ ...entry, MessageBody: 'x'.repeat(524_288) })),
    );

    expect(sent.Successful).toHaveLength(2);
  });

  it('stores the good entries of a batch and says which failed', async () => {
    const url = await createQueue(client);

    const { Successful, Failed } = await send(url, [
      { Id: 'good', MessageBody: 'good' },
      { Id: 'late', MessageBody: 'late', DelaySeconds: 901 },
      { Id: 'odd', MessageBody: 'odd \u0000' },
    ]);

    expect(Successful).toMatchObject([{ Id: 'good', MessageId: expect.any(String) }]);
    expect(Failed).toMatchObject([
      { Id: 'late', SenderFault: true, Code: 'InvalidParameterValue' },
      { Id: 'odd', SenderFault: true, Code: 'InvalidMessageContents' },
    ]);
    expect(await receive(client, url)).toMatchObject([{ Body: 'good' }]);
  });

  it('deletes what it can when one receipt handle is invalid', async () => {
    const url = await createQueue(client);
    await send(url, entries(1));
    const [message] = await receive(client, url, { VisibilityTimeout: 0 });

    const { Successful, Failed } = await client.send(
      new DeleteMessageBatchCommand({
        QueueUrl: url,
        Entries: [
          { Id: 'good', ReceiptHandle: message!.ReceiptHandle! },
          { Id: 'bad', ReceiptHandle: 'nonsense' },
        ],
      }),
    );

    expect(Successful).toEqual([{ Id: 'good' }]);
    expect(Failed).toMatchObject([{ Id: 'bad', SenderFault: true, Code: 'ReceiptHandleIsInvalid' }]);
    expect(await receive(client, url)).toEqual([]);
  });
});
