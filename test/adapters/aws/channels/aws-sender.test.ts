import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAwsSender } from '../../../../adapters/aws/channels/aws-sender.ts';
import { awsFailureOf } from '../../../../adapters/aws/channels/sdk-failure.ts';
import { ownDestinations } from '../../../../core/channels/own-destinations.ts';
import type { AwsRequest, AwsResult } from '../../../../core/channels/aws-exchange.ts';
import { jsonError, type AwsCall } from '../../../../local/door/service.ts';
import { type Door, openDoor } from '../../../../local/door/door.ts';
import { Accounts } from '../../../../local/oidc/accounts.ts';
import { openSending, type SendingServices } from '../../../../local/boot/sending.ts';

let door: Door;
let sending: SendingServices;
const dataDir = mkdtempSync(join(tmpdir(), 'sending-'));
const previous = { ...process.env };

beforeAll(async () => {
  door = await openDoor();
  sending = await openSending(door, dataDir, new Accounts(join(dataDir, 'accounts.sqlite')));
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: door.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'operator',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
});
afterAll(async () => {
  process.env = previous;
  await sending.inbox.stop();
  await door.close();
});

const own = ['http://127.0.0.1/000000000000/jobs', 'arn:aws:sns:us-east-1:000000000000:bounces'];
const sender = () => createAwsSender({ configurationSet: 'set', isOwn: ownDestinations(own) });
const topic = (account = '000000000000', region = 'us-east-1') => `arn:aws:sns:${region}:${account}:alerts`;
const sns = (TopicArn: string, Message = '{"default":"hello"}'): AwsRequest => ({
  kind: 'aws',
  service: 'sns',
  input: { TopicArn, Message, MessageStructure: 'json', MessageAttributes: {} },
});
const event = (Detail: string, account = '000000000000'): AwsRequest => ({
  kind: 'aws',
  service: 'eventbridge',
  input: {
    Entries: [
      {
        EventBusName: `arn:aws:events:us-east-1:${account}:event-bus/default`,
        Source: 'notification-router',
        DetailType: 'Notification',
        Detail,
        Time: new Date(0),
      },
    ],
  },
});
const text = (DestinationPhoneNumber: string): AwsRequest => ({
  kind: 'aws',
  service: 'sms',
  input: { DestinationPhoneNumber, MessageBody: 'hi', MessageType: 'TRANSACTIONAL', TimeToLive: 60, Context: {} },
});
const queue = (QueueUrl: string): AwsRequest => ({
  kind: 'aws',
  service: 'sqs',
  input: { QueueUrl, MessageBody: '{}', MessageAttributes: {} },
});

const linesOf = (service: string) =>
  readFileSync(join(dataDir, 'sent', `${service}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('a call of an AWS service', () => {
  it.each<[string, () => AwsRequest]>([
    ['SNS', () => sns(topic())],
    ['EventBridge', () => event('{"a":1}')],
    ['SMS', () => text('+4915112345678')],
  ])('of %s is taken and written down', async (_, request) => {
    expect(await sender().send(request())).toEqual({ kind: 'accepted', status: 200 });
  });

  it('gives a mail the configuration set that tells of bounces', async () => {
    const seen: AwsCall[] = [];
    door.serve('ses', (call) => {
      seen.push(call);
      return { status: 200, headers: { 'content-type': 'application/json' }, body: '{}', operation: 'SendEmail' };
    });
    const data = { Data: 'x', Charset: 'UTF-8' } as const;

    await sender().send({
      kind: 'aws',
      service: 'email',
      input: {
        FromEmailAddress: 'a@example.com',
        Destination: { ToAddresses: ['b@example.com'] },
        Content: { Simple: { Subject: data, Body: { Text: data, Html: data }, Headers: [] } },
        EmailTags: [],
      },
    });

    expect(JSON.parse(String(seen[0]!.body))).toMatchObject({ ConfigurationSetName: 'set' });
  });

  it('goes to the region that the topic lies in', async () => {
    const regions: string[] = [];
    const answered = {
      status: 200,
      headers: { 'content-type': 'text/xml' },
      body: '<PublishResponse/>',
      operation: '',
    };
    door.serve('sns', ({ headers }) => {
      regions.push(/\/([a-z0-9-]+)\/sns\/aws4_request/.exec(String(headers.authorization))?.[1] ?? '');
      return answered;
    });

    const one = sender();
    await one.send(sns(topic('000000000000', 'eu-central-1')));
    await one.send(sns(topic('000000000000', 'ap-south-1')));

    expect(regions).toEqual(['eu-central-1', 'ap-south-1']);
  });

  it.each([own[0]!, 'https://sqs.eu-west-1.amazonaws.com/000000000000/jobs', 'https://x.example/y/000000000000/jobs'])(
    "never reaches the router's own queue, also as %s",
    async (url) => {
      expect(await sender().send(queue(url))).toMatchObject({ name: 'OwnDestination', retryable: false });
    },
  );

  it("never reaches the router's own topic", async () => {
    const answer = await sender().send(sns('arn:aws:sns:us-east-1:000000000000:bounces'));

    expect(answer).toMatchObject({ name: 'OwnDestination', retryable: false });
  });

  it('goes to no address that a queue names', async () => {
    const hosts: string[] = [];
    door.serve('sqs', ({ headers }) => {
      hosts.push(String(headers.host));
      return jsonError({ status: 400, type: 'QueueDoesNotExist', message: 'no queue', operation: 'SendMessage' });
    });

    const result = await sender().send(queue('http://169.254.169.254/000000000000/other'));

    expect(hosts).toEqual([new URL(door.url).host]);
    expect(result).toMatchObject({ kind: 'aws-failure', retryable: false, message: 'no queue' });
  });
});

describe('what goes wrong at an AWS service', () => {
  beforeEach(async () => {
    await sending.inbox.stop().catch(() => {});
    sending = await openSending(door, dataDir, new Accounts(join(dataDir, 'accounts.sqlite')));
  });

  it.each<[string, () => AwsRequest, Partial<AwsResult>]>([
    ['a topic that is gone', () => sns(topic('111122223333')), { name: 'NotFoundException', status: 404 }],
    ['a message that is too large', () => sns(topic(), `{"default":"${'x'.repeat(256 * 1024)}"}`), { status: 400 }],
    ['an entry that failed', () => event('[]'), { name: 'MalformedDetail', retryable: false }],
    ['a bus that is gone', () => event('{}', '111122223333'), { name: 'ResourceNotFoundException' }],
    ['a number that opted out', () => text('+999000000001'), { reason: 'DESTINATION_PHONE_NUMBER_OPTED_OUT' }],
  ])('is a value: %s', async (_, request, failure) => {
    expect(await sender().send(request())).toMatchObject({ kind: 'aws-failure', retryable: false, ...failure });
  });

  it.each([
    [500, 'InternalFailure', true],
    [503, 'ServiceUnavailable', true],
    [429, 'TooManyRequestsException', true],
    [400, 'ThrottlingException', true],
    [403, 'AccessDeniedException', false],
  ])('is read off the answer: %i %s', async (status, type, retryable) => {
    door.serve('sms-voice', () => jsonError({ status, type, message: 'm', operation: 'SendTextMessage' }));

    const result = await sender().send(text('+4915112345678'));

    expect(result).toEqual({ kind: 'aws-failure', name: type, message: 'm', status, retryable });
  });

  it('may go better later when nobody answers', async () => {
    const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

    expect(awsFailureOf(error)).toMatchObject({ kind: 'aws-failure', retryable: true });
  });

  it('is thrown when it is a bug', () => {
    expect(() => awsFailureOf(new TypeError('x is undefined'))).toThrow(TypeError);
    expect(() => awsFailureOf('no error')).toThrow('no error');
  });

  it('leaves what was sent where it can be read back', () => {
    expect(linesOf('sns')[0]).toMatchObject({ topicArn: topic(), message: 'hello' });
    expect(linesOf('eventbridge')[0]).toMatchObject({ Source: 'notification-router', Detail: '{"a":1}' });
    expect(linesOf('sms')[0]).toMatchObject({ DestinationPhoneNumber: '+4915112345678' });
  });
});
