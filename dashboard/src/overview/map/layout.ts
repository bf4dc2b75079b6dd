import type { MapLink, RoutingMap } from './routing.ts';

/** How high the place of a node is, and how high its ribbons together may be, in pixels. */
export const ROW = 52;
const MAX_RIBBONS = 34;
const MIN_RIBBON = 1.5;

/** A link as it is drawn: from one height to another. */
export interface Ribbon {
  readonly link: MapLink;
  readonly start: number;
  readonly end: number;
  readonly width: number;
  /** Where its label stands: how far along, 0 to 1. `undefined`: there is no room for one. */
  readonly labelAt: number | undefined;
}

/** How high the map is, in pixels. */
export const heightOf = ({ webhooks, channels }: RoutingMap): number =>
  Math.max(webhooks.length, channels.length) * ROW;

/** Where each side begins so that both are centred, in pixels. */
export const offsetOf = (map: RoutingMap, count: number): number => (heightOf(map) - count * ROW) / 2;

/** The ribbons of a map, stacked at both ends in the order of where they lead, so that few cross. */
export function ribbonsOf(map: RoutingMap): Ribbon[] {
  const sums = (nodes: readonly unknown[], end: 'from' | 'to') =>
    nodes.map((_, place) => map.links.reduce((sum, link) => sum + (link[end] === place ? link.count : 0), 0));
  const most = Math.max(1, ...sums(map.webhooks, 'from'), ...sums(map.channels, 'to'));
  const widths = map.links.map(({ count }) => Math.max(MIN_RIBBON, (count / most) * MAX_RIBBONS));
  const starts = stacked(map.links, widths, 'from', offsetOf(map, map.webhooks.length));
  const ends = stacked(map.links, widths, 'to', offsetOf(map, map.channels.length));
  return labelled(
    map.links.map((link, index) => ({
      link,
      start: starts[index] ?? 0,
      end: ends[index] ?? 0,
      width: widths[index] ?? 0,
      labelAt: undefined,
    })),
  );
}

/** The middle of each ribbon at one end. */
function stacked(links: readonly MapLink[], widths: readonly number[], end: 'from' | 'to', offset: number): number[] {
  const other = end === 'from' ? 'to' : 'from';
  const order = links.map((_, index) => index).toSorted((a, b) => (links[a]?.[other] ?? 0) - (links[b]?.[other] ?? 0));
  const middles: number[] = [];
  const filled = new Map<number, number>();
  for (const index of order) {
    const place = links[index]?.[end] ?? 0;
    const width = widths[index] ?? 0;
    const total = links.reduce((sum, link, at) => sum + (link[end] === place ? (widths[at] ?? 0) : 0), 0);
    const used = filled.get(place) ?? 0;
    middles[index] = offset + place * ROW + ROW / 2 - total / 2 + used + width / 2;
    filled.set(place, used + width);
  }
  return middles;
}

const PLACES = [0.5, 0.3, 0.7, 0.4, 0.6, 0.22, 0.78];
const LABEL_HEIGHT = 20;
const LABEL_LENGTH = 0.3;

/** Gives each filter a place along its ribbon where no other label is, the widest ribbons first. */
function labelled(ribbons: readonly Ribbon[]): Ribbon[] {
  const taken: { readonly at: number; readonly y: number }[] = [];
  const found = new Map<Ribbon, number>();
  const filtered = ribbons.filter(({ link }) => link.filter !== null);
  for (const ribbon of filtered.toSorted((one, other) => other.width - one.width)) {
    const free = PLACES.find((at) => {
      const y = heightAt(ribbon, at);
      return taken.every((one) => Math.abs(one.y - y) >= LABEL_HEIGHT || Math.abs(one.at - at) >= LABEL_LENGTH);
    });
    if (free === undefined) continue;
    taken.push({ at: free, y: heightAt(ribbon, free) });
    found.set(ribbon, free);
  }
  return ribbons.map((ribbon) => ({ ...ribbon, labelAt: found.get(ribbon) }));
}

/** How high a ribbon is at `at` of its way: it rises as {@link pathOf} draws it, a cubic curve with level ends. */
export function heightAt({ start, end }: Pick<Ribbon, 'start' | 'end'>, at: number): number {
  // The curve's x is 1.5 t (1 - t) + t³ of its own parameter t: three steps of Newton find t for x.
  let t = at;
  for (let step = 0; step < 3; step += 1) t -= (1.5 * t * (1 - t) + t ** 3 - at) / (1.5 - 3 * t + 3 * t * t);
  return start + (end - start) * (3 * t * t - 2 * t ** 3);
}

/** The line of a ribbon in a picture that is 100 wide. */
export const pathOf = ({ start, end }: Pick<Ribbon, 'start' | 'end'>): string =>
  `M0,${start.toFixed(1)} C50,${start.toFixed(1)} 50,${end.toFixed(1)} 100,${end.toFixed(1)}`;
