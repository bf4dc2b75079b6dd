/** A ratio of ours to its yardstick, measured side by side in one run. */
export interface Ratio {
  readonly name: string;
  /** Median of the rounds' ratios. */
  readonly median: number;
  /** Smallest and largest ratio of a round. */
  readonly spread: readonly [number, number];
  /** The middle half of the rounds' ratios. */
  readonly middle: readonly [number, number];
  readonly rounds: number;
  /** What counts as good enough: at most, or at least, this much. Absent: the ratio is for information. */
  readonly target?: Target;
}

export type Target = { readonly atMost: number } | { readonly atLeast: number };

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which a `share` (0 to 1) of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Sums up the ratios of all rounds. */
export function ratio(name: string, ratios: readonly number[], target?: Target): Ratio {
  return {
    name,
    median: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
    middle: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    rounds: ratios.length,
    ...(target === undefined ? {} : { target }),
  };
}

/** The target in words and whether it was met; empty where there is none. */
export function verdictOf({ median: figure, target }: Pick<Ratio, 'median' | 'target'>): string {
  if (target === undefined) return '';
  const [limit, met] =
    'atMost' in target
      ? [`≤ ${target.atMost}`, figure <= target.atMost]
      : [`≥ ${target.atLeast}`, figure >= target.atLeast];
  return `${limit}: ${met ? 'met' : 'MISSED'}`;
}

/** One line: the figure, its spread, its target and whether it was met. */
export function ratioLine(line: Ratio): string {
  const { name, median: figure, spread, middle } = line;
  const half = `half of the rounds ${middle[0].toFixed(2)} to ${middle[1].toFixed(2)}`;
  const all = `all ${spread[0].toFixed(2)} to ${spread[1].toFixed(2)}`;
  const verdict = verdictOf(line);
  return `${name.padEnd(64)} ${figure.toFixed(2)} × (${half}, ${all})${verdict === '' ? '' : `  target ${verdict}`}`;
}
