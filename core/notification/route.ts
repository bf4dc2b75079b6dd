import type { Endpoint } from '../directory/endpoint.ts';
import { evaluateFilter, type FilterSubject } from '../filter/evaluate.ts';
import { patternsFor } from '../filter/patterns.ts';
import type { Routing } from './message.ts';

/**
 * Decides for every link of a webhook whether the notification goes to its channel, and why (specification section 1,
 * rule 2). Whether the channel itself is switched on is the deliverer's to see.
 */
export async function route({ links }: Pick<Endpoint, 'links'>, notification: FilterSubject): Promise<Routing[]> {
  const compile = await patternsFor(links.map((link) => link.filter));
  return links.map(({ channelId, kind, enabled, filter }) => {
    if (!enabled) return { channelId, kind, matched: false, reason: 'the link is switched off' };
    return { channelId, kind, ...evaluateFilter(filter, notification, compile) };
  });
}
