import type { SQSClient } from '@aws-sdk/client-sqs';
import type { EnqueueAsk } from '../../../core/ask/ask-job.ts';
import { createDueQueue } from './job-queue.ts';

/** Announces ends of asks. What SQS does not take is left to the sweeper, which finds it by the mark of the ask. */
export function createAskQueue(sqs: SQSClient, queueUrl: string): EnqueueAsk {
  const announce = createDueQueue(sqs, queueUrl);
  return async ({ organizationId, askId }, delaySeconds) => {
    await announce([{ due: 'ask', organizationId, id: askId }], delaySeconds);
  };
}
