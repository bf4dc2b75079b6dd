/**
 * How often a duration fell into each bin, by the bin's number as text. A bin reaches from one power of the base
 * to the next, so that bins of any two sums can be added, whatever they hold.
 */
export type Durations = Readonly<Record<string, number>>;

/** A duration differs from the middle of its bin by 7 % at most, which leaves room to round. */
const BASE = 1.15;

/** What is shorter than a millisecond counts as one. */
export function binOf(milliseconds: number): string {
  return String(Math.ceil(Math.log(Math.max(1, milliseconds)) / Math.log(BASE)));
}

/** What stands for all durations of a bin: no other value is as near to both of its ends, measured as a share of them. */
function middleOf(bin: number): number {
  return (2 * BASE ** bin) / (BASE + 1);
}

/**
 * The duration, in whole milliseconds, that `share` of all durations do not exceed, within 10 %.
 *
 * @param share above 0, up to 1
 * @returns null when there are none
 */
export function percentile(durations: Durations, share: number): number | null {
  const bins = Object.entries(durations)
    .map(([bin, count]): [number, number] => [Number(bin), count])
    .sort(([left], [right]) => left - right);
  const total = bins.reduce((sum, [, count]) => sum + count, 0);
  let left = Math.ceil(share * total);
  for (const [bin, count] of bins) {
    left -= count;
    if (left <= 0) return Math.round(middleOf(bin));
  }
  return null;
}
