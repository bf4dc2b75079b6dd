import type { Channel } from '../directory/channel.ts';
import type { PostPlace, PostPorts, PostRow } from './alert-posts.ts';
import type { Message } from './message.ts';
import { type AlertDelivery, ALREADY, type Idle, planPost, type PostPlan, wayOf } from './plan-post.ts';
import { makeStep, type SendShown } from './post-steps.ts';
import type { AttemptResult } from './row/conclude.ts';

/** What a delivery of an alert's message is to do. */
export type PostVerdict =
  /** To be delivered like any other message. */
  | { readonly kind: 'ordinary' }
  /** `isHolder`: it may have the channel to itself. A copy of the job must not give back what another one works with. */
  | (Idle & { readonly isHolder?: true })
  /** Has the channel for itself, to bring it to the alert's state. */
  | { readonly kind: 'show'; readonly delivery: AlertDelivery };

/** Longer than a job waits in a queue: whoever is put off keeps the channel. */
const HOLD_MS = 20 * 60_000;

const ORDINARY = { kind: 'ordinary' } as const;

interface Wanted {
  readonly message: Message;
  readonly channel: Channel;
  readonly isAsked: boolean;
}

interface Ports {
  readonly posts: PostPorts;
  readonly now: () => number;
}

/**
 * Decides what a delivery is to do. Of all that have something to show, one gets the channel; it shows what is true when
 * it sends, so the others have nothing to do. Comes before the gate: who does nothing takes no turn of the vendor's pace.
 */
export async function postVerdict(ports: Ports, { message, channel, isAsked }: Wanted): Promise<PostVerdict> {
  const { alert: mark } = message;
  if (mark === undefined) return ORDINARY;
  if (wayOf(channel) === 'each') return isForEach(message, channel) ? ORDINARY : UNMATCHED;
  const standing = await ports.posts.read({ ...message, alert: mark }, channel.id);
  const isHolder = standing.row.holder?.messageId === message.id;
  const delivery: AlertDelivery = { message: { ...message, alert: mark }, channel, isAsked, isHolder };
  const plan = await planPost(ports.posts, delivery, standing);
  if (plan === undefined) return ORDINARY;
  if (plan.kind === 'idle') return isHolder ? { ...plan, isHolder } : plan;
  if (await hold(ports, delivery, { plan, row: standing.row })) return { kind: 'show', delivery };
  return { kind: 'idle', error: ALREADY };
}

const UNMATCHED: Idle = { kind: 'idle', error: 'the filter does not match' };

/** Machines get what their filter lets through, how an alert ends, and what no sender said. */
function isForEach({ routing, alert, origin }: Message, { id }: Channel): boolean {
  const link = routing.find(({ channelId }) => channelId === id);
  return link?.matched !== false || origin === 'system' || alert?.said === 'resolved';
}

function placeOf({ message, channel }: AlertDelivery): PostPlace & { readonly messageId: string } {
  return { alertId: message.alert.id, channelId: channel.id, messageId: message.id };
}

/** Gives back a channel that a delivery may have to itself, when it comes to nothing. */
export async function releaseFrom(
  posts: PostPorts,
  { message, channel }: { readonly message?: Message; readonly channel?: Channel },
  hasFailed: boolean,
): Promise<void> {
  if (message?.alert === undefined || channel === undefined || wayOf(channel) === 'each') return;
  await posts.release({ alertId: message.alert.id, channelId: channel.id, messageId: message.id }, hasFailed);
}

async function hold(
  { posts, now }: Ports,
  delivery: AlertDelivery,
  { plan, row }: { readonly plan: PostPlan; readonly row: PostRow },
): Promise<boolean> {
  const at = now();
  // Whoever has the channel now looks again after it has given it back: it will see what is to be shown here.
  const { holder } = row;
  if (holder !== undefined && holder.messageId !== delivery.message.id && holder.until >= at) return false;
  const begun = plan.step === 'make' && plan.begun !== row.begun ? { begun: plan.begun } : {};
  const seen = row.shown === undefined ? {} : { seen: row.shown.version };
  return posts.hold({ ...placeOf(delivery), now: at, until: at + HOLD_MS, ...seen, ...begun });
}

/**
 * Brings a channel one step closer to where the alert stands at this moment. Whoever waited for the gate shows what has
 * happened since; what happens while it sends is left to it too, for another attempt.
 */
export async function showNow(ports: Ports, delivery: AlertDelivery, send: SendShown): Promise<AttemptResult> {
  const { posts } = ports;
  const { message, channel } = delivery;
  const standing = await posts.read(message, channel.id);
  const plan = await planPost(posts, { ...delivery, isHolder: true }, standing);
  if (plan === undefined) return send(message, {});
  if (plan.kind === 'idle') {
    await posts.release(placeOf(delivery), false);
    return { ...plan, kind: 'skipped' };
  }
  const made = await makeStep(posts, { delivery, plan }, send);
  if (made.shown === undefined) return made.result;
  await posts.settle(placeOf(delivery), made.shown);
  const isMore = await hasMore(ports, delivery);
  return isMore ? { ...made.result, again: true } : made.result;
}

/** Whether something happened meanwhile that was left to this delivery, which then has the channel again. */
async function hasMore(ports: Ports, delivery: AlertDelivery): Promise<boolean> {
  const standing = await ports.posts.read(delivery.message, delivery.channel.id);
  const next = { ...delivery, isAsked: false, isHolder: true };
  const plan = await planPost(ports.posts, next, standing);
  return plan?.kind === 'show' && hold(ports, next, { plan, row: standing.row });
}
