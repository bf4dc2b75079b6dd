import type { Message, Routing } from '../delivery/message.ts';
import type { Endpoint } from '../directory/endpoint.ts';
import { evaluateFilter, type FilterSubject, UNDECIDED } from '../filter/evaluate.ts';
import { patternsFor } from '../filter/patterns.ts';
import { MAX_FILTER_STEPS, StepBudget } from '../filter/step-budget.ts';
import { parseJsonObject } from '../message/json-object.ts';
import { type BodyReader, payloadText } from '../message/payload.ts';

/**
 * Decides for every link of a webhook whether the notification goes to its channel, and why (specification section 1,
 * rule 2). The deliverer checks whether the channel itself is switched on.
 *
 * All filters share `MAX_FILTER_STEPS`. Each gets an equal part first, so that one which takes long keeps no other from
 * being decided; those that need more share what is left, in their order.
 */
export async function route({ links }: Pick<Endpoint, 'links'>, notification: FilterSubject): Promise<Routing[]> {
  const compile = await patternsFor(links.map((link) => link.filter));
  let left = MAX_FILTER_STEPS;
  const decide = ({ channelId, kind, enabled, filter }: Link, steps: number): Routing => {
    if (!enabled) return { channelId, kind, matched: false, reason: 'the link is switched off' };
    const budget = new StepBudget(steps);
    const verdict = evaluateFilter(filter, notification, compile, budget);
    left -= steps - budget.left;
    return { channelId, kind, ...verdict };
  };
  const share = Math.floor(MAX_FILTER_STEPS / Math.max(1, links.length));
  const decided = links.map((link) => ({ link, routing: decide(link, share) }));
  return decided.map(({ link, routing }) => (routing.reason === UNDECIDED ? decide(link, left) : routing));
}

type Link = Endpoint['links'][number];

/** What filters look at in a message that is stored. */
export async function storedSubject({ content, payload }: Message, bodies: BodyReader): Promise<FilterSubject> {
  return { ...content, payload: parseJsonObject(await payloadText(payload, bodies)) ?? {} };
}

/** What an operator should know of filters that ran out of steps; nothing for most messages. */
export function notesOfRouting(routing: readonly Routing[]): string[] {
  const count = routing.filter(({ reason }) => reason === UNDECIDED).length;
  if (count === 0) return [];
  return [`${count} ${count === 1 ? 'filter' : 'filters'} could not be decided: too many steps over this body`];
}
