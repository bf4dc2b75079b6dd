import { readStreamEvent } from '../../adapters/aws/figures/stream-event.ts';
import { effectsOf } from '../../core/figures/change.ts';
import { countBatch, type PageStore } from '../../core/figures/count.ts';

/** Clocks of those who accept messages may be wrong by so much. */
const SKEW_MS = 10_000;

/** What a mapping with a tumbling window wants to hear. Nothing is carried on: what was counted is in the table. */
const ANSWER = { state: {} } as const;

/**
 * Counts what changed in the Messages table. An error brings the same batch again, before anything after it; what of it
 * was counted is passed over then.
 */
export function createHandler({ pages }: { readonly pages: PageStore }) {
  return async (event: unknown): Promise<typeof ANSWER> => {
    const { streamShard, since, records } = readStreamEvent(event);
    const counted = records.flatMap(({ sequence, ...change }) => {
      const effects = effectsOf(change);
      // The beginning of what was accepted before is not in the stream: its end would count without it.
      return effects === undefined || effects.acceptedAt < since - SKEW_MS ? [] : [{ sequence, ...effects }];
    });
    await countBatch(pages, { streamShard, records: counted });
    return ANSWER;
  };
}
