import { join } from 'node:path';
import {
  BatchWriteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { PinpointSMSVoiceV2Client, SendTextMessageCommand } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { ReceiveMessageCommand, SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAssembly } from '../../local/assembly/read-assembly.ts';
import { Resources } from '../../local/assembly/resources.ts';
import { principalsOf } from '../../local/iam/principals.ts';
import { type Stack, startStack } from './stack.ts';

let stack: Stack;
let callers: readonly string[];
let topicArn: string;
let keyArn: string;

beforeAll(async () => {
  stack = await startStack();
  const resources = new Resources(await readAssembly(join(stack.dataDir, 'cdk.out')), stack.door);
  callers = [...principalsOf(resources).keys()];
  topicArn = resources.ofType('AWS::SNS::Topic', {})[0]!.attribute('');
  keyArn = resources.ofType('AWS::KMS::Key', {})[0]!.attribute('Arn');
});
afterAll(async () => stack.stop());

/** The one of these names that holds a text. */
function named(names: readonly string[], part: string): string {
  const [name, ...others] = names.filter((candidate) => candidate.includes(part));
  if (name === undefined || others.length > 0) throw new Error(`not one of ${names.join(' ')} holds ${part}`);
  return name;
}

const as = (caller: string) => ({
  endpoint: stack.door,
  region: 'us-east-1',
  credentials: { accessKeyId: caller.includes('Function') ? named(callers, caller) : caller, secretAccessKey: 'local' },
  maxAttempts: 1,
});
const table = (part: string) => named(stack.tables, part);
const queueUrl = (part: string) => `${stack.door}/000000000000/${named(stack.queues, part)}`;
const Item = { pk: { S: 'a' }, sk: { S: 'b' } };

describe("a function's call outside its role", () => {
  const ingest = () => as('IngestFunction');
  const bodies = () => named(stack.buckets, 'bodies');

  it.each([
    [
      'DynamoDB',
      () => new DynamoDBClient(ingest()).send(new PutItemCommand({ TableName: table('Directory'), Item })),
      { name: 'AccessDeniedException', status: 400 },
      /^User: arn:aws:sts::000000000000:assumed-role\/NotificationRouter-IngestFunctionRole\w+\/NotificationRouter-IngestFunction\w+ is not authorized to perform: dynamodb:PutItem on resource: arn:aws:dynamodb:us-east-1:000000000000:table\/NotificationRouterData-DirectoryTable\w+ because no identity-based policy allows the dynamodb:PutItem action$/,
    ],
    [
      'SQS',
      () => {
        const Entries = [{ Id: '1', MessageBody: '{}' }];
        const QueueUrl = queueUrl('OutboundDeadLetterQueue');
        return new SQSClient(ingest()).send(new SendMessageBatchCommand({ QueueUrl, Entries }));
      },
      { name: 'AccessDenied', status: 403 },
      /perform: sqs:sendmessage on resource: arn:aws:sqs:us-east-1:000000000000:NotificationRouter-OutboundDeadLetterQueue\w+ because no identity-based policy allows the sqs:sendmessage action$/,
    ],
    [
      'S3',
      () => s3(ingest()).send(new GetObjectCommand({ Bucket: bodies(), Key: 'org/<1>.json' })),
      { name: 'AccessDenied', status: 403 },
      /perform: s3:GetObject on resource: "arn:aws:s3:::\S+\/org\/<1>\.json" because no identity-based policy allows the s3:GetObject action$/,
    ],
    [
      'KMS',
      () => new KMSClient(ingest()).send(new GenerateDataKeyCommand({ KeyId: keyArn, KeySpec: 'AES_256' })),
      { name: 'AccessDeniedException', status: 400 },
      /perform: kms:GenerateDataKey on resource: arn:aws:kms:\S+ because no identity-based policy/,
    ],
    [
      'SNS',
      () => new SNSClient(ingest()).send(new PublishCommand({ TopicArn: topicArn, Message: 'm' })),
      { name: 'AuthorizationErrorException', status: 403 },
      /perform: SNS:Publish on resource: arn:aws:sns:\S+ because no identity-based policy allows the SNS:Publish action$/,
    ],
    [
      'EventBridge',
      () => {
        const Entries = [{ Source: 's', DetailType: 'd', Detail: '{}' }];
        return new EventBridgeClient(ingest()).send(new PutEventsCommand({ Entries }));
      },
      { name: 'AccessDeniedException', status: 400 },
      /perform: events:PutEvents on resource: arn:aws:events:us-east-1:000000000000:event-bus\/default because/,
    ],
    [
      'SES',
      () => new SESv2Client(ingest()).send(mail('router@example.com')),
      { name: 'AccessDeniedException', status: 403 },
      /perform: ses:SendEmail on resource: arn:aws:ses:us-east-1:000000000000:identity\/example.com because/,
    ],
    [
      'SMS',
      () => {
        const sms = { DestinationPhoneNumber: '+999000000009', MessageBody: 'm' };
        return new PinpointSMSVoiceV2Client(ingest()).send(new SendTextMessageCommand(sms));
      },
      { name: 'AccessDeniedException', status: 400 },
      /perform: sms-voice:SendTextMessage on resource: arn:aws:sms-voice:/,
    ],
    [
      'Lambda',
      () => {
        const FunctionName = named(callers, 'DeliverAwsFunction');
        return new LambdaClient(ingest()).send(new InvokeCommand({ FunctionName, Payload: '{}' }));
      },
      { name: 'AccessDeniedException', status: 403 },
      /perform: lambda:InvokeFunction on resource: arn:aws:lambda:us-east-1:000000000000:function:NotificationRouter-DeliverAws/,
    ],
  ])('is denied as %s does it', async (_, call, { name, status }, message) => {
    await expect(call()).rejects.toMatchObject({
      name,
      message: expect.stringMatching(message),
      $metadata: { httpStatusCode: status },
    });
  });

  it('is denied as a whole when it needs several rights and lacks one', async () => {
    const client = new DynamoDBClient(as('DeliverHttpFunction'));
    const write = { PutRequest: { Item } };

    const batch = client.send(new BatchWriteItemCommand({ RequestItems: { [table('Messages')]: [write] } }));
    await expect(batch).rejects.toThrow('dynamodb:BatchWriteItem');
    const transaction = client.send(
      new TransactWriteItemsCommand({
        TransactItems: [
          { Put: { TableName: table('Directory'), Item } },
          { Delete: { TableName: table('Directory'), Key: Item } },
        ],
      }),
    );
    await expect(transaction).rejects.toThrow('dynamodb:DeleteItem');
  });

  it('is denied on the other index of a table', async () => {
    const query = (IndexName: string) =>
      new DynamoDBClient(as('SweeperFunction')).send(
        new QueryCommand({
          TableName: table('Messages'),
          IndexName,
          KeyConditionExpression: `${IndexName}Shard = :shard`,
          ExpressionAttributeValues: { ':shard': { S: '0' } },
        }),
      );

    await expect(query('due')).resolves.toBeDefined();
    await expect(query('failed')).rejects.toThrow(/on resource: \S+\/index\/failed because/);
  });

  it('is denied without the encryption context that the role demands', async () => {
    const kms = new KMSClient(as('ManagementFunction'));
    const make = (EncryptionContext: Record<string, string>) =>
      kms.send(new GenerateDataKeyCommand({ KeyId: keyArn, KeySpec: 'AES_256', EncryptionContext }));

    await expect(make({ organization: 'o' })).rejects.toMatchObject({ name: 'AccessDeniedException' });
    const { CiphertextBlob } = await make({ organizationId: 'o' });

    const open = new DecryptCommand({ CiphertextBlob, EncryptionContext: { organizationId: 'o' } });
    await expect(kms.send(open)).resolves.toBeDefined();
    await expect(new KMSClient(ingest()).send(open)).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });

  it('is denied on the queues of the router that the function has no business with', async () => {
    const sqs = new SQSClient(as('DeliverAwsFunction'));
    // No job has attributes: what is taken is dropped.
    const MessageAttributes = { probe: { DataType: 'String', StringValue: 'x' } };
    const outcomes = await Promise.all(
      stack.queues.map(async (name) => {
        const command = new SendMessageCommand({ QueueUrl: queueUrl(name), MessageBody: '{}', MessageAttributes });
        const sent = await sqs.send(command).then(
          () => true,
          (error: Error) => !error.message.includes('explicit deny'),
        );
        return sent ? [] : [name.replace(/^NotificationRouter-(.*?)[0-9A-F]{8}.*$/, '$1')];
      }),
    );

    expect(outcomes.flat().sort()).toEqual(['OutboundDeadLetterQueue', 'SlowQueue']);
  });

  it('is denied on the topic where SES tells of bounces, although every other topic is allowed', async () => {
    const sns = new SNSClient(as('DeliverAwsFunction'));

    await expect(sns.send(new PublishCommand({ TopicArn: `${topicArn}2`, Message: 'm' }))).resolves.toBeDefined();
    await expect(sns.send(new PublishCommand({ TopicArn: topicArn, Message: 'm' }))).rejects.toThrow(
      /with an explicit deny in an identity-based policy$/,
    );
  });

  it('is denied although it only reads, on a queue that feeds another function', async () => {
    const receive = new ReceiveMessageCommand({ QueueUrl: queueUrl('AwsQueue') });

    await expect(new SQSClient(as('DeliverHttpFunction')).send(receive)).rejects.toMatchObject({
      name: 'AccessDenied',
    });
  });

  it('says nothing of whether an object exists to a function that may not list the bucket', async () => {
    const missing = { Bucket: bodies(), Key: 'missing' };
    const s3OfManagement = s3(as('ManagementFunction'));

    await expect(s3OfManagement.send(new GetObjectCommand(missing))).rejects.toThrow(/perform: s3:ListBucket/);
    await expect(s3OfManagement.send(new HeadObjectCommand(missing))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
    await expect(s3(as('operator')).send(new GetObjectCommand(missing))).rejects.toMatchObject({ name: 'NoSuchKey' });
  });
});

describe('a call without TLS', () => {
  /** As a proxy in front of the door passes it on. */
  const plain = (caller: string, service: string, request: { path?: string; method: string; body?: object }) =>
    fetch(`${stack.door}/${request.path ?? ''}`, {
      method: request.method,
      headers: {
        authorization: `Credential=${named(callers, caller)}/20260101/us-east-1/${service}/aws4_request`,
        'x-amz-target': 'AmazonSQS.SendMessage',
        'x-forwarded-proto': 'http',
      },
      ...(request.body && { body: JSON.stringify(request.body) }),
    });
  const denied = 'with an explicit deny in a resource-based policy';

  it.each([
    ['IngestFunction', 'OutboundQueue'],
    ['IngestFunction', 'AwsQueue'],
    ['DeliverHttpFunction', 'SlowQueue'],
    ['DeliverHttpFunction', 'OutboundDeadLetterQueue'],
    ['DeliverAwsFunction', 'AwsDeadLetterQueue'],
  ])('of the %s is denied by the %s', async (caller, queue) => {
    const body = { QueueUrl: queueUrl(queue), MessageBody: 'no job' };

    const answer = await plain(caller, 'sqs', { method: 'POST', body });

    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain(denied);
  });

  it('that lists a bucket is denied by it', async () => {
    const path = `${named(stack.buckets, 'dashboard')}?list-type=2`;

    const answer = await plain('CDKBucketDeployment', 's3', { method: 'GET', path });

    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain(denied);
  });

  it.each([
    ['IngestFunction', 'bodies'],
    ['CDKBucketDeployment', 'dashboard'],
  ])('of the %s is denied by the bucket of the %s', async (caller, bucket) => {
    const path = `${named(stack.buckets, bucket)}/a`;

    const answer = await plain(caller, 's3', { method: 'PUT', path, body: {} });

    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain(denied);
  });
});

describe('everybody else', () => {
  it('is let in as an administrator with the key of the operator', async () => {
    const get = new GetItemCommand({ TableName: table('Directory'), Key: Item });

    await expect(new DynamoDBClient(as('operator')).send(get)).resolves.toBeDefined();
  });

  it('is nobody with any other key', async () => {
    const get = new GetItemCommand({ TableName: table('Directory'), Key: Item });

    await expect(new DynamoDBClient(as('somebody')).send(get)).rejects.toMatchObject({
      name: 'UnrecognizedClientException',
      $metadata: { httpStatusCode: 403 },
    });
  });
});

const s3 = (config: ReturnType<typeof as>) => new S3Client({ ...config, forcePathStyle: true });

const mail = (from: string) =>
  new SendEmailCommand({
    FromEmailAddress: `Router <${from}>`,
    Destination: { ToAddresses: ['ops@example.com'] },
    Content: { Simple: { Subject: { Data: 's' }, Body: { Text: { Data: 't' } } } },
  });
