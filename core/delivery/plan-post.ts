import { createHash } from 'node:crypto';
import { type Alert, followerOf } from '../alert/alert.ts';
import { deliveredKind } from '../channels/registry.ts';
import { type Updates, updatesOf } from '../channels/updates.ts';
import type { Channel } from '../directory/channel.ts';
import type { AlertMessage, OlderPost, PostPorts, PostRow, ShownPost, AlertStanding } from './alert-posts.ts';
import type { Message } from './message.ts';

/** A delivery of a message that is part of an alert. */
export interface AlertDelivery {
  readonly message: AlertMessage;
  readonly channel: Channel;
  /** Somebody asked for it: it is shown again even where nothing is new. */
  readonly isAsked: boolean;
  /** Goes on with a channel that it has to itself: what others left to it is its task. */
  readonly isHolder: boolean;
}

interface Shown {
  readonly kind: 'show';
  readonly alert: Alert;
  /** The message whose texts are shown. */
  readonly source: Message;
  readonly shown: ShownPost;
}

/** A post that is to be made. */
export interface MakePlan extends Shown {
  readonly step: 'make';
  readonly begun: NonNullable<PostRow['begun']>;
}

/** An older post is to say that a newer one took its place. */
export interface ContinuePlan extends Shown {
  readonly step: 'continue';
  readonly older: OlderPost;
}

/** What is to be done to bring a channel to the state of an alert. `tell`: by a message that stays as it is. */
export type PostPlan = MakePlan | ContinuePlan | (Shown & { readonly step: 'tell' | 'edit' });

/** Nothing is to be done. */
export interface Idle {
  readonly kind: 'idle';
  readonly error: string;
  /** This delivery has shown the alert before. */
  readonly isDone?: true;
}

export const ALREADY = 'the alert is already shown';
const OVERTAKEN = 'overtaken by a newer state';

const NOTHING: ShownPost = { turn: 0, version: 0, posts: 0 };

/** What a channel gets of alerts, as far as its config lets it change what it posted. */
export function wayOf(channel: Channel): Updates {
  const way = updatesOf(channel);
  if (way !== 'edit') return way;
  return deliveredKind(channel.kind)?.edits?.areOf(channel.config) === true ? 'edit' : 'ends';
}

/**
 * Compares what a channel shows with where the alert stands now. Which message asks for it decides nothing but whose
 * words are shown, so messages may come in any order.
 *
 * @returns `undefined` when nothing is known of the alert any more
 * @see contract section 7
 */
export async function planPost(
  posts: Pick<PostPorts, 'readMessage'>,
  delivery: AlertDelivery,
  { alert, isNewest, row }: AlertStanding,
): Promise<PostPlan | Idle | undefined> {
  if (alert === undefined) return undefined;
  const shown = row.shown ?? NOTHING;
  const isDone = row.shownBy === delivery.message.id;
  const facts = { delivery, alert, isNewest, shown };
  const idle: Idle = { kind: 'idle', error: idleReason(facts), ...(isDone ? { isDone } : {}) };
  if (wayOf(delivery.channel) === 'ends') {
    if (!isToTell(facts)) return idle;
    return { kind: 'show', step: 'tell', alert, shown, source: await wordsToTell(posts, facts) };
  }
  const step = stepOf(facts);
  if (step === 'none') return idle;
  const plan = { kind: 'show', alert, source: await newestOf(posts, facts), shown } as const;
  if (shown.older !== undefined) return { ...plan, step: 'continue', older: shown.older };
  if (step === 'make') return { ...plan, step, begun: begunOf(row, shown, alert) };
  if (step === 'if-new' && digestOf(alert, plan.source) === shown.digest) return idle;
  return { ...plan, step: 'edit' };
}

interface Facts {
  readonly delivery: AlertDelivery;
  readonly alert: Alert;
  readonly isNewest: boolean;
  readonly shown: ShownPost;
}

function idleReason({ delivery, alert, isNewest }: Facts): string {
  return !isNewest || alert.turn > delivery.message.alert.turn ? OVERTAKEN : ALREADY;
}

function isFollower({ delivery: { channel }, alert }: Facts): boolean {
  const name = followerOf({ kind: channel.kind, channelId: channel.id });
  return alert.followers.some((follower) => follower === name);
}

/** One message a turn. That of an older turn leaves it to the newer one, unless that was left to it. */
function isToTell(facts: Facts): boolean {
  const { delivery, alert, isNewest, shown } = facts;
  if (delivery.isAsked) return true;
  const isBehind = isNewest && alert.turn > shown.turn && isFollower(facts);
  return isBehind && (delivery.isHolder || alert.turn <= delivery.message.alert.turn);
}

/** `if-new`: an edit, unless it would change nothing that people see. */
function stepOf(facts: Facts): 'make' | 'edit' | 'if-new' | 'none' {
  const { delivery, alert, isNewest, shown } = facts;
  const { isAsked } = delivery;
  if (shown.older !== undefined) return 'edit';
  if (!isFollower(facts) && !isAsked) return 'none';
  if (shown.posts === 0) return isNewest || isAsked ? 'make' : 'none';
  const isNewTurn = alert.turn > shown.turn;
  if (isNewTurn && alert.status === 'firing') return 'make';
  if (shown.reference === undefined) return isNewTurn || isAsked ? 'make' : 'none';
  if (isAsked || isNewTurn) return 'edit';
  return alert.sequence > shown.version ? 'if-new' : 'none';
}

/** A post that was begun before may stand there with what it showed then. */
function begunOf({ begun }: PostRow, { posts }: ShownPost, { sequence }: Alert) {
  return begun?.posts === posts + 1 ? begun : { posts: posts + 1, version: sequence };
}

/** The message that said last that it fires; the delivered one where that could not be stored. */
async function newestOf(posts: Pick<PostPorts, 'readMessage'>, { delivery: { message }, alert }: Facts) {
  if (alert.messageId === message.id) return message;
  return (await posts.readMessage(alert.organizationId, alert.messageId)) ?? message;
}

/** A message that says what is true now is told in its own words. */
async function wordsToTell(posts: Pick<PostPorts, 'readMessage'>, facts: Facts): Promise<Message> {
  const { message } = facts.delivery;
  const isCurrent = message.alert.turn === facts.alert.turn && message.alert.said !== 'firing';
  return isCurrent ? message : newestOf(posts, facts);
}

/** Tells states apart that people can tell apart: not by the count. */
export function digestOf({ status, acknowledged, resolved }: Alert, { content }: Message): string {
  const { title, message, priority, tags } = content;
  const seen = [status, acknowledged, resolved, title, message, priority, tags];
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url').slice(0, 22);
}
