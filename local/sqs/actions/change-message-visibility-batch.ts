import * as z from 'zod';
import { checkBatch, runBatch } from '../batch.ts';
import type { BatchResult } from '../batch.ts';
import { requireQueue } from '../context.ts';
import type { SqsContext } from '../context.ts';
import { inTransaction } from '../store/database.ts';
import { changeMessageVisibility } from './change-message-visibility.ts';

export const ChangeMessageVisibilityBatchInput = z.object({
  QueueUrl: z.string(),
  Entries: z.array(
    z.object({
      Id: z.string(),
      ReceiptHandle: z.string(),
      /** Defaults to 0: the message is visible at once. */
      VisibilityTimeout: z.number().default(0),
    }),
  ),
});

/** Changes the visibility of up to ten messages, see `changeMessageVisibility`. */
export function changeMessageVisibilityBatch(
  input: z.infer<typeof ChangeMessageVisibilityBatchInput>,
  context: SqsContext,
): BatchResult<{ Id: string }> {
  requireQueue(context, input.QueueUrl);
  checkBatch(input.Entries);
  return inTransaction(context.database, () =>
    runBatch(input.Entries, ({ Id, ...entry }) => {
      changeMessageVisibility({ QueueUrl: input.QueueUrl, ...entry }, context);
      return { Id };
    }),
  );
}
