import * as z from 'zod/mini';

/** How an alert stands. One that is not `resolved` is open. */
export const alertStatuses = ['firing', 'acknowledged', 'resolved'] as const;
export const AlertStatus = z.enum(alertStatuses);
export type AlertStatus = z.infer<typeof AlertStatus>;

/** An alert in short, as a message left it: what machines are told beside the payload. */
export const AlertMark = z.object({
  /** `al_` + ULID. */
  id: z.string(),
  key: z.string(),
  status: AlertStatus,
  /** Counts the alerts of this key, from 1. */
  episode: z.number(),
  /** Messages that said it fires. */
  count: z.number(),
});
export type AlertMark = z.infer<typeof AlertMark>;

export const alertActors = ['sender', 'user', 'token', 'channel', 'system'] as const;

/** Who changed an alert. */
export const AlertActor = z.object({
  type: z.enum(alertActors),
  id: z.exactOptional(z.string()),
  name: z.exactOptional(z.string()),
});
export type AlertActor = z.infer<typeof AlertActor>;
