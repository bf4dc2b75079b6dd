import * as z from 'zod/mini';
import { isLive } from '../channels/kinds.ts';
import type { MessageRecord } from '../delivery/message-report.ts';
import { reaches } from '../delivery/message.ts';

/** How many messages were accepted, and what became of their deliveries so far. */
export const Usage = z.object({
  messages: z.number(),
  delivered: z.number(),
  failed: z.number(),
  skipped: z.number(),
  /** Neither delivered nor given up when they were counted. */
  pending: z.number(),
});
export type Usage = z.infer<typeof Usage>;

export const usageFields = ['messages', 'delivered', 'failed', 'skipped', 'pending'] as const satisfies (keyof Usage)[];

/** Nothing was accepted. */
export const noUsage: Usage = { messages: 0, delivered: 0, failed: 0, skipped: 0, pending: 0 };

/** The sum of both, or with `factor` -1 the difference. */
export function addUsage(left: Usage, right: Usage, factor: 1 | -1 = 1): Usage {
  const entries = usageFields.map((field): [keyof Usage, number] => [field, left[field] + factor * right[field]]);
  return Usage.parse(Object.fromEntries(entries));
}

/** What one message counts as. A Live Stream has no attempts that could fail: what is routed to it counts as delivered. */
export function usageOf({ message, deliveries }: MessageRecord): Usage {
  const states = new Map(deliveries.map(({ channelId, state }) => [channelId, state]));
  // What the router itself says of an alert is no accepted send.
  const counted = { ...noUsage, messages: message.origin === undefined ? 1 : 0 };
  for (const link of message.routing) {
    const state = states.get(link.channelId);
    if (!reaches(link) && state === undefined && message.everMatched?.has(link.channelId) !== true) continue;
    counted[fieldOf(state ?? (isLive(link.kind) ? 'delivered' : 'queued'))] += 1;
  }
  return counted;
}

/** How a delivery in a state is counted. */
export function fieldOf(state: MessageRecord['deliveries'][number]['state']): Exclude<keyof Usage, 'messages'> {
  return state === 'delivered' || state === 'failed' || state === 'skipped' ? state : 'pending';
}
