import { useNow } from './now.ts';

const clock = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' } as const;
const thisYear = new Intl.DateTimeFormat(undefined, clock);
const anyYear = new Intl.DateTimeFormat(undefined, { ...clock, year: 'numeric' });

/** The year is said where it is another one than now. */
const inWords = (date: Date) => (date.getFullYear() === new Date().getFullYear() ? thisYear : anyYear).format(date);
const clockTime = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });

/** The time of day of an ISO 8601 time, in the viewer's zone. */
export const clockOf = (at: string): string => clockTime.format(new Date(at));

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** How long ago, or how far ahead, in the largest unit that fits. */
function distance(from: number, now: number): string {
  const difference = from - now;
  const [unit, size] = UNITS.find(([, size]) => Math.abs(difference) >= size) ?? UNITS[3];
  return relative.format(Math.round(difference / size), unit);
}

function Distance({ from }: { readonly from: number }) {
  return distance(from, useNow());
}

interface MomentProps {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** How long ago instead of the date. */
  readonly ago?: boolean;
}

/** A time in the viewer's zone; UTC on hover. */
export function Moment({ at, ago = false }: MomentProps) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={`${at.replace('T', ' ').replace('Z', '')} UTC`}>
      {ago ? <Distance from={date.getTime()} /> : inWords(date)}
    </time>
  );
}
