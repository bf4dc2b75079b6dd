import * as z from 'zod';
import { checkBatch, runBatch } from '../batch.ts';
import type { BatchResult } from '../batch.ts';
import { requireQueue } from '../context.ts';
import type { SqsContext } from '../context.ts';
import { SqsError } from '../errors.ts';
import { MAX_MESSAGE_BYTES } from '../message-contents.ts';
import { checkOutgoing, messageSize, MessageToSend, storeOutgoing, visibleAt } from '../message-to-send.ts';
import type { SendReceipt } from '../message-to-send.ts';
import { inTransaction } from '../store/database.ts';

export const SendMessageBatchInput = z.object({
  QueueUrl: z.string(),
  Entries: z.array(MessageToSend.extend({ Id: z.string() })),
});

/** Stores up to ten messages, at most 1 MiB together; refused entries do not hold the others back. */
export function sendMessageBatch(
  input: z.infer<typeof SendMessageBatchInput>,
  context: SqsContext,
): BatchResult<SendReceipt & { Id: string }> {
  const queue = requireQueue(context, input.QueueUrl);
  checkBatch(input.Entries);
  const size = input.Entries.map(messageSize).reduce((sum, bytes) => sum + bytes, 0);
  if (size > MAX_MESSAGE_BYTES) {
    throw new SqsError(
      'BatchRequestTooLong',
      `Batch requests cannot be longer than ${MAX_MESSAGE_BYTES} bytes. You have sent ${size} bytes.`,
    );
  }
  const result = inTransaction(context.database, () =>
    runBatch(input.Entries, (entry) => {
      checkOutgoing(entry, queue);
      return { Id: entry.Id, ...storeOutgoing(context, queue, entry) };
    }),
  );
  for (const entry of input.Entries) {
    context.arrivals.announce(queue.id, visibleAt(context, queue, entry.DelaySeconds));
  }
  return result;
}
