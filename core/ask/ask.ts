import * as z from 'zod/mini';
import { AlertActor } from '../message/alert-mark.ts';
import { ChannelKind } from '../channels/kinds.ts';
import { Content } from '../message/content.ts';

/** How the buttons of an option look. */
export const optionStyles = ['primary', 'danger'] as const;

/** One of the things that may be answered. */
export const AskOption = z.object({
  id: z.string(),
  label: z.string(),
  style: z.exactOptional(z.enum(optionStyles)),
});
export type AskOption = z.infer<typeof AskOption>;

/** Options of an ask at most. */
export const MAX_OPTIONS = 5;

/** How an ask stands. One that is not `pending` has ended, and stays as it is. */
export const askStatuses = ['pending', 'answered', 'expired', 'cancelled'] as const;
export const AskStatus = z.enum(askStatuses);
export type AskStatus = z.infer<typeof AskStatus>;

/** What was decided. Times are epoch milliseconds. */
export const Answer = z.object({
  /** `null`: it was answered in words alone. */
  option: z.nullable(z.string()),
  text: z.exactOptional(z.string()),
  by: AlertActor,
  /** Where it was decided; `null`: in no channel. */
  channelId: z.nullable(z.string()),
  at: z.number(),
});
export type Answer = z.infer<typeof Answer>;

/** A channel that an ask went to. */
const AskedChannel = z.object({
  channelId: z.string(),
  kind: ChannelKind,
  /** Its people may answer where they read it. */
  answers: z.boolean(),
});

/**
 * A question to people, whose answer goes back to the sender. It ends once: answered, expired or cancelled. Holds all
 * that its page shows, so that what serves the page reads nothing else. Times are epoch milliseconds.
 *
 * @see contract section 8
 */
export const Ask = z.object({
  /** `ask_` + the ULID of its message. */
  id: z.string(),
  organizationId: z.string(),
  webhookId: z.string(),
  webhookName: z.string(),
  messageId: z.string(),
  content: Content,
  options: z.array(AskOption),
  /** Whether words may be added to the answer, or given instead of an option. */
  text: z.boolean(),
  /** The option that counts as chosen when nobody answers in time. */
  onExpiry: z.exactOptional(z.string()),
  /** Only these decide: `<kind>:<id at the vendor>` or the address of a member. Empty: everybody who may answer. */
  approvers: z.array(z.string()),
  channels: z.array(AskedChannel),
  hops: z.array(z.string()),
  originId: z.exactOptional(z.string()),
  /** Secret: what the addresses of the ask are derived from. */
  seed: z.string(),
  /** Secret: completes the task of Step Functions that waits for the answer. Gone once that is done. */
  taskToken: z.exactOptional(z.string()),
  createdAt: z.number(),
  /** When it expires. */
  endsAt: z.number(),
  status: AskStatus,
  /** Of an expired ask: what `onExpiry` chose. */
  answer: z.exactOptional(Answer),
  /** When somebody has to look at it: when it expires, or at once, while its end is not told. */
  dueAt: z.exactOptional(z.number()),
});
export type Ask = z.infer<typeof Ask>;

/** How long an ask is kept after its time. */
export const KEPT_AFTER_MS = 30 * 24 * 60 * 60_000;

/** How an ask ends. */
export interface AskEnd {
  readonly status: Exclude<AskStatus, 'pending'>;
  readonly answer?: Answer;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * Whether an ask may end so: it must be pending, and its time over if it is to expire, else not over. Stores write the
 * same as their condition.
 */
export function mayEnd(
  { status, endsAt }: Pick<Ask, 'status' | 'endsAt'>,
  end: Pick<AskEnd, 'status' | 'at'>,
): boolean {
  return status === 'pending' && (end.status === 'expired' ? endsAt <= end.at : endsAt > end.at);
}

/** The ask once it has ended: due, until everybody is told. */
export function ended(ask: Ask, { status, answer, at }: AskEnd): Ask {
  return { ...ask, status, dueAt: at, ...(answer === undefined ? {} : { answer }) };
}

/** The end of an ask that nobody answered in time. */
export function expiryOf({ endsAt, onExpiry }: Ask, now: number): AskEnd {
  const end = { status: 'expired', at: now } as const;
  if (onExpiry === undefined) return end;
  return { ...end, answer: { option: onExpiry, by: { type: 'system' }, channelId: null, at: endsAt } };
}
