import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Stats } from '../api/types.ts';
import { usePaths } from '../session/organization.tsx';
import { inUnits } from '../time/duration.ts';
import { inFigures, inPercent, newestP95, type Point, successOf, sumOf } from './figures.ts';
import type { Range } from './range.ts';
import { Sparkline } from './sparkline.tsx';

/** Stands where a figure will be, so that nothing moves when it comes. */
const COMING = '–';

interface FigureTilesProps {
  readonly range: Range;
  /** `undefined`: on their way. */
  readonly stats: Stats | undefined;
}

const NO_POINTS: readonly Point[] = [];

/** The four figures that say how it goes; each leads to the messages behind it. */
export function FigureTiles({ range, stats }: FigureTilesProps) {
  const to = usePaths();
  const points = stats?.series[0]?.points ?? NO_POINTS;
  const sum = sumOf(points);
  const isThere = points.length > 0;
  const success = successOf(sum);
  const p95 = newestP95(points);
  const messages = (state: string) => to(stats === undefined ? 'messages' : `messages?from=${stats.from}${state}`);
  return (
    <div className="tiles">
      <Tile
        label="Messages"
        value={isThere ? inFigures(sum.messages) : COMING}
        note={`in ${range.words}`}
        href={messages('')}
      >
        <Sparkline values={points.map((point) => point.messages)} />
      </Tile>
      <Tile
        label="Success"
        value={success === undefined ? COMING : inPercent(success)}
        note={isThere ? `${inFigures(sum.failed)} failed of ${inFigures(sum.delivered + sum.failed)} deliveries` : ''}
        tone={toneOf(success)}
        href={messages('&state=failed')}
      >
        <Sparkline values={points.map((point) => successOf(point) ?? null)} min={0.5} max={1} />
      </Tile>
      <Tile
        label="p95 to delivery"
        value={p95 === undefined ? COMING : inUnits(p95)}
        note={`in the latest ${range.bucketWords} with deliveries`}
      >
        <Sparkline values={points.map(({ p95Ms }) => p95Ms)} />
      </Tile>
      <Tile
        label="Retrying"
        value={isThere ? inFigures(sum.pending) : COMING}
        note="deliveries that wait for a try"
        href={messages('&state=retrying')}
      >
        <Sparkline values={points.map(({ pending }) => pending)} />
      </Tile>
    </div>
  );
}

const GOOD = 0.99;
const FAIR = 0.9;

/** How a share of successes is to be taken. */
export function toneOf(success: number | undefined): 'good' | 'fair' | 'poor' | undefined {
  if (success === undefined) return undefined;
  if (success >= GOOD) return 'good';
  return success >= FAIR ? 'fair' : 'poor';
}

interface TileProps {
  readonly label: string;
  readonly value: string;
  readonly note: string;
  readonly tone?: ReturnType<typeof toneOf>;
  /** Where the messages behind it are. */
  readonly href?: string;
  readonly children: ReactNode;
}

function Tile({ label, value, note, tone, href, children }: TileProps) {
  const content = (
    <>
      <span className="tile-label">{label}</span>
      <span className={`tile-value tone-${tone ?? 'plain'}`}>{value}</span>
      <span className="tile-note">{note}</span>
      {children}
    </>
  );
  if (href === undefined) return <div className="tile">{content}</div>;
  return (
    <Link className="tile" to={href}>
      {content}
    </Link>
  );
}
