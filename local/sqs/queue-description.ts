import type { SqsContext } from './context.ts';
import { numericSettings, queueSetting } from './queue-attributes.ts';
import type { StoredQueue } from './store/queue-table.ts';

/** The settings in force on a queue, set or default, as attributes on the wire. */
export function describeQueue({ addresses }: SqsContext, queue: StoredQueue): Record<string, string> {
  return {
    ...Object.fromEntries(numericSettings.map((name) => [name, String(queueSetting(queue, name))])),
    ...Object.fromEntries(Object.entries(queue.attributes).filter(([, value]) => value !== '')),
    QueueArn: addresses.arn(queue.name),
    CreatedTimestamp: String(Math.floor(queue.createdAt / 1000)),
    LastModifiedTimestamp: String(Math.floor(queue.modifiedAt / 1000)),
  };
}

/** How many messages the queue holds, as attributes on the wire. Deletes what has outlived its retention. */
export function countMessages({ messages, now }: SqsContext, queue: StoredQueue): Record<string, string> {
  messages.expire(queue.id, now() - queueSetting(queue, 'MessageRetentionPeriod') * 1000);
  const counts = messages.counts(queue.id, now());
  return {
    ApproximateNumberOfMessages: String(counts.visible),
    ApproximateNumberOfMessagesNotVisible: String(counts.inFlight),
    ApproximateNumberOfMessagesDelayed: String(counts.delayed),
  };
}
