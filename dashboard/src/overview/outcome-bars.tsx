import { type KeyboardEvent, useState } from 'react';
import { Link } from 'react-router';
import { usePaths } from '../session/organization.tsx';
import { barsOf, type Bar, deliveriesOf, inFigures, type Point } from './figures.ts';
import type { Range } from './range.ts';

const outcomes = [
  { name: 'Delivered', key: 'delivered' },
  { name: 'Retrying', key: 'pending' },
  { name: 'Failed', key: 'failed' },
] as const;

interface OutcomeBarsProps {
  readonly range: Range;
  readonly points: readonly Point[];
}

/** Deliveries over time by outcome; each bar leads to the messages behind it. */
export function OutcomeBars({ range, points }: OutcomeBarsProps) {
  const to = usePaths();
  const bars = barsOf(points, range.bucketMs, range.perBar);
  const top = Math.max(1, ...bars.map(deliveriesOf));
  const [focused, setFocused] = useState<number>();
  const stop = focused ?? bars.length - 1;
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const next = stop + ({ ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0);
    if (next === stop || next < 0 || next >= bars.length) return;
    event.preventDefault();
    setFocused(next);
    event.currentTarget.parentElement?.querySelectorAll('a')[next]?.focus();
  };
  return (
    <div className="bars-frame">
      <span className="bars-top">{inFigures(top)}</span>
      {/* One stop for the tabulator key, arrows from bar to bar. */}
      <nav className="bars" aria-label={`Deliveries of ${range.words}`}>
        {bars.map((bar, index) => (
          <Link
            key={bar.from}
            className="bar"
            tabIndex={index === stop ? 0 : -1}
            to={to(`messages?from=${new Date(bar.from).toISOString()}&to=${new Date(bar.to).toISOString()}`)}
            aria-label={inWords(bar)}
            title={inWords(bar)}
            onKeyDown={move}
          >
            {outcomes.map(({ key }) => (
              <span key={key} className={`bar-part ${key}`} style={{ height: `${(bar[key] / top) * 100}%` }} />
            ))}
          </Link>
        ))}
      </nav>
      <div className="bars-foot" aria-hidden>
        <span>{bars[0] && clock(range, bars[0].from)}</span>
        <span>now</span>
      </div>
      <ul className="legend">
        {outcomes.map(({ name, key }) => (
          <li key={key}>
            <span className={`swatch ${key}`} /> {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

const DAY_MS = 86_400_000;
const time = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const dayAndTime = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });

const clock = (range: Range, at: number) => (range.lengthMs > DAY_MS ? day : time).format(at);

function inWords({ from, to, messages, delivered, failed, pending }: Bar): string {
  const span = to - from >= DAY_MS ? day.format(from) : dayAndTime.formatRange(from, to);
  const parts = [
    `${inFigures(messages)} ${messages === 1 ? 'message' : 'messages'}`,
    `${inFigures(delivered)} delivered`,
    ...(failed === 0 ? [] : [`${inFigures(failed)} failed`]),
    ...(pending === 0 ? [] : [`${inFigures(pending)} retrying`]),
  ];
  return `${span}: ${parts.join(', ')}`;
}
