import * as z from 'zod';
import { checkBatch, runBatch } from '../batch.ts';
import type { BatchResult } from '../batch.ts';
import { requireQueue } from '../context.ts';
import type { SqsContext } from '../context.ts';
import { inTransaction } from '../store/database.ts';
import { deleteMessage } from './delete-message.ts';

export const DeleteMessageBatchInput = z.object({
  QueueUrl: z.string(),
  Entries: z.array(z.object({ Id: z.string(), ReceiptHandle: z.string() })),
});

/** Deletes up to ten messages, see `deleteMessage`. */
export function deleteMessageBatch(
  input: z.infer<typeof DeleteMessageBatchInput>,
  context: SqsContext,
): BatchResult<{ Id: string }> {
  requireQueue(context, input.QueueUrl);
  checkBatch(input.Entries);
  return inTransaction(context.database, () =>
    runBatch(input.Entries, ({ Id, ReceiptHandle }) => {
      deleteMessage({ QueueUrl: input.QueueUrl, ReceiptHandle }, context);
      return { Id };
    }),
  );
}
