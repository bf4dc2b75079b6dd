import type { Channel, Filter, Stats, Webhook } from '../../api/types.ts';
import { deliveriesOf, successOf, sumOf } from '../figures.ts';
import { shareOut } from './share-out.ts';

/** A webhook or a channel on the map; the last one may stand for all that are not shown. */
export interface MapNode {
  /** `undefined`: all the others. */
  readonly id: string | undefined;
  readonly name: string;
  /** Messages of a webhook, deliveries of a channel. */
  readonly count: number;
  /** Of a channel: how many of its deliveries arrived, 0 to 1. */
  readonly success: number | undefined;
  /** Of a channel. */
  readonly kind: string | undefined;
}

/** Deliveries from a webhook to a channel. */
export interface MapLink {
  /** Positions among the nodes. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly filter: Filter | null;
  /** `undefined`: several links. */
  readonly href: string | undefined;
}

/** What goes where. */
export interface RoutingMap {
  readonly webhooks: readonly MapNode[];
  readonly channels: readonly MapNode[];
  readonly links: readonly MapLink[];
}

/** So many on each side; the rest is one more. */
export const SHOWN = 12;

type Series = Stats['series'];

interface RoutingData {
  readonly byWebhook: Series;
  readonly byChannel: Series;
  /** At least those of the busiest webhooks. */
  readonly webhooks: readonly Webhook[];
  readonly channels: readonly Channel[];
}

/** The ids of the busiest webhooks, whose links the map shows. */
export const busiestOf = (series: Series): string[] =>
  ranked(series)
    .slice(0, SHOWN)
    .map(({ id }) => id);

/** The map of the busiest webhooks and channels, and of the links between them. */
export function routingMap({ byWebhook, byChannel, webhooks, channels }: RoutingData): RoutingMap {
  const left = sideOf(byWebhook, webhooks, 'webhooks');
  const right = sideOf(byChannel, channels, 'channels');
  const pairs = pairsOf(left, right, webhooks);
  const counts = shareOut(
    left.map(({ deliveries }) => deliveries),
    right.map(({ deliveries }) => deliveries),
    pairs,
  );
  return {
    webhooks: left.map(({ id, name, messages }) => ({
      id,
      name,
      count: messages,
      success: undefined,
      kind: undefined,
    })),
    channels: right.map(({ id, name, deliveries, success }) => {
      const kind = channels.find((channel) => channel.id === id)?.kind;
      return { id, name, count: deliveries, success, kind };
    }),
    links: pairs.map((pair, index) => ({ ...pair, count: counts[index] ?? 0 })),
  };
}

interface Side {
  readonly id: string | undefined;
  readonly name: string;
  readonly messages: number;
  readonly deliveries: number;
  readonly success: number | undefined;
}

interface Ranked {
  readonly id: string;
  readonly name: string | null;
  readonly points: Series[number]['points'];
}

/** Series with what they are of, the busiest first. */
function ranked(series: Series): Ranked[] {
  const busy = ({ points }: Ranked) => {
    const sum = sumOf(points);
    return sum.messages + deliveriesOf(sum);
  };
  return series
    .flatMap(({ id, name, points }) => (id === null ? [] : [{ id, name, points }]))
    .toSorted((one, other) => busy(other) - busy(one));
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Series without an id are of what had no room in the answer. */
function sideOf(series: Series, known: readonly Named[], what: string): Side[] {
  const quiet = known.filter(({ id }) => series.every((one) => one.id !== id)).map((one) => ({ ...one, points: [] }));
  const all = [...ranked(series), ...quiet];
  const shown = all.slice(0, SHOWN).map(({ id, name, points }) => side(id, name ?? 'Deleted', points));
  const rest = all.slice(SHOWN);
  const nameless = series.filter(({ id }) => id === null);
  if (rest.length + nameless.length === 0) return shown;
  const name = nameless.length === 0 ? `${rest.length} other ${what}` : `All other ${what}`;
  return [
    ...shown,
    side(
      undefined,
      name,
      [...rest, ...nameless].flatMap(({ points }) => points),
    ),
  ];
}

function side(id: string | undefined, name: string, points: Series[number]['points']): Side {
  const sum = sumOf(points);
  return { id, name, messages: sum.messages, deliveries: deliveriesOf(sum), success: successOf(sum) };
}

type Pair = Omit<MapLink, 'count'>;

/** Which webhooks deliver to which channels: those shown by their links, the others maybe to all. */
function pairsOf(left: readonly Side[], right: readonly Side[], webhooks: readonly Webhook[]): Pair[] {
  const others = right.findIndex(({ id }) => id === undefined);
  return left.flatMap(({ id: webhookId }, from): Pair[] => {
    const webhook = webhooks.find(({ id }) => id === webhookId);
    if (webhookId === undefined) {
      return right.map((_, to) => ({ from, to, filter: null, href: undefined }));
    }
    const links = (webhook?.channels ?? []).filter(({ enabled }) => enabled);
    const shown = links.flatMap(({ channelId, filter }): Pair[] => {
      const to = right.findIndex(({ id }) => id === channelId);
      return to === -1 ? [] : [{ from, to, filter, href: `webhooks/${webhookId}/channels/${channelId}` }];
    });
    if (others === -1 || shown.length === links.length) return shown;
    return [...shown, { from, to: others, filter: null, href: undefined }];
  });
}
