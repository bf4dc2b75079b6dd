import * as z from 'zod/mini';

/** A channel counts as failing once this many deliveries in a row have failed. */
export const LATEST_DELIVERIES = 3;

/** What is known about a channel besides its counts. */
export const Standing = z.object({
  /** ISO 8601 UTC. */
  lastDeliveredAt: z.optional(z.string()),
  lastFailure: z.optional(z.object({ at: z.string(), error: z.string() })),
  /** Its newest attempted deliveries, newest first. */
  latest: z.array(z.object({ messageId: z.string(), isDelivered: z.boolean() })),
});
export type Standing = z.infer<typeof Standing>;

/** Nothing was tried. */
export const noStanding: Standing = { latest: [] };

/** What is known after both; if both know a delivery, `later` wins. */
export function mergeStandings(earlier: Standing, later: Standing): Standing {
  const lastDeliveredAt = newest(earlier.lastDeliveredAt, later.lastDeliveredAt);
  const lastFailure =
    (later.lastFailure?.at ?? '') >= (earlier.lastFailure?.at ?? '') ? later.lastFailure : earlier.lastFailure;
  const known = new Map([...earlier.latest, ...later.latest].map((delivery) => [delivery.messageId, delivery]));
  const latest = [...known.values()].sort((a, b) => (a.messageId < b.messageId ? 1 : -1)).slice(0, LATEST_DELIVERIES);
  return {
    ...(lastDeliveredAt === undefined ? {} : { lastDeliveredAt }),
    ...(lastFailure === undefined ? {} : { lastFailure }),
    latest,
  };
}

function newest(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one > other ? one : other;
}
