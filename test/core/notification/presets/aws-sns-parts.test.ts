import { X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readEnvelope } from '../../../../core/notification/presets/aws-sns/envelope.ts';
import { serviceReaders } from '../../../../core/notification/presets/aws-sns/services.ts';
import { isInForce, readCertificate } from '../../../../core/notification/presets/aws-sns/signature.ts';
import { certificateOf } from './sns-sender.ts';

describe('an SNS envelope', () => {
  const envelope = { Type: 'Notification', TopicArn: 'arn:t', MessageId: 'id', Message: ' text ' };

  test('is read with what is missing left empty', () => {
    expect(readEnvelope(envelope)).toEqual({
      type: 'Notification',
      topicArn: 'arn:t',
      messageId: 'id',
      message: ' text ',
      subject: undefined,
      signatureVersion: '',
      signature: '',
      certificateUrl: '',
      subscribeUrl: undefined,
    });
  });

  test.each(['Type', 'TopicArn', 'MessageId', 'Message'])('is none without %s', (key) => {
    expect(readEnvelope({ ...envelope, [key]: undefined })).toBeUndefined();
    expect(readEnvelope({ ...envelope, [key]: {} })).toBeUndefined();
  });

  test('is read in the spelling of a Lambda event too', () => {
    const spelled = { ...envelope, SigningCertUrl: 'https://c', SubscribeUrl: 'https://s' };

    expect(readEnvelope(spelled)).toMatchObject({ certificateUrl: 'https://c', subscribeUrl: 'https://s' });
  });
});

describe('a certificate', () => {
  const NOW = Date.parse('2027-01-01T00:00:00Z');
  const certificate = new X509Certificate(certificateOf('signer'));
  const from = Date.parse(certificate.validFrom);
  const to = Date.parse(certificate.validTo);

  test.each([
    [from - 1, false],
    [from, true],
    [to, true],
    [to + 1, false],
  ])('at %i is in force: %s', (now, expected) => {
    expect(isInForce(certificate, now)).toBe(expected);
  });

  test('is not read from what is none', () => {
    expect(readCertificate('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', from)).toBeUndefined();
  });

  test.each(['signer', 'issued'] as const)('is read when it is named, issued and made as those of SNS: %s', (name) => {
    expect(readCertificate(certificateOf(name), NOW)).toBeDefined();
  });

  test.each(['stranger', 'foreign', 'short', 'elliptic'] as const)('is not read when it is none of SNS: %s', (name) => {
    expect(readCertificate(certificateOf(name), NOW)).toBeUndefined();
  });

  test('is not read from more than a certificate takes', () => {
    expect(readCertificate(`${certificateOf('signer')}${'\n'.repeat(10_240)}`, NOW)).toBeUndefined();
  });
});

describe('what AWS services publish', () => {
  const read = (body: Record<string, unknown>) => {
    for (const reader of serviceReaders) {
      const found = reader(body);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  test.each([
    ['bounce', { bouncedRecipients: [{ emailAddress: 'a@example.com' }, { emailAddress: 'b@example.com' }] }],
    ['complaint', { complainedRecipients: [{ emailAddress: 'a@example.com' }, { emailAddress: 'b@example.com' }] }],
    ['deliveryDelay', { delayedRecipients: [{ emailAddress: 'a@example.com' }, { emailAddress: 'b@example.com' }] }],
  ])('by SES as %s names everybody it is about', (part, details) => {
    const body = { eventType: 'DeliveryDelay', mail: { messageId: 'm' }, [part]: details };

    expect(read(body)?.title).toBe('SES deliverydelay of a@example.com, b@example.com');
  });

  test.each([
    ['bounce type', { bounce: { bounceType: 'Permanent', bounceSubType: 'General' } }, 'Permanent, General'],
    ['complaint', { complaint: { complaintFeedbackType: 'abuse' } }, 'abuse'],
    ['rejection', { reject: { reason: 'Bad content' } }, 'Bad content'],
    ['failure', { failure: { errorMessage: 'no such variable' } }, 'no such variable'],
    ['delivery', { delivery: { smtpResponse: '250 OK' } }, '250 OK'],
  ])('by SES says why: %s', (_, details, expected) => {
    expect(read({ notificationType: 'Bounce', mail: { messageId: 'm' }, ...details })?.message).toBe(expected);
  });

  test.each([
    [{ eventType: 'Bounce' }],
    [{ mail: { messageId: 'm' } }],
    [{ Event: 'autoscaling:EC2_INSTANCE_LAUNCH' }],
    [{ AutoScalingGroupName: 'web' }],
    [{ impact: { totalImpact: 3 } }],
    [{ anomalyId: 'a' }],
    [{ Records: [{ eventSource: 'aws:sqs', s3: { bucket: { name: 'b' } } }] }],
  ])('is not guessed from a part of it: %j', (body) => {
    expect(read(body)).toBeUndefined();
  });

  test('by a bucket leaves other records out', () => {
    const ours = {
      eventSource: 'aws:s3',
      eventName: 'ObjectCreated:Put',
      s3: { bucket: { name: 'b' }, object: { key: 'k' } },
    };
    const other = { eventSource: 'aws:sqs', s3: { object: { key: 'other' } } };

    expect(read({ Records: [other, ours] })).toMatchObject({
      title: 'S3 b ObjectCreated:Put',
      message: 'k',
      tags: ['aws-s3', 'ObjectCreated:Put', 'b'],
    });
  });

  test('carries tags to filter by', () => {
    const scaling = { Event: 'autoscaling:EC2_INSTANCE_LAUNCH_ERROR', AutoScalingGroupName: 'web' };
    const database = { 'Event Message': 'Database restarted', 'Event Source': 'db-instance', 'Source ID': 'main' };

    expect(read(scaling)?.tags).toEqual(['aws-autoscaling', 'ec2 instance launch error', 'web']);
    expect(read(database)?.tags).toEqual(['aws-rds', 'db-instance', 'main']);
  });

  test('as a cost anomaly says where it comes from', () => {
    const body = {
      anomalyId: 'a',
      impact: { totalImpact: 12.345 },
      accountId: '123456789012',
      rootCauses: [{ service: 'Amazon EC2', region: 'eu-central-1', usageType: 'BoxUsage', linkedAccountName: 'dev' }],
      anomalyDetailsLink: 'https://console.aws.amazon.com/x',
    };

    expect(read(body)).toMatchObject({
      message: 'Account: 123456789012\nAmazon EC2, eu-central-1, BoxUsage, dev\nhttps://console.aws.amazon.com/x',
      tags: ['aws-cost-anomaly'],
    });
  });
});
