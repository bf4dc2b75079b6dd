/** A ratio of ours to its yardstick, measured side by side in one run. */
export interface Ratio {
  readonly name: string;
  /** Median of the rounds' ratios. */
  readonly median: number;
  /** Smallest and largest ratio of a round. */
  readonly spread: readonly [number, number];
  /** What counts as good enough: at most, or at least, this much. */
  readonly target: { readonly atMost: number } | { readonly atLeast: number };
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Sums up the ratios of all rounds. */
export function ratio(name: string, ratios: readonly number[], target: Ratio['target']): Ratio {
  return { name, median: median(ratios), spread: [Math.min(...ratios), Math.max(...ratios)], target };
}

/** One line: the figure, its spread, its target and whether it was met. */
export function ratioLine({ name, median: figure, spread: [low, high], target }: Ratio): string {
  const [limit, met] =
    'atMost' in target
      ? [`≤ ${target.atMost}`, figure <= target.atMost]
      : [`≥ ${target.atLeast}`, figure >= target.atLeast];
  const verdict = met ? 'met' : 'MISSED';
  return `${name.padEnd(64)} ${figure.toFixed(2)} × (${low.toFixed(2)} to ${high.toFixed(2)})  target ${limit}: ${verdict}`;
}
