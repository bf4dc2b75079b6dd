import * as z from 'zod';
import type { InvocationResult } from '../lambda/protocol.ts';

const PartialFailure = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).nullish(),
});

/**
 * The messages of a batch that are done and are deleted from the queue. The others show up again when their visibility
 * timeout is over.
 *
 * An error fails the whole batch, and so does an answer that names an unknown, empty or repeated id: AWS then trusts
 * nothing in it.
 *
 * @param partial whether the mapping says `ReportBatchItemFailures`.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function doneOf<M extends { readonly MessageId: string }>(
  batch: readonly M[],
  result: InvocationResult,
  partial: boolean,
): readonly M[] {
  if (result.kind === 'error') return [];
  if (!partial || result.payload === null || result.payload === undefined) return batch;
  const parsed = PartialFailure.safeParse(result.payload);
  if (!parsed.success) return [];
  const failed = (parsed.data.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  const known = new Set(batch.map(({ MessageId }) => MessageId));
  if (failed.some((id) => !known.has(id)) || new Set(failed).size < failed.length) return [];
  return batch.filter(({ MessageId }) => !failed.includes(MessageId));
}
