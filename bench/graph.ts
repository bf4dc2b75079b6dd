/** A line graph: both axes logarithmic, so that what grows linearly is a straight line of slope one. */
export interface Graph {
  /** File name without ending. */
  readonly name: string;
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly series: readonly Series[];
}

interface Series {
  readonly name: string;
  /** Pairs of x and y, all above zero, in the order of x. */
  readonly points: readonly (readonly [number, number])[];
}

const WIDTH = 640;
const HEIGHT = 360;
const LEFT = 64;
const RIGHT = 16;
const TOP = 56;
const BOTTOM = 48;
/** Told apart by people who do not tell red from green too (Okabe and Ito). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7'];

/** Draws the graph as an SVG file of its own, readable on light and dark pages. */
export function svgOf({ title, x, y, series }: Graph): string {
  const points = series.flatMap((line) => line.points);
  const toX = scaleOf(
    points.map(([at]) => at),
    [LEFT, WIDTH - RIGHT],
  );
  const toY = scaleOf(
    points.map(([, value]) => value),
    [HEIGHT - BOTTOM, TOP],
  );
  const ticksX = [...new Set(points.map(([at]) => at))];
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    text(title, { x: LEFT, y: 20, weight: 'bold' }),
    ...decades(points.map(([, value]) => value)).flatMap((value) => [
      `<path d="M${LEFT} ${toY(value)}H${WIDTH - RIGHT}" stroke="#dddddd"/>`,
      text(label(value), { x: LEFT - 6, y: toY(value) + 4, anchor: 'end' }),
    ]),
    ...ticksX.map((value) => text(label(value), { x: toX(value), y: HEIGHT - BOTTOM + 18, anchor: 'middle' })),
    text(x, { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 10, anchor: 'middle' }),
    text(y, { x: 8, y: TOP - 12 }),
    ...series.flatMap((line, at) => drawn(line, { at, toX, toY })),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

interface Place {
  readonly at: number;
  readonly toX: (value: number) => number;
  readonly toY: (value: number) => number;
}

function drawn({ name, points }: Series, { at, toX, toY }: Place): string[] {
  const colour = COLOURS[at % COLOURS.length] ?? '#000000';
  const line = points.map(([x, y]) => `${toX(x)},${toY(y)}`).join(' ');
  const legendX = LEFT + 140 + at * 165;
  return [
    `<polyline points="${line}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...points.map(([x, y]) => `<circle cx="${toX(x)}" cy="${toY(y)}" r="3.5" fill="${colour}"/>`),
    `<rect x="${legendX}" y="${TOP - 21}" width="10" height="10" fill="${colour}"/>`,
    text(name, { x: legendX + 15, y: TOP - 12 }),
  ];
}

/** Maps values to pixels by their logarithms. */
function scaleOf(values: readonly number[], [from, to]: readonly [number, number]): (value: number) => number {
  const bounds = decades(values);
  const low = Math.log10(Math.min(...values, ...(bounds.length > 1 ? bounds.slice(0, 1) : [])));
  const high = Math.log10(Math.max(...values, ...(bounds.length > 1 ? bounds.slice(-1) : [])));
  const span = high === low ? 1 : high - low;
  return (value) => Math.round((from + ((Math.log10(value) - low) / span) * (to - from)) * 10) / 10;
}

/** The powers of ten around the values. */
function decades(values: readonly number[]): number[] {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.ceil(Math.log10(Math.max(...values)));
  return Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step));
}

interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly anchor?: 'middle' | 'end';
  readonly weight?: 'bold';
}

function text(content: string, { x, y, anchor, weight }: TextPlace): string {
  const extra = `${anchor === undefined ? '' : ` text-anchor="${anchor}"`}${weight === undefined ? '' : ` font-weight="${weight}"`}`;
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}" fill="#222222"${extra}>${escaped}</text>`;
}

const label = (value: number): string => Number(value.toPrecision(3)).toLocaleString('en-US');
