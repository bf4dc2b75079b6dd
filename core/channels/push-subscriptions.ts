import * as z from 'zod';

const MAX_SUBSCRIPTIONS = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A subscription as stored; `Subscription` checks what a browser sends. Times are epoch milliseconds. */
export const StoredSubscription = z.object({
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  /** Absent in subscriptions from before this was stored. */
  subscribedAt: z.number().optional(),
  /** Identifies the network that the subscription came from, without revealing it. */
  origin: z.string().optional(),
  /** When its push service last took a message, to a day. */
  acceptedAt: z.number().optional(),
});
export type StoredSubscription = z.infer<typeof StoredSubscription>;

/** By id: the start of the hash of the endpoint. */
export const StoredSubscriptions = z.record(z.string(), StoredSubscription);
export type StoredSubscriptions = z.infer<typeof StoredSubscriptions>;

/** A new subscription, and the one that made room for it. */
export interface Subscribed {
  readonly subscriptions: StoredSubscriptions;
  readonly displaced?: { readonly id: string; readonly subscription: StoredSubscription };
}

/** Adds a subscription, or renews its keys. When all places are taken, another one goes: nobody is locked out. */
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
 * The subscription that goes: one whose push service never took a message, if any, so that made-up ones go first. Among
 * those, one from the network with the most, so that a flooder pushes out its own; of these, the one that last worked
 * longest ago.
 */
function nextToGo(subscriptions: StoredSubscriptions): Subscribed['displaced'] {
  const all = Object.entries(subscriptions).map(([id, subscription]) => ({ id, subscription }));
  const unproven = all.filter(({ subscription }) => isUnproven(subscription));
  const candidates = unproven.length > 0 ? unproven : all;
  const crowdOf = (origin: string | undefined) =>
    candidates.filter(({ subscription }) => subscription.origin === origin);
  const crowds = candidates.map(({ subscription: { origin } }) => crowdOf(origin));
  const [crowd = []] = crowds.toSorted((a, b) => b.length - a.length);
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
