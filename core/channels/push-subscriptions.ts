import * as z from 'zod';

const MAX_SUBSCRIPTIONS = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A subscription as it is kept; what a browser says is checked by `Subscription`. Epoch milliseconds. */
export const StoredSubscription = z.object({
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  /** Absent in those that were made before this was noted. */
  subscribedAt: z.number().optional(),
  /** Names the network that it was made from, without giving it away. */
  origin: z.string().optional(),
  /** When its push service last took a message, to a day. */
  acceptedAt: z.number().optional(),
});
export type StoredSubscription = z.infer<typeof StoredSubscription>;

/** By id: the start of the hash of the endpoint. */
export const StoredSubscriptions = z.record(z.string(), StoredSubscription);
export type StoredSubscriptions = z.infer<typeof StoredSubscriptions>;

/** A subscription that came, and the one that gave its place to it. */
export interface Subscribed {
  readonly subscriptions: StoredSubscriptions;
  readonly displaced?: { readonly id: string; readonly subscription: StoredSubscription };
}

/** Adds a subscription, or renews its keys. When all places are taken, another gives way: nobody is locked out. */
export function withSubscription(
  subscriptions: StoredSubscriptions,
  id: string,
  subscription: StoredSubscription,
): Subscribed {
  const isFull = subscriptions[id] === undefined && Object.keys(subscriptions).length >= MAX_SUBSCRIPTIONS;
  const displaced = isFull ? nextToGo(subscriptions) : undefined;
  if (displaced === undefined) return { subscriptions: { ...subscriptions, [id]: subscription } };
  const { [displaced.id]: _, ...kept } = subscriptions;
  return { subscriptions: { ...kept, [id]: subscription }, displaced };
}

/**
 * Who gives way: somebody whose push service never took a message, if there is one, so that made-up ones go first; of
 * the network with most of them, so that who fills all places pushes out its own; of these the one that was well longest
 * ago.
 */
function nextToGo(subscriptions: StoredSubscriptions): Subscribed['displaced'] {
  const all = Object.entries(subscriptions).map(([id, subscription]) => ({ id, subscription }));
  const unproven = all.filter(({ subscription }) => isUnproven(subscription));
  const candidates = unproven.length > 0 ? unproven : all;
  const crowds = Map.groupBy(candidates, ({ subscription }) => subscription.origin);
  const [crowd = []] = Array.from(crowds.values()).toSorted((a, b) => b.length - a.length);
  return crowd.toSorted((a, b) => lastGoodTime(a.subscription) - lastGoodTime(b.subscription))[0];
}

function isUnproven({ acceptedAt, subscribedAt }: StoredSubscription): boolean {
  return acceptedAt === undefined && subscribedAt !== undefined;
}

function lastGoodTime({ acceptedAt, subscribedAt = 0 }: StoredSubscription): number {
  return acceptedAt ?? subscribedAt;
}

/** Those of `reached` whose acceptance is worth a write at `now`: the first one, and one a day after that. */
export function newlyAccepted(
  subscriptions: StoredSubscriptions,
  reached: readonly string[],
  now: number,
): readonly string[] {
  return reached.filter((id) => {
    const known = subscriptions[id];
    return known !== undefined && (known.acceptedAt === undefined || known.acceptedAt < now - DAY_MS);
  });
}
