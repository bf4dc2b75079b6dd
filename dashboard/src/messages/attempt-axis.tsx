import type { Attempt, Delivery } from '../api/types.ts';
import { timeAxis } from './time-axis.ts';

const colors: Readonly<Record<Attempt['outcome'], string>> = {
  delivered: 'var(--delivered)',
  retry: 'var(--retried)',
  failed: 'var(--failed)',
  skipped: 'var(--waiting)',
};

/** Room for half a dot on either side. */
const inset = (place: number) => `${1 + place * 98}%`;

interface AttemptAxisProps {
  readonly receivedAt: string;
  readonly delivery: Delivery;
}

/** When each attempt was, since the message came; a ring is the next one. The list below it says the same in words. */
export function AttemptAxis({ receivedAt, delivery: { attempts, nextAttemptAt } }: AttemptAxisProps) {
  const start = Date.parse(receivedAt);
  const next = nextAttemptAt === undefined ? undefined : Date.parse(nextAttemptAt);
  const { place, marks } = timeAxis(start, [
    ...attempts.map(({ at }) => Date.parse(at)),
    ...(next === undefined ? [] : [next]),
  ]);
  return (
    <svg className="attempt-axis" width="100%" height="44" aria-hidden>
      <line x1={inset(0)} x2={inset(1)} y1="14" y2="14" stroke="var(--line)" />
      {marks.map((mark) => (
        <g key={mark.label}>
          <line x1={inset(mark.place)} x2={inset(mark.place)} y1="10" y2="18" stroke="var(--line)" />
          <text x={inset(mark.place)} y="36" textAnchor="middle">
            {mark.label}
          </text>
        </g>
      ))}
      {attempts.map(({ at, outcome }) => (
        <circle
          key={at}
          cx={inset(place(Date.parse(at)))}
          cy="14"
          r="5"
          fill={colors[outcome]}
          stroke="var(--surface)"
        />
      ))}
      {next !== undefined && (
        <circle
          cx={inset(place(next))}
          cy="14"
          r="5"
          fill="var(--surface)"
          stroke="var(--text-quiet)"
          strokeDasharray="3 2"
          strokeWidth="1.5"
        />
      )}
    </svg>
  );
}
