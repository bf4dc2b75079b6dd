import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  PurgeQueueCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
} from '@aws-sdk/client-sqs';
import type { QueueAttributeName, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQueue, implementations, receive } from './implementations.ts';
import type { Service } from './implementations.ts';

describe.each(implementations)('queues of $name', ({ start }) => {
  let service: Service;
  let client: SQSClient;

  beforeAll(async () => {
    service = await start();
    ({ client } = service);
  });
  afterAll(() => service.close());

  it('finds a created queue by name and among those with its prefix', async () => {
    const url = await createQueue(client);
    const name = url.split('/').at(-1)!;

    const found = await client.send(new GetQueueUrlCommand({ QueueName: name }));
    const listed = await client.send(new ListQueuesCommand({ QueueNamePrefix: name }));

    expect(found.QueueUrl).toBe(url);
    expect(listed.QueueUrls).toEqual([url]);
  });

  it('lists page by page when asked for few', async () => {
    const urls = [await createQueue(client), await createQueue(client), await createQueue(client)];

    const listed: string[] = [];
    let NextToken: string | undefined;
    do {
      const page = await client.send(new ListQueuesCommand({ MaxResults: 1, NextToken }));
      listed.push(...(page.QueueUrls ?? []));
      ({ NextToken } = page);
    } while (NextToken);

    expect(listed).toEqual(expect.arrayContaining(urls));
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('reports defaults, settings, counts and times', async () => {
    const url = await createQueue(client, { VisibilityTimeout: '17' });
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'one' }));
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'two', DelaySeconds: 60 }));
    await receive(client, url);

    const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }));

    expect(Attributes).toMatchObject({
      VisibilityTimeout: '17',
      DelaySeconds: '0',
      MaximumMessageSize: '1048576',
      MessageRetentionPeriod: '345600',
      ReceiveMessageWaitTimeSeconds: '0',
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesNotVisible: '1',
      ApproximateNumberOfMessagesDelayed: '1',
      QueueArn: expect.stringMatching(/^arn:aws:sqs:us-east-1:\d{12}:contract-/),
      CreatedTimestamp: expect.stringMatching(/^\d{10}$/),
      LastModifiedTimestamp: expect.stringMatching(/^\d{10}$/),
    });
  });

  it('keeps the messages of a queue that is created again with the same attributes', async () => {
    const url = await createQueue(client, { VisibilityTimeout: '17' });
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'still here' }));
    const QueueName = url.split('/').at(-1)!;

    const again = await client.send(new CreateQueueCommand({ QueueName, Attributes: { VisibilityTimeout: '17' } }));

    expect(again.QueueUrl).toBe(url);
    expect(await receive(client, url)).toMatchObject([{ Body: 'still here' }]);
  });

  it('refuses to create a queue again with another attribute value', async () => {
    const url = await createQueue(client, { VisibilityTimeout: '17' });
    const QueueName = url.split('/').at(-1)!;

    const again = client.send(new CreateQueueCommand({ QueueName, Attributes: { VisibilityTimeout: '18' } }));

    await expect(again).rejects.toMatchObject({ name: 'QueueNameExists', Error: { Code: 'QueueAlreadyExists' } });
  });

  it.each(['', 'a'.repeat(81), 'with space', 'not.fifo', 'queue.fifo'])('refuses the queue name "%s"', async (name) => {
    const creation = client.send(new CreateQueueCommand({ QueueName: name }));

    await expect(creation).rejects.toMatchObject({ Error: { Code: 'InvalidParameterValue', Type: 'Sender' } });
  });

  it.each<Partial<Record<QueueAttributeName, string>>>([
    { DelaySeconds: '901' },
    { VisibilityTimeout: '43201' },
    { MessageRetentionPeriod: '59' },
    { ReceiveMessageWaitTimeSeconds: '21' },
    { MaximumMessageSize: '1023' },
    { DelaySeconds: 'soon' },
    { RedrivePolicy: '{}' },
    { RedrivePolicy: 'not json' },
    { RedrivePolicy: '{"deadLetterTargetArn":"arn:aws:sqs:us-east-1:000000000000:nowhere","maxReceiveCount":3}' },
  ])('refuses the attribute value %j', async (Attributes) => {
    const url = await createQueue(client);

    const change = client.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes }));

    await expect(change).rejects.toMatchObject({ $metadata: { httpStatusCode: 400 } });
  });

  it('refuses an attribute name it does not know', async () => {
    const unknown: Record<string, string> = { Colour: 'red' };
    const url = await createQueue(client);

    const change = client.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: { ...unknown } }));

    await expect(change).rejects.toMatchObject({ name: 'InvalidAttributeName' });
  });

  it('applies changed attributes to what is sent afterwards', async () => {
    const url = await createQueue(client, { DelaySeconds: '900' });
    await client.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: { DelaySeconds: '0' } }));

    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'now' }));

    expect(await receive(client, url)).toMatchObject([{ Body: 'now' }]);
  });

  it('empties a queue on purge', async () => {
    const url = await createQueue(client);
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'gone' }));

    await client.send(new PurgeQueueCommand({ QueueUrl: url }));

    expect(await receive(client, url)).toEqual([]);
  });

  it('knows a deleted queue no more, and says so as the SDK expects', async () => {
    const url = await createQueue(client);
    await client.send(new DeleteQueueCommand({ QueueUrl: url }));

    const sending = client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'too late' }));

    await expect(sending).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
      Error: { Code: 'AWS.SimpleQueueService.NonExistentQueue', Type: 'Sender' },
    });
  });
});
