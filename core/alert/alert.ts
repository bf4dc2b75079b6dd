import * as z from 'zod/mini';
import { AlertActor, type AlertMark, AlertStatus } from '../message/alert-mark.ts';

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
  /** Counts changes of what it says: a channel that showed a smaller one is behind. */
  sequence: z.number(),
  /** The alert of the same key that was over when this one began. */
  previousId: z.exactOptional(z.string()),
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
const SILENCE_MS = 30 * 24 * 60 * 60_000;

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

/** The alert as it stands by the clock: what falls due holds at once, though it is written down a little later. */
export function alertAt(alert: Alert, now: number): Alert {
  if (!isOpen(alert)) return alert;
  const end = endOf(alert);
  if (end <= now) {
    const { messageId } = alert;
    return { ...alert, status: 'resolved', resolved: { at: end, by: { type: 'system' }, messageId } };
  }
  const { acknowledged, ...rest } = alert;
  return (acknowledged?.until ?? Infinity) <= now ? { ...rest, status: 'firing' } : alert;
}

/** The alert as machines are told of it. */
export function markOf({ id, key, status, episode, count }: Alert): AlertMark {
  return { id, key, status, episode, count };
}

/** How a channel is named among followers. */
export function followerOf({ kind, channelId }: { readonly kind: string; readonly channelId: string }) {
  return `${kind} ${channelId}` as const;
}
