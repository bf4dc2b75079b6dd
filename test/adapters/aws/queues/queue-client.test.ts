import { DeleteMessageCommand, SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createQueueClient, type QueueClient } from '../../../../adapters/aws/queues/queue-client.ts';
import { ok, refuse, type ServiceDouble, startServiceDouble } from '../calls/service-double.ts';

const account = { region: 'us-east-1', credentials: { accessKeyId: 'a', secretAccessKey: 's' } };
const message = { MessageBody: '{"a":"Zoë"}', MessageGroupId: 'org' };
const entries = [
  { Id: '0', ...message },
  { Id: '1', ...message, DelaySeconds: 7 },
];

let service: ServiceDouble;
let other: ServiceDouble;
let queues: QueueClient;

beforeEach(async () => {
  [service, other] = await Promise.all([startServiceDouble(), startServiceDouble()]);
  queues = createQueueClient(account);
});
afterEach(async () => {
  await Promise.all([service.stop(), other.stop()]);
});

describe('a client of queues', () => {
  it('says to SQS what that of the SDK says', async () => {
    const QueueUrl = `${service.url}/000000000000/jobs`;
    const theirs = new SQSClient({ endpoint: service.url, ...account, md5: false });

    await theirs.send(new SendMessageCommand({ QueueUrl, ...message }));
    await queues.sendMessage(QueueUrl, message);
    await theirs.send(new SendMessageBatchCommand({ QueueUrl, Entries: entries }));
    await queues.sendMessageBatch(QueueUrl, entries);

    await theirs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: 'handle' }));
    await queues.deleteMessage(QueueUrl, 'handle');

    const said = service.calls.map(({ headers, body }) => [headers['x-amz-target'], JSON.parse(body)]);
    expect(said[1]).toEqual(said[0]);
    expect(said[3]).toEqual(said[2]);
    expect(said[5]).toEqual(said[4]);
  });

  it('takes an empty answer for a success: SQS has nothing to say of a message that is gone', async () => {
    service.answer((response) => response.writeHead(200, { 'content-length': '0' }).end());

    await queues.deleteMessage(`${service.url}/0/jobs`, 'handle');

    expect(service.calls).toHaveLength(1);
  });

  it('calls the host of each queue', async () => {
    await queues.sendMessage(`${service.url}/000000000000/jobs`, message);
    await queues.sendMessage(`${other.url}/000000000000/jobs`, message);
    await queues.sendMessage(`${service.url}/000000000000/more`, message);

    expect([service.calls.length, other.calls.length]).toEqual([2, 1]);
  });

  it('names the messages of a batch that SQS did not take', async () => {
    service.answer(ok({ Successful: [{ Id: '0' }], Failed: [{ Id: '1', Code: 'InternalError', SenderFault: false }] }));

    expect(await queues.sendMessageBatch(`${service.url}/0/jobs`, entries)).toEqual(new Set(['1']));
  });

  it('tries again when SQS is busy, and throws what it will not do', async () => {
    service.answer(refuse('InternalFailure', 503), ok({}), refuse('QueueDoesNotExist'));

    await queues.sendMessage(`${service.url}/0/jobs`, message);
    await expect(queues.sendMessage(`${service.url}/0/none`, message)).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
    });

    expect(service.calls).toHaveLength(3);
  });
});
