import { describeFilter } from '../../filters/describe-filter.ts';
import { inFigures } from '../figures.ts';
import type { MapLink, RoutingMap } from './routing.ts';

/** A link in a sentence. */
export function wordsOf({ webhooks, channels }: RoutingMap, { from, to, filter, count }: MapLink): string {
  const names = `${webhooks[from]?.name ?? ''} to ${channels[to]?.name ?? ''}`;
  const filtered = filter === null ? '' : `, if ${describeFilter(filter)}`;
  return `${names}${filtered}: about ${inFigures(Math.round(count))} deliveries`;
}
