import * as z from 'zod/mini';
import { type AlertMark, AlertStatus } from '../message/alert-mark.ts';

export const alertActors = ['sender', 'user', 'token', 'channel', 'system'] as const;

/** Who changed an alert. */
export const AlertActor = z.object({
  type: z.enum(alertActors),
  id: z.exactOptional(z.string()),
  name: z.exactOptional(z.string()),
});
export type AlertActor = z.infer<typeof AlertActor>;

/** A channel that an alert is shown in: its id and its kind, which never changes. */
const Follower = z.templateLiteral([z.string(), ' ', z.string()]);

/**
 * What the messages of one key say together: the newest alert of a webhook and key, or an earlier one of it. Small,
 * because each message rewrites it; texts are read from the message that it names. Times are epoch milliseconds.
 */
export const Alert = z.object({
  /** `al_` and the ULID of the message that began it. */
  id: z.string(),
  organizationId: z.string(),
  webhookId: z.string(),
  webhookName: z.string(),
  key: z.string(),
  status: AlertStatus,
  episode: z.number(),
  /** Messages that said it fires. */
  count: z.number(),
  /** A write of `count` was doubtful: whoever shows it counts the messages. */
  isDoubtful: z.exactOptional(z.boolean()),
  firstAt: z.number(),
  /** When the newest message came. */
  lastAt: z.number(),
  /** The time of the newest change that was applied: what is older changes the count alone. */
  newestAt: z.number(),
  /** The newest firing message, which gives title, message, priority and tags. */
  messageId: z.string(),
  priority: z.exactOptional(z.number()),
  /** 0: no message had a priority. */
  maxPriority: z.number(),
  /** Counts changes that every channel is told of: begun, louder, acknowledgement run out, resolved. */
  turn: z.number(),
  /** Kind and id of each channel that is shown the alert. */
  followers: z.array(Follower),
  /** Where the message that began it had been. */
  hops: z.array(z.string()),
  originId: z.exactOptional(z.string()),
  autoResolveSeconds: z.exactOptional(z.number()),
  acknowledged: z.exactOptional(
    z.object({ at: z.number(), by: AlertActor, messageId: z.string(), until: z.exactOptional(z.number()) }),
  ),
  resolved: z.exactOptional(z.object({ at: z.number(), by: AlertActor, messageId: z.string() })),
  /** When somebody has to look at it: the timer of its end, of its acknowledgement, or of what must be told. */
  dueAt: z.exactOptional(z.number()),
  /** Epoch seconds; absent while it is open. */
  expiresAt: z.exactOptional(z.number()),
});
export type Alert = z.infer<typeof Alert>;

/** An open alert that nobody says fires for this long is over. */
export const SILENCE_MS = 30 * 24 * 60 * 60_000;

/** How long a resolved alert is kept. */
export const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** Whether it is not resolved. */
export function isOpen({ status }: Pick<Alert, 'status'>): boolean {
  return status !== 'resolved';
}

/** When an open alert is over, unless a message says before that it fires. */
export function endOf({ lastAt, autoResolveSeconds }: Pick<Alert, 'lastAt' | 'autoResolveSeconds'>): number {
  return lastAt + (autoResolveSeconds === undefined ? SILENCE_MS : autoResolveSeconds * 1000);
}

/** The alert as machines are told of it. */
export function markOf({ id, key, status, episode, count }: Alert): AlertMark {
  return { id, key, status, episode, count };
}

/** How a channel is named among followers. */
export function followerOf({ kind, channelId }: { readonly kind: string; readonly channelId: string }) {
  return `${kind} ${channelId}` as const;
}
