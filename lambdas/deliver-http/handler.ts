import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { DeliveryJob } from '../../core/delivery/job.ts';

export interface HandlerPorts {
  readonly deliver: (job: DeliveryJob) => Promise<void>;
  readonly log: (event: Record<string, unknown>) => void;
}

/** Works on a batch of jobs side by side; those that the infrastructure failed go back to the queue one by one. */
export function createHandler({ deliver, log }: HandlerPorts) {
  async function failedId(record: SQSRecord): Promise<string[]> {
    try {
      await deliver(DeliveryJob.parse(JSON.parse(record.body)));
      return [];
    } catch (error) {
      log({ event: 'delivery.interrupted', sqsMessageId: record.messageId, error: String(error) });
      return [record.messageId];
    }
  }

  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const failed = await Promise.all(Records.map(failedId));
    return { batchItemFailures: failed.flat().map((itemIdentifier) => ({ itemIdentifier })) };
  };
}
