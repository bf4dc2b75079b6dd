import type { Delivery, Message } from '../api/types.ts';

/** What one linked channel has to do with a message. */
export interface Route {
  readonly channelId: string;
  /** Why it was delivered there, or why not. */
  readonly reason: string | undefined;
  readonly matched: boolean;
  /** Absent: nothing was, or is yet, to be delivered there. */
  readonly delivery: Delivery | undefined;
}

/** One route for each channel that a message was routed or delivered to; what somebody must look at comes first. */
export function routesOf({ routing, deliveries }: Pick<Message, 'routing' | 'deliveries'>): Route[] {
  const ids = new Set([...deliveries, ...routing].map(({ channelId }) => channelId));
  const routes = [...ids].map((channelId): Route => {
    const decision = routing.find((one) => one.channelId === channelId);
    const delivery = deliveries.find((one) => one.channelId === channelId);
    return { channelId, reason: decision?.reason, matched: decision?.matched ?? delivery !== undefined, delivery };
  });
  return routes.toSorted((one, other) => rank(one) - rank(other));
}

const order = ['failed', 'retrying', 'delivering', 'queued', 'delivered', 'skipped'];

function rank({ delivery, matched }: Route): number {
  if (delivery !== undefined) return order.indexOf(delivery.state);
  return matched ? order.indexOf('queued') : order.length;
}
