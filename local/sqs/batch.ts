import { SqsError } from './errors.ts';
import type { BatchFailure } from './errors.ts';

const MAX_ENTRIES = 10;

interface Entry {
  readonly Id: string;
}

/** The answer to a batch: what succeeded, and why each refused entry did not. Empty lists are left out, as on AWS. */
export interface BatchResult<Result> {
  readonly Successful?: readonly Result[];
  readonly Failed?: readonly BatchFailure[];
}

/**
 * @throws {SqsError} `EmptyBatchRequest`, `TooManyEntriesInBatchRequest`, `InvalidBatchEntryId`,
 * `BatchEntryIdsNotDistinct`: these refuse the batch as a whole.
 */
export function checkBatch(entries: readonly Entry[]): void {
  if (entries.length === 0)
    throw new SqsError('EmptyBatchRequest', 'There should be at least one entry in the request.');
  if (entries.length > MAX_ENTRIES) {
    throw new SqsError(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request is ${MAX_ENTRIES}. You have sent ${entries.length}.`,
    );
  }
  if (!entries.every(({ Id }) => /^[\w-]{1,80}$/.test(Id))) {
    throw new SqsError(
      'InvalidBatchEntryId',
      'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
    );
  }
  if (new Set(entries.map(({ Id }) => Id)).size < entries.length) {
    throw new SqsError('BatchEntryIdsNotDistinct', 'Two or more batch entries in the request have the same Id.');
  }
}

/** Runs `each` per entry; a refusal of one entry leaves the others alone. */
export function runBatch<E extends Entry, Result>(
  entries: readonly E[],
  each: (entry: E) => Result,
): BatchResult<Result> {
  const successful: Result[] = [];
  const failed: BatchFailure[] = [];
  for (const entry of entries) {
    try {
      successful.push(each(entry));
    } catch (error) {
      if (!(error instanceof SqsError)) throw error;
      failed.push(error.toBatchFailure(entry.Id));
    }
  }
  return {
    ...(successful.length > 0 && { Successful: successful }),
    ...(failed.length > 0 && { Failed: failed }),
  };
}
