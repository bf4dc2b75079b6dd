import type { Sqs } from '../../sqs/open-sqs.ts';
import { targetOperation, type AwsService } from '../service.ts';

/** SQS from the queues in this process. */
export function sqsService(sqs: Sqs): AwsService {
  return async ({ headers, body, signal }) => {
    const target = String(headers['x-amz-target'] ?? '');
    const response = await sqs.handle(target, body.toString('utf8'), signal);
    return { ...response, operation: targetOperation(headers) };
  };
}
