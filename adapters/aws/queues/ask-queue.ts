import type { PassPress } from '../../../core/alert/alert-press.ts';
import type { EnqueueAsk } from '../../../core/ask/ask-job.ts';
import { createDueQueue } from './job-queue.ts';
import type { QueueClient } from './queue-client.ts';

/** Announces ends of asks. What SQS does not take is left to the sweeper, which finds it by the mark of the ask. */
export function createAskQueue(sqs: QueueClient, queueUrl: string): EnqueueAsk {
  const announce = createDueQueue(sqs, queueUrl);
  return async ({ organizationId, askId }, delaySeconds) => {
    await announce([{ due: 'ask', organizationId, id: askId }], delaySeconds);
  };
}

/** Hands presses on the posts of alerts to what may change alerts. */
export function createPressQueue(sqs: QueueClient, queueUrl: string): PassPress {
  const announce = createDueQueue(sqs, queueUrl);
  return async (press) => (await announce([press], 0)).length === 0;
}
