import * as z from 'zod/mini';

/** A span in which a channel was switched off; `until` is absent while it still is. Epoch milliseconds. */
export const Pause = z.object({ from: z.number(), until: z.optional(z.number()) });
export type Pause = z.infer<typeof Pause>;

/** Whether a channel with these pauses was off at `at` (epoch milliseconds). */
export function isPausedAt(pauses: readonly Pause[], at: number): boolean {
  return pauses.some((pause) => pause.from <= at && (pause.until === undefined || at < pause.until));
}
