import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { MessageAttributeValue, SendMessageCommandInput, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQueue, implementations, receive } from './implementations.ts';
import type { Service } from './implementations.ts';

const maxBytes = 1_048_576;

describe.each(implementations)('sending to $name', ({ start }) => {
  let service: Service;
  let client: SQSClient;
  let url: string;

  beforeAll(async () => {
    service = await start();
    ({ client } = service);
    url = await createQueue(client);
  });
  afterAll(() => service.close());

  const send = (message: Partial<SendMessageCommandInput>) =>
    client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'body', ...message }));

  it('hands a message on unchanged, with its id and checksums', async () => {
    const MessageBody = 'Grüße 👋\t"quotes"\r\n{"json":true}';

    const sent = await send({ MessageBody });
    const [received] = await receive(client, url);

    expect(received).toMatchObject({ Body: MessageBody, MessageId: sent.MessageId, MD5OfBody: sent.MD5OfMessageBody });
    expect(received!.Attributes).toBeUndefined();
  });

  it('hands on text, number and binary attributes, the selected ones only', async () => {
    const attributes: Record<string, MessageAttributeValue> = {
      'trace.id': { DataType: 'String', StringValue: 'abc' },
      'trace.depth': { DataType: 'Number', StringValue: '3' },
      blob: { DataType: 'Binary.png', BinaryValue: Uint8Array.of(0, 255, 7) },
    };

    const sent = await send({ MessageAttributes: attributes });
    const [all] = await receive(client, url, { MessageAttributeNames: ['All'], VisibilityTimeout: 0 });
    const [some] = await receive(client, url, { MessageAttributeNames: ['trace.*'], VisibilityTimeout: 0 });
    const [none] = await receive(client, url);

    expect(all).toMatchObject({ MessageAttributes: attributes, MD5OfMessageAttributes: sent.MD5OfMessageAttributes });
    expect(Object.keys(some!.MessageAttributes!).sort()).toEqual(['trace.depth', 'trace.id']);
    expect(none!.MessageAttributes).toBeUndefined();
  });

  it('computes the attribute checksum that AWS was seen to answer', async () => {
    const sent = await send({ MessageAttributes: { timestamp: { DataType: 'Number', StringValue: '1493147359900' } } });
    await receive(client, url);

    // The same vector is in the tests of moto and LocalStack.
    expect(sent.MD5OfMessageAttributes).toBe('235c5c510d26fb653d073faed50ae77c');
  });

  it('tells when the message was sent, first received, how often, its group and its trace', async () => {
    const before = Date.now() - 1000;
    await send({
      MessageGroupId: 'tenant-1',
      MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: 'Root=1-5759e988' } },
    });

    await receive(client, url, { VisibilityTimeout: 0 });
    const [second] = await receive(client, url, { MessageSystemAttributeNames: ['All'] });

    const { SentTimestamp, ApproximateFirstReceiveTimestamp, ...others } = second!.Attributes!;
    expect(others).toMatchObject({
      ApproximateReceiveCount: '2',
      MessageGroupId: 'tenant-1',
      AWSTraceHeader: 'Root=1-5759e988',
      SenderId: expect.any(String),
    });
    expect(Number(SentTimestamp)).toBeGreaterThan(before);
    expect(Number(ApproximateFirstReceiveTimestamp)).toBeGreaterThanOrEqual(Number(SentTimestamp));
  });

  it('takes a message of 1,048,576 bytes and refuses one more, attributes and multi-byte characters counted', async () => {
    const MessageAttributes = { name: { DataType: 'String', StringValue: 'value' } };
    const attributeBytes = 'name'.length + 'String'.length + 'value'.length;
    const fits = 'é'.repeat((maxBytes - attributeBytes - 1) / 2);

    const sent = await send({ MessageBody: fits, MessageAttributes });
    const tooLong = send({ MessageBody: `${fits}xx`, MessageAttributes });

    expect(sent.MessageId).toBeDefined();
    await expect(tooLong).rejects.toMatchObject({ Error: { Code: 'InvalidParameterValue' } });
    expect(await receive(client, url)).toMatchObject([{ MessageId: sent.MessageId }]);
  });

  it.each(['\u0000', 'a\u0008b', '\uFFFE', '\uFFFF', 'lone \uD83D surrogate'])(
    'refuses the body %j for its characters',
    async (MessageBody) => {
      await expect(send({ MessageBody })).rejects.toMatchObject({ name: 'InvalidMessageContents' });
    },
  );

  it.each<Partial<SendMessageCommandInput>>([
    { DelaySeconds: 901 },
    { DelaySeconds: -1 },
    { MessageGroupId: 'g'.repeat(129) },
    { MessageGroupId: '' },
    { MessageDeduplicationId: 'only-fifo' },
    { MessageAttributes: { 'AWS.reserved': { DataType: 'String', StringValue: 'x' } } },
    { MessageAttributes: { '.dot': { DataType: 'String', StringValue: 'x' } } },
    { MessageAttributes: { empty: { DataType: 'String', StringValue: '' } } },
    { MessageAttributes: { type: { DataType: 'Date', StringValue: 'x' } } },
    { MessageAttributes: { number: { DataType: 'Number', StringValue: 'three' } } },
    {
      MessageAttributes: Object.fromEntries(
        Array.from({ length: 11 }, (_, index) => [`a${index}`, { DataType: 'String', StringValue: 'x' }]),
      ),
    },
  ])('refuses %j', async (message) => {
    await expect(send(message)).rejects.toMatchObject({ Error: { Code: 'InvalidParameterValue', Type: 'Sender' } });
    expect(await receive(client, url)).toEqual([]);
  });

  it('refuses an empty body', async () => {
    await expect(send({ MessageBody: '' })).rejects.toMatchObject({ Error: { Code: 'MissingParameter' } });
  });

  it("holds messages to the queue's own smaller limit", async () => {
    const small = await createQueue(client, { MaximumMessageSize: '1024' });

    const sending = send({ QueueUrl: small, MessageBody: 'x'.repeat(1025) });

    await expect(sending).rejects.toMatchObject({ Error: { Code: 'InvalidParameterValue' } });
  });
});
