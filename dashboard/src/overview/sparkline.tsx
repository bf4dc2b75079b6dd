const WIDTH = 100;
const HEIGHT = 32;

interface SparklineProps {
  /** The oldest first; `null` where there is nothing to show. */
  readonly values: readonly (number | null)[];
  /** A fixed top, where the highest value would say too little. */
  readonly max?: number;
  /** A fixed bottom. */
  readonly min?: number;
}

/** The course of a figure, for the eye alone: the figure beside it is the fact. */
export function Sparkline({
  values,
  min = 0,
  max = Math.max(1, ...values.map((value) => value ?? 0)),
}: SparklineProps) {
  const step = WIDTH / Math.max(1, values.length - 1);
  const points = values.flatMap((value, index) => {
    if (value === null) return [];
    const height = Math.max(0, (value - min) / (max - min)) * (HEIGHT - 4);
    return [`${(index * step).toFixed(2)},${(HEIGHT - 2 - height).toFixed(2)}`];
  });
  const [first = '', last = ''] = [points[0], points.at(-1)].map((point) => point?.split(',')[0]);
  return (
    <svg className="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      {points.length > 1 && (
        <>
          <polygon points={`${first},${HEIGHT} ${points.join(' ')} ${last},${HEIGHT}`} />
          <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
        </>
      )}
    </svg>
  );
}
