import type { AlertActor, AlertStatus } from '../message/alert-mark.ts';
import { idOf, ulidOf } from '../message/ids.ts';
import { type Alert, endOf, isOpen, KEPT_SECONDS } from './alert.ts';

/** Something that is said of an alert, by a message that is about to be stored. Times are epoch milliseconds. */
export interface Change {
  readonly organizationId: string;
  readonly webhookId: string;
  readonly webhookName: string;
  readonly key: string;
  readonly status: AlertStatus;
  readonly messageId: string;
  /** When the message came. */
  readonly now: number;
  /** When the thing came to stand so; never later than `now`. */
  readonly at: number;
  readonly by: AlertActor;
  readonly priority?: number | undefined;
  /** The channels that the message goes to by its filters, as `followerOf` names them. */
  readonly matched: Alert['followers'];
  readonly hops: readonly string[];
  readonly originId?: string | undefined;
  readonly autoResolveSeconds?: number | undefined;
  /** Of an acknowledgement: when it runs out. */
  readonly until?: number | undefined;
}

/**
 * What a change does to an alert. Each has a condition of its own on what it meets, never on a version: those that do
 * not contradict each other pass side by side.
 */
export type AlertEffect =
  /** There was none of this key. */
  | 'begin'
  /** The last one of this key is over. */
  | 'begin-again'
  /** It fires still. */
  | 'repeat'
  /** It fires with a priority above all before. */
  | 'raise'
  /** Older than what is known: counts and nothing else. */
  | 'count'
  | 'acknowledge'
  /** An acknowledgement has run out. */
  | 'lapse'
  | 'resolve';

/** A change and what it is to do: what a store is asked to write. */
export interface AlertStep {
  readonly change: Change;
  readonly effect: AlertEffect;
  /**
   * The alert as it was read, for what holds of it alone: it is archived, its timer has come, or its timer is set anew.
   */
  readonly seen?: Alert | undefined;
  /** It is not known whether it was counted before: then it is marked, not counted. */
  readonly isDoubtful?: true;
}

/** Effects that every channel which shows the alert is told of. */
const turns: ReadonlySet<AlertEffect> = new Set(['begin', 'begin-again', 'raise', 'lapse', 'resolve']);

/** What is told is looked after this much later, in case whoever changed it could not tell. */
export const TELL_MS = 60_000;

/** What a change does to the alert that it meets; `undefined`: nothing. */
export function effectOn(alert: Alert | undefined, change: Change): AlertEffect | undefined {
  if (alert === undefined) return change.status === 'firing' ? 'begin' : undefined;
  const isOlder = change.at < alert.newestAt;
  if (change.status === 'firing') {
    if (isOlder) return 'count';
    if (!isOpen(alert)) return 'begin-again';
    return (change.priority ?? 0) > alert.maxPriority ? 'raise' : 'repeat';
  }
  if (isOlder || !isOpen(alert)) return undefined;
  if (change.status === 'resolved') return 'resolve';
  return alert.status === 'firing' ? 'acknowledge' : undefined;
}

/** What is tried before anybody has looked: that the alert is open and nothing unusual is said. */
export function guessedEffect({ status }: Change): AlertEffect {
  if (status === 'firing') return 'repeat';
  return status === 'resolved' ? 'resolve' : 'acknowledge';
}

/** Whether a step may be written over what is there. Stores write the same as their conditions. */
export function mayWrite(alert: Alert | undefined, { effect, change, seen }: AlertStep): boolean {
  if (alert === undefined) return effect === 'begin';
  const isOlder = change.at < alert.newestAt;
  const { priority = 0 } = change;
  switch (effect) {
    case 'begin':
      return false;
    case 'begin-again':
      return !isOpen(alert) && !isOlder && alert.id === seen?.id && alert.count === seen.count;
    case 'repeat':
      return isOpen(alert) && !isOlder && priority <= alert.maxPriority && hasTimer(alert, change, seen);
    case 'raise':
      return isOpen(alert) && !isOlder && priority > alert.maxPriority;
    case 'count':
      return isOlder;
    case 'acknowledge':
      return alert.status === 'firing' && !isOlder;
    case 'lapse':
      return (
        !isOlder && alert.acknowledged !== undefined && alert.acknowledged.messageId === seen?.acknowledged?.messageId
      );
    case 'resolve':
      return isOpen(alert) && !isOlder && (seen === undefined || alert.lastAt === seen.lastAt);
  }
}

/** A changed `autoResolveSeconds` needs another timer, so whoever repeats must have seen the alert. */
function hasTimer(alert: Alert, change: Change, seen: Alert | undefined): boolean {
  return seen !== undefined || alert.autoResolveSeconds === change.autoResolveSeconds;
}

/** The alert that a step leaves behind. */
export function written(alert: Alert | undefined, step: AlertStep): Alert {
  const { change, effect } = step;
  if (alert === undefined || effect === 'begin' || effect === 'begin-again') return begun(alert, change);
  if (effect === 'count') return counted(alert, step);
  const turn = alert.turn + (turns.has(effect) ? 1 : 0);
  const sequence = alert.sequence + 1;
  const { now, by, messageId, priority = 0 } = change;
  switch (effect) {
    case 'repeat':
      return { ...repeated(alert, step), sequence };
    case 'raise': {
      const { acknowledged: _, ...loud } = repeated(alert, step);
      return { ...loud, status: 'firing', maxPriority: priority, turn, sequence, dueAt: now + TELL_MS };
    }
    case 'acknowledge': {
      const { until } = change;
      const acknowledged = { at: change.at, by, messageId, ...(until === undefined ? {} : { until }) };
      const dueAt = now + TELL_MS;
      return { ...alert, status: 'acknowledged', newestAt: change.at, sequence, acknowledged, dueAt };
    }
    case 'lapse': {
      const { acknowledged: _, ...rest } = alert;
      return { ...rest, status: 'firing', newestAt: change.at, turn, sequence, dueAt: now + TELL_MS };
    }
    case 'resolve': {
      const resolved = { at: change.at, by, messageId };
      const expiresAt = Math.floor(now / 1000) + KEPT_SECONDS;
      const told = { turn, sequence, dueAt: now + TELL_MS };
      return { ...alert, status: 'resolved', newestAt: change.at, resolved, expiresAt, ...told };
    }
  }
}

function begun(before: Alert | undefined, change: Change): Alert {
  const { organizationId, webhookId, webhookName, key, messageId, now, at, priority, originId } = change;
  const { autoResolveSeconds } = change;
  return {
    id: idOf('alert', ulidOf(messageId)),
    organizationId,
    webhookId,
    webhookName,
    key,
    status: 'firing',
    episode: (before?.episode ?? 0) + 1,
    count: 1,
    firstAt: now,
    lastAt: now,
    newestAt: at,
    messageId,
    ...(priority === undefined ? {} : { priority }),
    maxPriority: priority ?? 0,
    turn: (before?.turn ?? 0) + 1,
    sequence: 1,
    ...(before === undefined ? {} : { previousId: before.id }),
    followers: [...change.matched],
    hops: [...change.hops],
    ...(originId === undefined ? {} : { originId }),
    ...(autoResolveSeconds === undefined ? {} : { autoResolveSeconds }),
    // No end is sooner: `autoResolveSeconds` is a minute at least.
    dueAt: now + TELL_MS,
  };
}

function counted(alert: Alert, { isDoubtful }: AlertStep): Alert {
  return isDoubtful === true ? { ...alert, isDoubtful } : { ...alert, count: alert.count + 1 };
}

function repeated(alert: Alert, step: AlertStep): Alert {
  const { change, seen } = step;
  const { priority: _, autoResolveSeconds: __, ...kept } = counted(alert, step);
  const { priority, autoResolveSeconds } = change;
  const timed = { lastAt: change.now, ...(autoResolveSeconds === undefined ? {} : { autoResolveSeconds }) };
  return {
    ...kept,
    ...timed,
    newestAt: change.at,
    messageId: change.messageId,
    ...(priority === undefined ? {} : { priority }),
    followers: [...new Set([...alert.followers, ...change.matched])],
    ...(seen === undefined ? {} : { dueAt: Math.min(seen.dueAt ?? Infinity, endOf(timed)) }),
  };
}
