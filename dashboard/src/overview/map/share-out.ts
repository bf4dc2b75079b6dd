interface Pair {
  readonly from: number;
  readonly to: number;
}

/** Enough for what is drawn: a share is then right to a pixel. */
const ROUNDS = 50;

/**
 * How much goes along each pair, when it is known how much leaves each place and how much comes to each. Exact where
 * that leaves one answer, as wherever no two webhooks share two channels; otherwise the most even one (iterative
 * proportional fitting).
 *
 * @param leaving by the number of where it comes from
 * @param coming by the number of where it goes to
 */
export function shareOut(leaving: readonly number[], coming: readonly number[], pairs: readonly Pair[]): number[] {
  let counts = pairs.map(() => 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    counts = fitted(
      counts,
      pairs.map(({ from }) => from),
      leaving,
    );
    counts = fitted(
      counts,
      pairs.map(({ to }) => to),
      coming,
    );
  }
  return counts;
}

/** Makes what has the same place add up to its total. */
function fitted(counts: readonly number[], places: readonly number[], totals: readonly number[]): number[] {
  const sums = totals.map(() => 0);
  for (const [index, place] of places.entries()) sums[place] = (sums[place] ?? 0) + (counts[index] ?? 0);
  return counts.map((count, index) => {
    const place = places[index] ?? 0;
    const sum = sums[place] ?? 0;
    return sum === 0 ? 0 : (count * (totals[place] ?? 0)) / sum;
  });
}
