import * as z from 'zod';
import { attributeBytes, messageAttributes, orderingOf, storableInQueue } from './aws-message.ts';
import { defineAwsKind } from './channel-kind.ts';
import { fittingNotificationJson } from './notification-json.ts';

/** Body and attributes together. */
const MAX_BYTES = 1024 * 1024;

const SqsConfig = z.strictObject({
  queueUrl: z
    .url({ protocol: /^https?$/, error: 'An http or https address.' })
    .max(512)
    .regex(/^[^?#]*\/\d{12}\/[A-Za-z0-9_-]{1,80}(\.fifo)?$/, 'The address of a queue: it ends with account and name.')
    .meta({
      title: 'Queue URL',
      description: 'The queue that notifications are sent to. It may lie in another region or account.',
      examples: ['https://sqs.eu-central-1.amazonaws.com/111122223333/alerts'],
    }),
});

/** Amazon SQS: a queue that programs of the organisation consume. */
export const sqs = defineAwsKind({
  kind: 'sqs',
  title: 'Amazon SQS',
  description: 'Sends each notification with its payload to a queue.',
  config: SqsConfig,
  stored: SqsConfig,
  destinations: ['queueUrl'],
  limits: { bodyBytes: MAX_BYTES },
  errors: { gone: ['QueueDoesNotExist', 'AWS.SimpleQueueService.NonExistentQueue', 'QueueDeletedRecently'] },
  render(message, { queueUrl }, context) {
    const attributes = messageAttributes(message);
    const room = MAX_BYTES - attributeBytes(attributes);
    const body = fittingNotificationJson(message, (json) => Buffer.byteLength(storableInQueue(json)) <= room);
    const input = {
      QueueUrl: queueUrl,
      MessageBody: storableInQueue(body),
      MessageAttributes: attributes,
      ...orderingOf(queueUrl, message, context),
    };
    return [{ kind: 'aws', service: 'sqs', input }];
  },
});
