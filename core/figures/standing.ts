import * as z from 'zod/mini';

/** So many deliveries that fail in a row make a channel a failing one. */
export const LATEST_DELIVERIES = 3;

/** What is known of a channel beside its counts. */
export const Standing = z.object({
  /** ISO 8601 UTC. */
  lastDeliveredAt: z.optional(z.string()),
  lastFailure: z.optional(z.object({ at: z.string(), error: z.string() })),
  /** Its newest deliveries that were tried, newest first. */
  latest: z.array(z.object({ messageId: z.string(), isDelivered: z.boolean() })),
});
export type Standing = z.infer<typeof Standing>;

/** Nothing was tried. */
export const noStanding: Standing = { latest: [] };

/** What is known after both; of the same delivery `later` says how it stands. */
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
