import * as z from 'zod';
import { attributeBytes, messageAttributes, orderingOf, storableInQueue } from './aws-message.ts';
import { defineAwsKind } from './channel-kind.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import { fittingNotificationJson } from './notification-json.ts';
import { type Notice, noticeOf, textWithState } from './notice.ts';

/** Message, attributes and subject together. */
const MAX_BYTES = 256 * 1024;
const MAX_SUBJECT_CHARACTERS = 100;

const SnsConfig = z.strictObject({
  topicArn: z
    .string()
    .regex(
      /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]{1,256}(\.fifo)?$/,
      'The ARN of a topic, such as arn:aws:sns:eu-central-1:111122223333:alerts.',
    )
    .meta({
      title: 'Topic ARN',
      description: 'The topic that notifications are published to. It may lie in another region or account.',
      examples: ['arn:aws:sns:eu-central-1:111122223333:alerts'],
    }),
});

/**
 * Subjects hold printable ASCII and do not start with white space. Letters lose their accents; everything else outside
 * ASCII is dropped.
 */
function subjectOf({ title = '' }: Notice): { Subject?: string } {
  const ascii = title
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  return ascii === '' ? {} : { Subject: ascii.slice(0, MAX_SUBJECT_CHARACTERS).trimEnd() };
}

/** One text for machines, and one for the people who subscribed with an email address or a telephone. */
function messageOf(message: OutgoingMessage, notice: Notice, otherBytes: number): string {
  const people = [notice.title, textWithState(notice)].filter((text) => text !== undefined).join('\n\n');
  const texts = (json: string) => JSON.stringify({ default: json, email: people, sms: people });
  const json = fittingNotificationJson(message, (text) => Buffer.byteLength(texts(text)) + otherBytes <= MAX_BYTES);
  return storableInQueue(texts(json));
}

/** Amazon SNS: whatever subscribes to a topic of the organisation. */
export const sns = defineAwsKind({
  kind: 'sns',
  title: 'Amazon SNS',
  description: 'Publishes each notification with its payload to a topic, with attributes that subscriptions filter by.',
  config: SnsConfig,
  stored: SnsConfig,
  destinations: ['topicArn'],
  limits: { titleCharacters: MAX_SUBJECT_CHARACTERS, bodyBytes: MAX_BYTES },
  errors: { gone: ['NotFoundException'] },
  render(message, { topicArn }, context) {
    const notice = noticeOf(message, context);
    const attributes = messageAttributes(message);
    const subject = subjectOf(notice);
    const input = {
      TopicArn: topicArn,
      Message: messageOf(message, notice, attributeBytes(attributes) + MAX_SUBJECT_CHARACTERS),
      MessageStructure: 'json' as const,
      ...subject,
      MessageAttributes: attributes,
      ...orderingOf(topicArn, message, context),
    };
    return [{ kind: 'aws', service: 'sns', input }];
  },
});
