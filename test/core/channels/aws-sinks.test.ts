import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RenderContext } from '../../../core/channels/channel-kind.ts';
import { OutgoingMessage } from '../../../core/channels/outgoing-message.ts';
import { eventbridge } from '../../../core/channels/eventbridge.ts';
import { sns } from '../../../core/channels/sns.ts';
import { sqs } from '../../../core/channels/sqs.ts';
import { flat } from '../../../core/message/content.ts';
import { hopOf } from '../../../core/message/hop-path.ts';
import type { FlatMessage } from '../../vendors/notifications.ts';

const context: RenderContext = { deliveryId: 'dlv_1', now: 0, userAgent: 'test' };
const topicArn = 'arn:aws:sns:eu-central-1:111122223333:alerts';
const queueUrl = 'https://sqs.eu-central-1.amazonaws.com/111122223333/alerts';
const busArn = 'arn:aws:events:eu-central-1:111122223333:event-bus/default';
const KB = 1024;

function outgoing(parts: Partial<FlatMessage> = {}): OutgoingMessage {
  return OutgoingMessage.parse({
    id: 'msg_1',
    title: 'Disk full',
    message: 'The disk of db-1 is full.',
    priority: 5,
    tags: ['disk', 'prod'],
    receivedAt: '2026-11-20T10:00:00.000Z',
    webhook: { id: 'wh_1', name: 'Monitoring' },
    payloadText: '{"free":0.10,"id":12345678901234567890}',
    hops: ['other'],
    ...parts,
  });
}

const facts = {
  messageId: 'msg_1',
  title: 'Disk full',
  message: 'The disk of db-1 is full.',
  priority: 5,
  tags: ['disk', 'prod'],
  timestamp: '2026-11-20T10:00:00.000Z',
  webhook: { id: 'wh_1', name: 'Monitoring' },
};
const failure = { kind: 'aws-failure', message: 'no', retryable: false, status: 400 } as const;

const texts = fc.string({ unit: 'binary', maxLength: 300 });
const messages = fc.record({
  title: fc.option(texts, { nil: undefined }),
  message: fc.oneof(texts, fc.constant('😀'.repeat(4000)), fc.constant('\u0001'.repeat(4000))),
  tags: fc.oneof(fc.array(texts, { maxLength: 5 }), fc.constant(Array.from({ length: 20_000 }, (_, n) => `tag-${n}`))),
  payloadText: fc.oneof(
    fc.dictionary(texts, texts).map((body) => JSON.stringify(body)),
    fc.constant(JSON.stringify({ large: 'x'.repeat(KB * KB - 20) })),
  ),
});
const rendered = ({ title, ...parts }: Omit<Partial<FlatMessage>, 'title'> & { title?: string | undefined }) => {
  const { title: _, ...untitled } = flat(outgoing(parts));
  return OutgoingMessage.parse(title === undefined ? untitled : { ...untitled, title });
};

describe('a topic', () => {
  const render = (parts: Partial<FlatMessage> = {}, arn = topicArn) =>
    sns.render(outgoing(parts), { topicArn: arn }, context)[0]!.input;

  it('gets the stored payload digit by digit, and text for people who subscribed', () => {
    const { Message, MessageStructure } = render();

    const { default: json, ...people } = JSON.parse(Message);
    expect(MessageStructure).toBe('json');
    expect(json).toContain('"payload":{"free":0.10,"id":12345678901234567890}');
    expect(JSON.parse(json)).toMatchObject(facts);
    const said = 'Disk full\n\nThe disk of db-1 is full.';
    expect(people).toEqual({ email: said, sms: said });
  });

  it('gets attributes from tags and priority, and the hop path that notices loops', () => {
    expect(render().MessageAttributes).toEqual({
      messageId: { DataType: 'String', StringValue: 'msg_1' },
      webhookId: { DataType: 'String', StringValue: 'wh_1' },
      priority: { DataType: 'Number', StringValue: '5' },
      tags: { DataType: 'String.Array', StringValue: '["disk","prod"]' },
      'x-notification-hops': { DataType: 'String', StringValue: `other,${hopOf('wh_1')}` },
      'x-notification-origin': { DataType: 'String', StringValue: 'msg_1' },
    });
  });

  it('gets no attribute for what a notification has not', () => {
    const bare = { ...outgoing(), content: { message: 'full', tags: [] } };

    const { Subject, MessageAttributes } = sns.render(bare, { topicArn }, context)[0]!.input;

    expect(Subject).toBeUndefined();
    expect(Object.keys(MessageAttributes)).toEqual([
      'messageId',
      'webhookId',
      'x-notification-hops',
      'x-notification-origin',
    ]);
  });

  it('gets a subject in ASCII on one line', () => {
    expect(render({ title: 'Über\r\nBcc: x@example.com 😀 café' }).Subject).toBe('Uber Bcc: x@example.com cafe');
  });

  it('gets a group and a name for copies when it is first-in-first-out', () => {
    expect(render({}, `${topicArn}.fifo`)).toMatchObject({
      MessageGroupId: 'wh_1',
      MessageDeduplicationId: 'dlv_1',
    });
  });

  it('never gets more than 256 KB, nor a subject that SNS refuses', () => {
    fc.assert(
      fc.property(messages, (parts) => {
        const { Message, Subject, MessageAttributes } = sns.render(rendered(parts), { topicArn }, context)[0]!.input;

        const attributes = Object.entries(MessageAttributes).flatMap(([name, it]) => [name, ...Object.values(it)]);
        expect(Buffer.byteLength(Message + (Subject ?? '') + attributes.join(''))).toBeLessThanOrEqual(256 * KB);
        expect(Subject ?? 'none').toMatch(/^[\x21-\x7e][\x20-\x7e]{0,99}$/);
        expect(JSON.parse(JSON.parse(Message).default)).toHaveProperty('messageId', 'msg_1');
      }),
      { numRuns: 60 },
    );
  });

  it('that is gone switches the channel off', () => {
    expect(sns.classifyFailure({ ...failure, name: 'NotFoundException' })).toMatchObject({
      kind: 'failed',
      disableChannel: 'AWS answered NotFoundException: no',
    });
  });

  it.each([
    ['InvalidParameterException', false, 'failed'],
    ['AuthorizationErrorException', false, 'failed'],
    ['ThrottledException', true, 'retry'],
    ['InternalErrorException', true, 'retry'],
  ] as const)('that answers %s is tried again: %s', (name, retryable, kind) => {
    expect(sns.classifyFailure({ ...failure, name, retryable })).toMatchObject({ kind, status: 400 });
  });

  it.each(['arn:aws:sqs:eu-central-1:111122223333:alerts', 'alerts', `${topicArn}\n`, 'https://sns.example.com'])(
    'is refused as %j',
    (arn) => {
      expect(sns.config.safeParse({ topicArn: arn }).success).toBe(false);
    },
  );
});

describe('a queue', () => {
  it('gets the stored payload with the attributes', () => {
    const { QueueUrl, MessageBody, MessageAttributes } = sqs.render(outgoing(), { queueUrl }, context)[0]!.input;

    expect(QueueUrl).toBe(queueUrl);
    expect(JSON.parse(MessageBody)).toMatchObject(facts);
    expect(MessageAttributes).toMatchObject({
      priority: { StringValue: '5' },
      tags: { StringValue: '["disk","prod"]' },
    });
  });

  it('gets a marker in place of a payload that does not fit', () => {
    const payloadText = JSON.stringify({ large: 'x'.repeat(KB * KB - 12) });

    const { MessageBody } = sqs.render(outgoing({ payloadText }), { queueUrl }, context)[0]!.input;

    expect(JSON.parse(MessageBody)).toEqual({ ...facts, payloadOmitted: { bytes: KB * KB } });
  });

  it('gets neither payload, tags nor title when the marker alone is not enough', () => {
    const { title: _, tags: __, ...rest } = facts;

    const { MessageBody } = sqs.render(outgoing({ title: 'x'.repeat(KB * KB) }), { queueUrl }, context)[0]!.input;

    expect(JSON.parse(MessageBody)).toEqual({ ...rest, payloadOmitted: { bytes: 39 } });
  });

  it('never gets more than 1 MiB, nor a character that SQS refuses', () => {
    fc.assert(
      fc.property(messages, (parts) => {
        const message = rendered({ ...parts, message: `${parts.message}\ufffe\uffff` });
        const { MessageBody, MessageAttributes } = sqs.render(message, { queueUrl }, context)[0]!.input;

        const attributes = Object.entries(MessageAttributes).flatMap(([name, it]) => [name, ...Object.values(it)]);
        expect(Buffer.byteLength(MessageBody + attributes.join(''))).toBeLessThanOrEqual(KB * KB);
        expect(MessageBody + attributes.join('')).toMatch(/^[\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
        expect(JSON.parse(MessageBody)).toHaveProperty('messageId', 'msg_1');
      }),
      { numRuns: 60 },
    );
  });

  it.each(['http://169.254.169.254/latest/meta-data', 'https://sqs.eu-central-1.amazonaws.com/alerts', 'ftp://x/1'])(
    'is refused as %s',
    (url) => {
      expect(sqs.config.safeParse({ queueUrl: url }).success).toBe(false);
    },
  );
});

describe('a bus', () => {
  const entryOf = (parts: Partial<FlatMessage> = {}, config: object = {}) =>
    eventbridge.render(outgoing(parts), { busArn, ...config }, context)[0]!.input.Entries[0];

  it('gets an event with the documented source and detail type, at the time of the notification', () => {
    expect(entryOf()).toMatchObject({
      EventBusName: busArn,
      Source: 'notification-router',
      DetailType: 'Notification',
      Time: new Date('2026-11-20T10:00:00.000Z'),
    });
  });

  it('gets the stored payload digit by digit, and the hop path', () => {
    const { Detail } = entryOf();

    expect(Detail).toContain('"payload":{"free":0.10,"id":12345678901234567890}');
    expect(JSON.parse(Detail)).toMatchObject({ ...facts, hops: `other,${hopOf('wh_1')}`, origin: 'msg_1' });
  });

  it("gets the channel's own detail type", () => {
    expect(entryOf({}, { detailType: 'Alert' }).DetailType).toBe('Alert');
  });

  it('never gets more than 256 KB', () => {
    fc.assert(
      fc.property(messages, (parts) => {
        const [entry] = eventbridge.render(rendered(parts), { busArn }, context)[0]!.input.Entries;

        expect(14 + Buffer.byteLength(entry.Source + entry.DetailType + entry.Detail)).toBeLessThanOrEqual(256 * KB);
        expect(JSON.parse(entry.Detail)).toHaveProperty('messageId', 'msg_1');
      }),
      { numRuns: 60 },
    );
  });
});
