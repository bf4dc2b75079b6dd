import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { EnqueueAsk } from '../../../core/ask/ask-job.ts';
import type { Log } from '../../../core/telemetry/telemetry.ts';

/** Sends jobs of asks. What SQS does not take is left to the sweeper, which finds it by the mark of the ask. */
export function createAskQueue(sqs: SQSClient, queueUrl: string, log: Log): EnqueueAsk {
  return async (job, delaySeconds) => {
    try {
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: queueUrl,
          MessageBody: JSON.stringify(job),
          MessageGroupId: job.organizationId,
          ...(delaySeconds === 0 ? {} : { DelaySeconds: delaySeconds }),
        }),
      );
    } catch (error) {
      log({ event: 'ask.unqueued', level: 'WARN', ...job, error });
    }
  };
}
