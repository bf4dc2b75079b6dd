import { type Alert, followerOf } from '../alert/alert.ts';
import { updatesOf } from '../channels/updates.ts';
import type { Channel } from '../directory/channel.ts';
import type { Message } from './message.ts';
import type { AttemptResult } from './row/conclude.ts';

/** What a channel is shown of an alert. */
export interface Post {
  /** The turn that it was told of last; 0: none. */
  readonly turn: number;
  /** No attempt will follow for what it was not told of. */
  readonly hasFailed?: boolean;
}

interface PostKey {
  readonly alertId: string;
  readonly channelId: string;
}

/** Who tells a channel of a turn, and until when nobody else does. */
export interface Carrying extends PostKey {
  readonly turn: number;
  readonly messageId: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly until: number;
}

/** Where alerts stand, and what channels are shown of them. */
export interface PostPorts {
  /** The newest alert of the message's key, and what the channel is shown of the message's alert. */
  read(
    message: Message & { readonly alert: NonNullable<Message['alert']> },
    channelId: string,
  ): Promise<{ readonly alert?: Alert; readonly post?: Post }>;
  /** Whether the message may tell the channel: nobody else is about to, and nobody has. */
  carry(carrying: Carrying): Promise<boolean>;
  /** Notes that the channel was told of a turn, or with `hasFailed` that it will not be. */
  settle(at: PostKey, post: Post): Promise<void>;
}

/** The alert of a message. */
type Mark = NonNullable<Message['alert']>;

/** What a delivery of an alert's message is to do. */
export type PostVerdict =
  /** To be delivered like any other message. */
  | { readonly kind: 'ordinary' }
  | { readonly kind: 'skipped'; readonly error: string }
  /** Tells the channel of this turn of the alert. */
  | { readonly kind: 'tell'; readonly mark: Mark };

export type Telling = Extract<PostVerdict, { kind: 'tell' }>;

/** Longer than a job waits in a queue: who carries and is put off stays the carrier. */
const CARRY_MS = 20 * 60_000;

const ALREADY = { kind: 'skipped', error: 'the alert is already shown' } as const;
const OVERTAKEN = { kind: 'skipped', error: 'overtaken by a newer state' } as const;
const UNMATCHED = { kind: 'skipped', error: 'the filter does not match' } as const;
const ORDINARY = { kind: 'ordinary' } as const;

/** One message on its way to one channel. */
interface Delivered {
  readonly message: Message;
  readonly channel: Channel;
}

/**
 * Decides what a delivery is to do. A channel that is told of ends only gets one message a turn: the one that is first
 * becomes the carrier, and the others have nothing to do.
 *
 * @see contract section 7
 */
export async function postVerdict(
  { posts, now }: { readonly posts: PostPorts; readonly now: () => number },
  { message, channel }: Delivered,
): Promise<PostVerdict> {
  const { alert: mark } = message;
  if (mark === undefined) return ORDINARY;
  if (updatesOf(channel) === 'each') return isForEach(message, channel) ? ORDINARY : UNMATCHED;
  const { alert, post } = await posts.read({ ...message, alert: mark }, channel.id);
  const standing = standingOf(channel, { mark, alert, turn: post?.turn ?? 0 });
  if (standing !== 'open') return standing;
  const { id: alertId, turn } = mark;
  const at = now();
  const carrying = { alertId, channelId: channel.id, turn, messageId: message.id, now: at, until: at + CARRY_MS };
  return (await posts.carry(carrying)) ? { kind: 'tell', mark } : ALREADY;
}

/**
 * Looks again under the claim, just before sending: whoever waited may have been overtaken.
 *
 * @returns the alert as it stands now, if it is known
 */
export async function standsNow(
  posts: PostPorts,
  { mark }: Telling,
  { message, channel }: Delivered,
): Promise<{ readonly isOvertaken: boolean; readonly alert?: Alert }> {
  const { alert } = await posts.read({ ...message, alert: mark }, channel.id);
  if (alert === undefined) return { isOvertaken: false };
  return { isOvertaken: alert.id !== mark.id || alert.turn > mark.turn, alert };
}

/** Notes what an attempt that told a channel came to. Until its delivery ends, it stays the carrier. */
export async function settlePost(
  posts: PostPorts,
  { mark: { id: alertId, turn } }: Telling,
  { channelId, result }: { readonly channelId: string; readonly result: AttemptResult },
): Promise<void> {
  if (result.kind === 'delivered') return posts.settle({ alertId, channelId }, { turn });
  if (result.kind === 'failed') {
    await posts.settle({ alertId, channelId }, { turn, hasFailed: true });
  }
}

/** What a channel may be told that was told up to `turn`. */
function standingOf(
  channel: Channel,
  { mark, alert, turn }: { readonly mark: Mark; readonly alert: Alert | undefined; readonly turn: number },
): 'open' | Extract<PostVerdict, { kind: 'ordinary' | 'skipped' }> {
  if (alert === undefined) return ORDINARY;
  if (alert.id !== mark.id || alert.turn > mark.turn) return OVERTAKEN;
  const isTold = turn >= alert.turn;
  const isFollower = alert.followers.some((name) => name === followerOf({ kind: channel.kind, channelId: channel.id }));
  const says = mark.said === 'firing' ? alert.status !== 'resolved' : mark.said === alert.status;
  return isTold || !isFollower || !says || mark.said === 'acknowledged' ? ALREADY : 'open';
}

/** Machines get what their filter lets through, how an alert ends, and what no sender said. */
function isForEach({ routing, alert, origin }: Message, { id }: Channel): boolean {
  const link = routing.find(({ channelId }) => channelId === id);
  return link?.matched !== false || origin === 'system' || alert?.said === 'resolved';
}
