import { describe, expect, test } from 'vitest';
import * as presets from '../../../../core/notification/presets/apply-preset.ts';
import { awsSns } from '../../../../core/notification/presets/aws-sns.ts';
import { canonicalText } from '../../../../core/notification/presets/aws-sns/signature.ts';
import { isCertificateUrl, isSubscribeUrl } from '../../../../core/notification/presets/aws-sns/urls.ts';
import type { PresetPorts } from '../../../../core/notification/presets/preset.ts';
import { readBody, readText, withFields } from '../reading.ts';
import { deliveryIdOf } from './reading-preset.ts';
import { CERTIFICATE_URL, certificateOf, confirmation, signed, snsPorts, TOPIC } from './sns-sender.ts';

const preset = 'aws-sns';
const applyPreset = async (sent: Parameters<typeof presets.applyPreset>[0]) =>
  withFields(await presets.applyPreset(sent));

/** Any number of certificate addresses. */
const at = (index: number) =>
  `https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-${String(index).padStart(32, '0')}.pem`;

/** The notification that a body becomes behind the preset. */
async function receive(body: object, ports: PresetPorts = snsPorts().ports) {
  return applyPreset({ preset, notification: readBody(body), headers: {}, ports });
}

describe('the text that is signed', () => {
  test('holds the keys of a notification in their order, a line each', () => {
    const body = {
      Type: 'Notification',
      TopicArn: 'arn:t',
      Timestamp: 'now',
      Subject: 'S',
      MessageId: 'id',
      Message: 'M\nN',
      Extra: 'x',
    };

    expect(canonicalText(body)).toBe(
      'Message\nM\nN\nMessageId\nid\nSubject\nS\nTimestamp\nnow\nTopicArn\narn:t\nType\nNotification\n',
    );
  });

  test('holds the link and the token of a confirmation, and no subject', () => {
    const body = {
      Type: 'SubscriptionConfirmation',
      TopicArn: 'arn:t',
      Timestamp: 'now',
      Subject: 'S',
      MessageId: 'id',
      Message: 'M',
      SubscribeURL: 'u',
      Token: 't',
    };

    expect(canonicalText(body)).toBe(
      'Message\nM\nMessageId\nid\nSubscribeURL\nu\nTimestamp\nnow\nToken\nt\nTopicArn\narn:t\nType\nSubscriptionConfirmation\n',
    );
  });
});

describe('a message that SNS signed', () => {
  test.each(['1', '2'])('is delivered as genuine with signature version %s', async (version) => {
    const read = await receive(signed({}, { version }));

    expect(read).toMatchObject({ title: 'Disk', message: 'Disk is full', tags: ['aws-sns', 'alerts'] });
    expect(read.notes).toEqual(['title ← preset aws-sns', 'message ← preset aws-sns']);
  });

  test('is genuine without a subject', async () => {
    expect((await receive(signed({ Subject: undefined }))).tags).not.toContain('unverified');
  });

  test('is no longer genuine when its subject is taken away', async () => {
    const { Subject: _, ...body } = signed({});

    expect((await receive(body)).tags).toContain('unverified');
  });

  test('takes the topic for a title when there is no subject', async () => {
    expect((await receive(signed({ Subject: '' }))).title).toBe('alerts');
  });

  test('is genuine with white space around its text, which the signature covers', async () => {
    expect((await receive(signed({ Message: '  Disk is full\n' }))).tags).not.toContain('unverified');
  });

  test('fetches the certificate once for any number of messages', async () => {
    const { ports, asked } = snsPorts();

    await receive(signed({}), ports);
    await receive(signed({ Message: 'again' }), ports);

    expect(asked).toEqual([CERTIFICATE_URL]);
  });

  test('fetches the certificate again when the kept one has run out', async () => {
    const { ports, asked } = snsPorts();
    await receive(signed({}), ports);

    const late = await receive(signed({}), { ...ports, now: () => Date.parse('2200-01-01T00:00:00Z') });

    expect(asked).toHaveLength(2);
    expect(late.tags).toContain('unverified');
  });

  test('keeps sixteen certificates and no more', async () => {
    const { ports, asked } = snsPorts();
    for (let index = 0; index <= 16; index += 1) await receive(signed({ SigningCertURL: at(index) }), ports);

    await receive(signed({ SigningCertURL: at(16) }), ports);
    await receive(signed({ SigningCertURL: at(0) }), ports);

    expect(asked.slice(17)).toEqual([at(0)]);
  });
});

describe('a message that SNS did not sign', () => {
  const urgent = JSON.stringify({ AlarmName: 'critical', NewStateValue: 'ALARM', NewStateReason: 'made up' });

  test.each([
    ['whose text was changed', { ...signed({ Message: urgent }), Subject: 'Other' }],
    ['whose signature is no base64', { ...signed({ Message: urgent }), Signature: '%%%' }],
    ['without a signature', { ...signed({ Message: urgent }), Signature: undefined }],
    ['of an unknown signature version', { ...signed({ Message: urgent }), SignatureVersion: '3' }],
    ['without a signature version', { ...signed({ Message: urgent }), SignatureVersion: undefined }],
    ['signed by somebody else', signed({ Message: urgent }, { signer: 'stranger' })],
    ['without a certificate', { ...signed({ Message: urgent }), SigningCertURL: undefined }],
    ['whose certificate is elsewhere', signed({ Message: urgent, SigningCertURL: 'https://sns.evil.com/a.pem' })],
  ])('%s is kept, but not delivered as genuine', async (_, body) => {
    const read = await receive(body);

    expect(read.title).toMatch(/^Unverified: ALARM: critical$/);
    expect(read.message).toContain('made up');
    expect(read.priority).toBe(3);
    expect(read.tags).toContain('unverified');
    expect(read.notes).toContain('SNS signature could not be verified: the message is not from SNS');
  });

  test.each([
    ['is not named like SNS', { status: 200, text: certificateOf('stranger') }],
    ['is no certificate', { status: 200, text: '<html>' }],
    ['is not there', { status: 404, text: certificateOf('stranger') }],
    ['has another issuer than Amazon', { status: 200, text: certificateOf('foreign') }],
  ])('is not genuine when its certificate %s', async (_, certificate) => {
    const read = await receive(signed({}, { signer: 'stranger' }), snsPorts(certificate).ports);

    expect(read).toMatchObject({ title: 'Unverified: Disk', priority: 3 });
  });

  test('is not genuine when its certificate is not in force yet', async () => {
    const read = await receive(signed({}), { ...snsPorts().ports, now: () => 0 });

    expect(read.tags).toContain('unverified');
  });

  test.each([301, 302, 403, 404])('is not genuine with a certificate that came with status %i', async (status) => {
    const read = await receive(signed({}), snsPorts({ status, text: certificateOf('signer') }).ports);

    expect(read.notes).toContain('SNS signature could not be verified: the message is not from SNS');
  });

  test.each([undefined, { status: 503, text: '' }, { status: 429, text: '' }])(
    'sets no priority of its own when AWS cannot be reached, and says so: %j',
    async (answer) => {
      const { ports } = snsPorts();
      const unreachable = { ...ports, fetchText: async () => answer };

      const read = await receive(signed({ Message: urgent }), unreachable);

      expect(read).toMatchObject({ title: 'Unverified: ALARM: critical', priority: 3 });
      expect(read.tags).toContain('unverified');
      expect(read.notes).toEqual(
        expect.arrayContaining([
          'SNS signature could not be verified: its certificate could not be fetched',
          'priority 3: an unverified message sets none of its own',
        ]),
      );
    },
  );

  test('is marked when fetching the certificate breaks', async () => {
    const broken: PresetPorts = { ...snsPorts().ports, fetchText: async () => Promise.reject(new Error('no route')) };

    const read = await receive(signed({}), broken);

    expect(read.notes).toContain('SNS signature could not be verified: its certificate could not be fetched');
  });

  test('is marked when it comes without an envelope', async () => {
    const read = await receive(JSON.parse(urgent));

    expect(read).toMatchObject({ title: 'Unverified: ALARM: critical', priority: 3 });
    expect(read.notes).toContain('SNS signature could not be verified: there is none (raw message delivery?)');
  });

  test('is marked when it is text with headers of its own choice', async () => {
    const notification = readText('wake up', { 'x-title': 'Fire', 'x-priority': '5', 'x-tags': 'fire' });

    const read = await applyPreset({ preset, notification, headers: {}, ports: snsPorts().ports });

    expect(read).toMatchObject({
      title: 'Unverified: SNS message',
      message: 'wake up',
      priority: 3,
      tags: ['aws-sns', 'unverified'],
    });
  });

  test('is not checked in a preview, which reaches nothing', async () => {
    const read = await applyPreset({ preset, notification: readBody(signed({})), headers: {} });

    expect(read.tags).not.toContain('unverified');
  });
});

describe('a subscription', () => {
  test('is confirmed by following its link', async () => {
    const { ports, asked } = snsPorts();
    const body = confirmation();

    const read = await receive(body, ports);

    expect(asked).toEqual([CERTIFICATE_URL, body['SubscribeURL']]);
    expect(read).toMatchObject({ title: 'SNS topic alerts now sends here', priority: 2 });
    expect(read.message).toContain(TOPIC);
    expect(read.notes).toContain('SNS subscription confirmed');
    expect(read.message).not.toContain('a-token');
  });

  test('replayed is confirmed again, which changes nothing', async () => {
    const { ports } = snsPorts();
    const body = confirmation();

    const first = await receive(body, ports);
    const second = await receive(body, ports);

    expect(second).toEqual({ ...first, payload: second.payload });
  });

  test('is never confirmed when it is forged', async () => {
    const { ports, asked } = snsPorts();

    const read = await receive({ ...confirmation(), Token: 'another' }, ports);

    expect(asked).toEqual([CERTIFICATE_URL]);
    expect(read.title).toBe('Unverified: SNS topic alerts wants to send here');
  });

  test.each([
    'https://sns.evil.com/?Action=ConfirmSubscription',
    `https://sns.eu-central-1.amazonaws.com/?Action=Unsubscribe&TopicArn=${TOPIC}`,
    '',
  ])('is not confirmed by the link %s', async (SubscribeURL) => {
    const { ports, asked } = snsPorts();

    const read = await receive(confirmation({ SubscribeURL }), ports);

    expect(asked).toEqual([CERTIFICATE_URL]);
    expect(read.notes.join()).toContain('SNS subscription not confirmed');
  });

  test('is not confirmed without a link', async () => {
    expect((await receive(confirmation({ SubscribeURL: undefined }))).notes.join()).toContain(
      'SNS subscription not confirmed',
    );
  });

  test('says so when AWS does not answer with 200', async () => {
    const { ports } = snsPorts();
    const refusing: PresetPorts = {
      ...ports,
      fetchText: async (url) => (url.endsWith('.pem') ? ports.fetchText(url) : { status: 403, text: '' }),
    };

    const read = await receive(confirmation(), refusing);

    expect(read.title).toBe('SNS topic alerts wants to send here');
    expect(read.notes.join()).toContain('not confirmed');
  });

  test('says so when following the link breaks', async () => {
    const { ports } = snsPorts();
    const breaking: PresetPorts = {
      ...ports,
      fetchText: async (url) => (url.endsWith('.pem') ? ports.fetchText(url) : Promise.reject(new Error('no route'))),
    };

    expect((await receive(confirmation(), breaking)).notes.join()).toContain('not confirmed');
  });

  test('that ended is told and not taken up again', async () => {
    const { ports, asked } = snsPorts();

    const read = await receive(confirmation({ Type: 'UnsubscribeConfirmation' }), ports);

    expect(read.title).toBe('SNS topic alerts no longer sends here');
    expect(asked).toEqual([CERTIFICATE_URL]);
  });
});

describe.each(['aws-cloudwatch', 'aws-eventbridge'])('preset %s on a topic', (name) => {
  const event = {
    'detail-type': 'CloudWatch Alarm State Change',
    id: 'e1',
    detail: { alarmName: 'cpu', state: { value: 'OK' } },
  };
  const through = async (body: object) =>
    applyPreset({ preset: name, notification: readBody(body), headers: {}, ports: snsPorts().ports });

  test('unwraps what SNS signed', async () => {
    expect(await through(signed({ Message: JSON.stringify(event) }))).toMatchObject({ title: 'OK: cpu', priority: 2 });
  });

  test('marks what SNS did not sign', async () => {
    const read = await through({ ...signed({ Message: JSON.stringify(event) }), Signature: '' });

    expect(read).toMatchObject({ title: 'Unverified: OK: cpu' });
  });

  test('confirms the subscription', async () => {
    expect((await through(confirmation())).notes).toContain('SNS subscription confirmed');
  });

  test('takes the event directly too', async () => {
    expect(await through(event)).toMatchObject({ title: 'OK: cpu' });
    expect((await through(event)).tags).not.toContain('unverified');
  });

  test('goes by the id of the message, or of the event that came directly', async () => {
    expect(await deliveryIdOf('aws-cloudwatch', signed({ MessageId: 'm1' }))).toBe('m1');
    expect(await deliveryIdOf('aws-cloudwatch', event)).toBe('e1');
  });
});

describe('addresses', () => {
  const PATH = '/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.pem';
  const QUERY = '/?Action=ConfirmSubscription&TopicArn=arn:b&Token=t';
  const hosts = [
    'https://sns.us-east-1.amazonaws.com',
    'https://sns.ap-southeast-2.amazonaws.com',
    'https://sns.us-gov-west-1.amazonaws.com',
    'https://sns.cn-northwest-1.amazonaws.com.cn',
    'https://SNS.eu-central-1.AmazonAWS.com',
  ];
  const others = [
    'http://sns.us-east-1.amazonaws.com',
    'https://sns.s3.amazonaws.com',
    'https://sns.s3-us-east-1.amazonaws.com',
    'https://sns.s3.us-east-1.amazonaws.com',
    'https://sns.execute-api.us-east-1.amazonaws.com',
    'https://sns.elb.amazonaws.com',
    'https://sns.s3-website-1.amazonaws.com',
    'https://sns.amazonaws.com',
    'https://sns..amazonaws.com',
    'https://sns.us-east-1.amazonaws.com.cn',
    'https://sns.cn-north-1.amazonaws.com',
    'https://sns.us-east-1.amazonaws.com.',
    'https://sns.us-east-1.amazonaws.com:8443',
    'https://user@sns.us-east-1.amazonaws.com',
    'https://:pass@sns.us-east-1.amazonaws.com',
    'https://sns.us-east-1.amazonaws.com.evil.com',
    'https://sns.us-east-1.amazonaws.com@evil.com',
    'https://evil.com/sns.us-east-1.amazonaws.com',
    'https://evil.com#sns.us-east-1.amazonaws.com',
    'https://sns.evil.com',
    'https://sns.a.b.amazonaws.com',
    'https://s3.us-east-1.amazonaws.com',
    'https://evilsns.us-east-1.amazonaws.com',
    'file:///etc',
    'not a url',
  ];

  test.each(hosts)('of SNS are those of %s', (host) => {
    expect(isCertificateUrl(`${host}${PATH}`)).toBe(true);
    expect(isSubscribeUrl(`${host}${QUERY}`, 'arn:b')).toBe(true);
  });

  test.each(others)('of SNS are not those of %s', (host) => {
    expect(isCertificateUrl(`${host}${PATH}`)).toBe(false);
    expect(isSubscribeUrl(`${host}${QUERY}`, 'arn:b')).toBe(false);
  });

  test.each([
    '/a.pem',
    `/dir${PATH}`,
    `${PATH}?x=1`,
    `${PATH}#x`,
    '/SimpleNotificationService-.pem',
    '/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.txt',
    '/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.pem/x',
    '/SimpleNotificationService-..%2ff3ecfb7224c7233fe7bb5f59f96de52f.pem',
  ])('of a certificate do not end in %s', (path) => {
    expect(isCertificateUrl(`https://sns.us-east-1.amazonaws.com${path}`)).toBe(false);
  });

  test.each([
    '/?Action=ConfirmSubscription&TopicArn=arn:c&Token=t',
    '/?Action=Publish&TopicArn=arn:b&Message=m',
    '/?Action=ConfirmSubscription&Action=Publish&TopicArn=arn:b',
    '/?Action=ConfirmSubscription&TopicArn=arn:b&TopicArn=arn:c',
    '/?Token=t',
    '/other?Action=ConfirmSubscription&TopicArn=arn:b&Token=t',
    `${QUERY}#x`,
  ])('that confirm a subscription do not end in %s', (rest) => {
    expect(isSubscribeUrl(`https://sns.us-east-1.amazonaws.com${rest}`, 'arn:b')).toBe(false);
  });
});

describe('what a topic carries', () => {
  test.each([
    {
      name: 'an EventBridge event',
      message: JSON.stringify({
        'detail-type': 'EC2 Instance State-change Notification',
        source: 'aws.ec2',
        detail: { 'instance-id': 'i-1', state: 'stopped' },
      }),
      expected: { title: 'EC2 instance i-1 is stopped', priority: 3 },
    },
    {
      name: 'a budget in text',
      message:
        'AWS Budget Notification November 20, 2026\nAWS Account 123456789012\n\nDear AWS Customer,\n\nYou asked to be told.',
      subject: 'AWS Budgets: Team has exceeded your alert threshold',
      expected: {
        title: 'AWS Budgets: Team has exceeded your alert threshold',
        priority: 4,
        tags: ['aws-sns', 'aws-budgets', 'alerts'],
      },
    },
    {
      name: 'a budget without a subject',
      message: 'AWS Budget Notification November 20, 2026',
      expected: { title: 'AWS Budgets' },
    },
    {
      name: 'a stack event',
      message:
        "StackId='arn:aws:cloudformation:x'\nLogicalResourceId='Table'\nResourceStatus='CREATE_FAILED'\nResourceStatusReason='exists'\nResourceType='AWS::DynamoDB::Table'\nStackName='shop'\n",
      expected: { title: 'Stack shop: Table CREATE_FAILED', message: 'exists\nAWS::DynamoDB::Table', priority: 4 },
    },
    { name: 'a stack event that says nothing', message: "StackId='x'", expected: { message: 'changed', priority: 1 } },
    {
      name: 'a bounce',
      message: JSON.stringify({
        notificationType: 'Bounce',
        mail: { messageId: 'm', source: 'shop@acme.example', commonHeaders: { subject: 'Your order' } },
        bounce: {
          bounceType: 'Permanent',
          bounceSubType: 'General',
          bouncedRecipients: [{ emailAddress: 'joe@x.example', diagnosticCode: 'smtp; 550 no such user' }],
        },
      }),
      expected: {
        title: 'SES bounce of joe@x.example',
        message: 'Subject: Your order\nFrom shop@acme.example\nPermanent, General\nsmtp; 550 no such user',
        priority: 4,
      },
    },
    {
      name: 'a delivery',
      message: JSON.stringify({ eventType: 'Delivery', mail: { messageId: 'm', destination: ['joe@x.example'] } }),
      expected: { title: 'SES delivery of joe@x.example', message: 'Delivery', priority: 1 },
    },
    {
      name: 'an Auto Scaling failure',
      message: JSON.stringify({
        Event: 'autoscaling:EC2_INSTANCE_LAUNCH_ERROR',
        AutoScalingGroupName: 'web',
        Description: 'No capacity',
        Cause: 'asked for',
      }),
      expected: {
        title: 'Auto Scaling web: ec2 instance launch error',
        message: 'No capacity\nasked for',
        priority: 4,
      },
    },
    {
      name: 'an Auto Scaling launch that says nothing',
      message: JSON.stringify({ Event: 'autoscaling:EC2_INSTANCE_LAUNCH', AutoScalingGroupName: 'web' }),
      expected: { message: 'ec2 instance launch', priority: 2 },
    },
    {
      name: 'an S3 event',
      message: JSON.stringify({
        Records: [
          {
            eventSource: 'aws:s3',
            eventName: 'ObjectCreated:Put',
            s3: { bucket: { name: 'in' }, object: { key: 'a.csv' } },
          },
        ],
      }),
      expected: { title: 'S3 in ObjectCreated:Put', message: 'a.csv', priority: 1 },
    },
    {
      name: 'an S3 event that says nothing',
      message: '{"Records":[{"eventSource":"aws:s3"}]}',
      expected: { title: 'S3 change', message: 'change' },
    },
    {
      name: 'an RDS event',
      message: JSON.stringify({
        'Event Source': 'db-instance',
        'Source ID': 'main',
        'Event Message': 'Finished DB Instance backup',
      }),
      expected: { title: 'RDS: main', message: 'Finished DB Instance backup', priority: 2 },
    },
    {
      name: 'an RDS failure',
      message: '{"Event Message":"DB instance restarted"}',
      expected: { title: 'RDS', priority: 4 },
    },
    {
      name: 'a cost anomaly',
      message: JSON.stringify({
        anomalyId: 'a',
        accountName: 'prod',
        monitorName: 'all',
        impact: { totalImpact: 12.5 },
        rootCauses: [{ service: 'Amazon EC2', region: 'eu-central-1' }],
      }),
      expected: {
        title: 'AWS cost anomaly: 12.50 USD over the expected',
        message: 'Monitor: all\nAccount: prod\nAmazon EC2, eu-central-1',
      },
    },
    {
      name: 'a cost anomaly that says nothing',
      message: '{"anomalyId":"a","impact":{"totalImpact":1}}',
      expected: { message: 'AWS cost anomaly' },
    },
    {
      name: 'JSON of our own',
      message: JSON.stringify({ data: { title: 'Backup', text: 'It ran' } }),
      expected: { title: 'Backup', message: 'It ran' },
    },
    {
      name: 'JSON with fields alone',
      message: '{"disk":"/var","free":"3 GB"}',
      expected: { title: 'alerts', message: 'disk: /var\nfree: 3 GB' },
    },
  ])('$name reads well', async ({ message, subject = '', expected }) => {
    expect(await receive(signed({ Message: message, Subject: subject }))).toMatchObject(expected);
  });

  test('the message id names the delivery', () => {
    expect(awsSns.deliveryId?.({ body: signed({ MessageId: 'm1' }), headers: {} })).toBe('m1');
    expect(awsSns.deliveryId?.({ body: {}, headers: {} })).toBeUndefined();
  });
});
