import { describe, expect, it } from 'vitest';
import { dynamoDbNeeds } from '../../../../local/door/access/dynamodb.ts';
import type { NeedsOf } from '../../../../local/door/access/requests.ts';
import { s3Needs, s3NeedsToMiss } from '../../../../local/door/access/s3.ts';
import { eventBridgeNeeds, lambdaNeeds, sesNeeds, smsNeeds, snsNeeds } from '../../../../local/door/access/sending.ts';
import { sqsNeeds } from '../../../../local/door/access/sqs.ts';

interface Request {
  readonly target?: string;
  readonly method?: string;
  readonly url?: string;
  readonly body?: object | string;
}

/** What a call needs, as `action resource`. */
const needed = (needsOf: NeedsOf, { target = '', method = 'POST', url = '/', body = {} }: Request) =>
  needsOf({
    method,
    url,
    headers: { 'x-amz-target': target },
    rawHeaders: [],
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    signal: new AbortController().signal,
  })?.map(({ action, resource }) => `${action} ${resource}`);

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table';
const dynamodb = (operation: string, body: object) =>
  needed(dynamoDbNeeds, { target: `DynamoDB_20120810.${operation}`, body });

describe('a call of DynamoDB needs', () => {
  it('the right of its name on its table, named or by ARN', () => {
    expect(dynamodb('PutItem', { TableName: 'A' })).toEqual([`dynamodb:PutItem ${TABLE}/A`]);
    expect(dynamodb('GetItem', { TableName: `${TABLE}/A` })).toEqual([`dynamodb:GetItem ${TABLE}/A`]);
  });

  it('of a query on an index, the right on the index alone', () => {
    expect(dynamodb('Query', { TableName: 'A', IndexName: 'due' })).toEqual([`dynamodb:Query ${TABLE}/A/index/due`]);
  });

  it('of a batch, the right to batches on each table', () => {
    expect(dynamodb('BatchWriteItem', { RequestItems: { A: [], B: [] } })).toEqual([
      `dynamodb:BatchWriteItem ${TABLE}/A`,
      `dynamodb:BatchWriteItem ${TABLE}/B`,
    ]);
  });

  it('of a transaction, the right that each part stands for', () => {
    const kinds = ['Put', 'Update', 'Delete', 'ConditionCheck'];
    const TransactItems = kinds.map((kind) => ({ [kind]: { TableName: kind[0] } }));

    expect(dynamodb('TransactWriteItems', { TransactItems })).toEqual([
      `dynamodb:PutItem ${TABLE}/P`,
      `dynamodb:UpdateItem ${TABLE}/U`,
      `dynamodb:DeleteItem ${TABLE}/D`,
      `dynamodb:ConditionCheckItem ${TABLE}/C`,
    ]);
    expect(dynamodb('TransactGetItems', { TransactItems: [{ Get: { TableName: 'A' } }] })).toEqual([
      `dynamodb:GetItem ${TABLE}/A`,
    ]);
  });

  it('of a stream, the right on it, by its ARN or by an iterator', () => {
    const StreamArn = 'arn:aws:dynamodb:dynoxide:000000000000:table/A/stream/1795177148.05';
    const json = Buffer.from('{"table_name":"A"}').toString('base64');
    const stream = `${TABLE}/A/stream/current`;

    expect(dynamodb('DescribeStream', { StreamArn })).toEqual([`dynamodb:DescribeStream ${stream}`]);
    expect(dynamodb('GetRecords', { ShardIterator: json })).toEqual([`dynamodb:GetRecords ${stream}`]);
    expect(dynamodb('GetRecords', { ShardIterator: `000|${StreamArn}|x` })).toEqual([`dynamodb:GetRecords ${stream}`]);
  });

  it('nobody knows what, when it is not listed', () => {
    expect(dynamodb('ExecuteStatement', { Statement: 'DELETE FROM A' })).toBeUndefined();
  });
});

describe('a call of SQS needs', () => {
  const sqs = (operation: string, QueueUrl: string) =>
    needed(sqsNeeds, { target: `AmazonSQS.${operation}`, body: { QueueUrl } });

  it('the right of its name on the queue, for a batch that of one message', () => {
    const url = 'http://127.0.0.1:1/000000000000/jobs';
    const jobs = 'arn:aws:sqs:us-east-1:000000000000:jobs';

    expect(sqs('SendMessageBatch', url)).toEqual([`sqs:SendMessage ${jobs}`]);
    expect(sqs('DeleteMessageBatch', url)).toEqual([`sqs:DeleteMessage ${jobs}`]);
    expect(sqs('ChangeMessageVisibilityBatch', url)).toEqual([`sqs:ChangeMessageVisibility ${jobs}`]);
  });

  it('the right in the region and account of the address', () => {
    expect(sqs('SendMessage', 'https://sqs.eu-west-1.amazonaws.com/123456789012/theirs')).toEqual([
      'sqs:SendMessage arn:aws:sqs:eu-west-1:123456789012:theirs',
    ]);
  });

  it('nobody knows what, when it is not listed', () => {
    expect(sqs('PurgeQueue', 'jobs')).toBeUndefined();
  });
});

describe('a call of S3 needs', () => {
  it('the right on the object, or on the bucket', () => {
    expect(needed(s3Needs, { method: 'HEAD', url: '/b/x%2Fy/z%20.json' })).toEqual([
      's3:GetObject arn:aws:s3:::b/x/y/z .json',
    ]);
    expect(needed(s3Needs, { method: 'PUT', url: '/b/k?x-id=PutObject' })).toEqual(['s3:PutObject arn:aws:s3:::b/k']);
    expect(needed(s3Needs, { method: 'GET', url: '/b?list-type=2' })).toEqual(['s3:ListBucket arn:aws:s3:::b']);
  });

  it('the right to list the bucket, to be told that an object is not there', () => {
    expect(needed(s3NeedsToMiss, { method: 'GET', url: '/b/k' })).toEqual(['s3:ListBucket arn:aws:s3:::b']);
  });

  it('nobody knows what, when it is not listed', () => {
    expect(needed(s3Needs, { method: 'PUT', url: '/b/k?acl' })).toBeUndefined();
    expect(needed(s3Needs, { method: 'POST', url: '/b?delete' })).toBeUndefined();
  });
});

describe('a call that sends needs', () => {
  const here = 'us-east-1:000000000000';

  it('of SNS, the right on the topic', () => {
    const body = `Action=Publish&TopicArn=arn%3Aaws%3Asns%3A${here.replace(':', '%3A')}%3At`;

    expect(needed(snsNeeds, { body })).toEqual([`sns:Publish arn:aws:sns:${here}:t`]);
    expect(needed(snsNeeds, { body: 'Action=Publish&PhoneNumber=1' })).toEqual(['sns:Publish *']);
    expect(needed(snsNeeds, { body: 'Action=Subscribe' })).toBeUndefined();
  });

  it('of EventBridge, the right on the bus of each event', () => {
    const bus = 'arn:aws:events:eu-west-1:123456789012:event-bus/theirs';
    const body = { Entries: [{}, { EventBusName: 'own' }, { EventBusName: bus }] };

    expect(needed(eventBridgeNeeds, { target: 'AWSEvents.PutEvents', body })).toEqual([
      `events:PutEvents arn:aws:events:${here}:event-bus/default`,
      `events:PutEvents arn:aws:events:${here}:event-bus/own`,
      `events:PutEvents ${bus}`,
    ]);
    expect(needed(eventBridgeNeeds, { target: 'AWSEvents.PutRule' })).toBeUndefined();
  });

  it('of SES, the right on the sender and on the configuration set', () => {
    const body = { FromEmailAddress: 'Router <a@example.com>', ConfigurationSetName: 'c' };
    const url = '/v2/email/outbound-emails';

    expect(needed(sesNeeds, { url, body })).toEqual([
      `ses:SendEmail arn:aws:ses:${here}:identity/example.com`,
      `ses:SendEmail arn:aws:ses:${here}:configuration-set/c`,
    ]);
    expect(needed(sesNeeds, { url: '/v2/email/identities', body })).toBeUndefined();
  });

  it('of SMS, the right on the number it is sent from', () => {
    const target = 'PinpointSMSVoiceV2.SendTextMessage';
    const own = `arn:aws:sms-voice:${here}:sender-id/ROUTER/DE`;

    expect(needed(smsNeeds, { target, body: { OriginationIdentity: own } })).toEqual([
      `sms-voice:SendTextMessage ${own}`,
    ]);
    expect(needed(smsNeeds, { target })).toEqual([
      `sms-voice:SendTextMessage arn:aws:sms-voice:${here}:phone-number/default`,
    ]);
  });

  it('of Lambda, the right on the function, named or by ARN', () => {
    const url = (name: string) => `/2015-03-31/functions/${encodeURIComponent(name)}/invocations`;
    const arn = `arn:aws:lambda:${here}:function:f`;

    expect(needed(lambdaNeeds, { url: url('f') })).toEqual([`lambda:InvokeFunction ${arn}`]);
    expect(needed(lambdaNeeds, { url: url(arn) })).toEqual([`lambda:InvokeFunction ${arn}`]);
    expect(needed(lambdaNeeds, { url: '/2015-03-31/functions' })).toBeUndefined();
  });
});
