import * as z from 'zod';
import type { SqsContext } from '../context.ts';
import { checkRange, SqsError } from '../errors.ts';
import { changeVisibility } from '../visibility.ts';

export const ChangeMessageVisibilityInput = z.object({
  QueueUrl: z.string(),
  ReceiptHandle: z.string(),
  VisibilityTimeout: z.number(),
});

/**
 * Hides an in-flight message for this many seconds from now; 0 makes it visible at once.
 * @throws {SqsError} `MessageNotInflight` when it is visible again, `InvalidParameterValue` when it is gone or was
 * received again since.
 */
export function changeMessageVisibility(
  input: z.infer<typeof ChangeMessageVisibilityInput>,
  context: SqsContext,
): void {
  const { QueueUrl: queue, ReceiptHandle: receiptHandle, VisibilityTimeout: seconds } = input;
  checkRange('VisibilityTimeout', seconds, { min: 0, max: 43_200 });
  const outcome = changeVisibility(context, { queue, receiptHandle, seconds });
  switch (outcome) {
    case 'changed':
      return;
    case 'visible':
      throw new SqsError('MessageNotInflight', 'The specified message is not in flight.');
    case 'gone':
      throw new SqsError(
        'InvalidParameterValue',
        'Value for parameter ReceiptHandle is invalid. Reason: Message does not exist or is not available for visibility timeout change.',
      );
  }
}
