import { readStreamEvent } from '../../adapters/aws/figures/stream-event.ts';
import { figureChangesOf } from '../../core/figures/change.ts';
import { countBatch, type PageStore } from '../../core/figures/count.ts';

/** How far the clocks of functions that accept messages may be wrong. */
const SKEW_MS = 10_000;

/** The answer that a mapping with a tumbling window expects. No state is carried on: the table holds the figures. */
const ANSWER = { state: {} } as const;

/**
 * Counts what changed in the Messages table. After an error the same batch comes again, before any later one; records
 * that are already counted are then skipped.
 */
export function createHandler({ pages }: { readonly pages: PageStore }) {
  return async (event: unknown): Promise<typeof ANSWER> => {
    const { streamShard, since, records } = readStreamEvent(event);
    const counted = records.flatMap(({ sequence, ...change }) => {
      const changes = figureChangesOf(change);
      // The stream lacks the beginning of earlier messages: their ends would count without it.
      return changes === undefined || changes.acceptedAt < since - SKEW_MS ? [] : [{ sequence, ...changes }];
    });
    await countBatch(pages, { streamShard, records: counted });
    return ANSWER;
  };
}
