import * as z from 'zod/mini';
import { noUsage, Usage, usageFields } from '../usage/usage.ts';
import type { Durations } from './durations.ts';

/** How many messages and deliveries, and how long those took that were delivered, from 201 on. */
export const Tally = z.extend(Usage, { durations: z.record(z.string(), z.number()) });
export type Tally = z.infer<typeof Tally>;

/** Nothing happened. */
export const noTally: Tally = { ...noUsage, durations: {} };

/** The sum of both. */
export function addTallies(left: Tally, right: Tally): Tally {
  const sum = { ...left };
  for (const field of usageFields) sum[field] += right[field];
  sum.durations = addDurations(left.durations, right.durations);
  return sum;
}

function addDurations(left: Durations, right: Durations): Record<string, number> {
  const sum = { ...left };
  for (const [bin, count] of Object.entries(right)) {
    const both = (sum[bin] ?? 0) + count;
    if (both === 0) delete sum[bin];
    else sum[bin] = both;
  }
  return sum;
}

/** What adding it takes away again. */
export function negated(tally: Tally): Tally {
  const opposite = { ...tally };
  for (const field of usageFields) opposite[field] = 0 - tally[field];
  opposite.durations = Object.fromEntries(Object.entries(tally.durations).map(([bin, count]) => [bin, -count]));
  return opposite;
}

/** Whether adding it changes nothing. */
export function isNothing({ durations, ...usage }: Tally): boolean {
  return usageFields.every((field) => usage[field] === 0) && Object.keys(durations).length === 0;
}
