import { type Alert, endOf, isOpen } from '../alert/alert.ts';
import { MESSAGE_SHARDS } from '../message/message-id.ts';
import { changeAlert, type ChangeAlertPorts, tellChange } from './change-alert.ts';
import { AHEAD_MS, type AlertDue, type Announce } from './due-job.ts';

/** Where the timers of alerts stand. */
export interface AlertTimers {
  readTimed(job: AlertDue): Promise<Alert | undefined>;
  /** Sets the timer anew, or takes it away, unless it changed since it was read. */
  arm(alert: Alert, dueAt: number | undefined): Promise<void>;
  /** Whether a message was stored with its alert. */
  isMember(alertId: string, messageId: string): Promise<boolean>;
}

export interface AlertTimerPorts extends ChangeAlertPorts {
  readonly timers: AlertTimers;
  readonly announce: Announce;
}

export interface AnnouncePorts {
  readonly timers: {
    /** Alerts of one shard whose timer comes until then, epoch milliseconds. */
    due(shard: number, until: number): AsyncIterable<Alert>;
  };
  readonly announce: Announce;
  readonly now: () => number;
  /** Whether the run may go on; asked before each alert. */
  readonly hasTime: () => boolean;
}

const SYSTEM = { type: 'system' } as const;

/**
 * Announces the timers of alerts that come within a minute, each for its second. They stay in the index until somebody
 * has acted on them: what is lost on the way is announced again a minute later.
 *
 * @returns how many it announced
 */
export async function announceAlerts({ timers, announce, now, hasTime }: AnnouncePorts): Promise<number> {
  let seen = 0;
  for (let shard = 0; shard < MESSAGE_SHARDS; shard += 1) {
    for await (const alert of timers.due(shard, now() + AHEAD_MS)) {
      if (!hasTime()) return seen;
      await announce([jobOf(alert)], secondsUntil(alert.dueAt, now()));
      seen += 1;
    }
  }
  return seen;
}

/**
 * Does what has fallen due of an alert: ends an acknowledgement that has run out or an alert that nobody says fires any
 * more, and tells of a change whose author came to nothing before it could. Timers are not moved with each message: one
 * that comes too early is set anew.
 */
export async function actOnAlert(ports: AlertTimerPorts, job: AlertDue): Promise<void> {
  const { timers, now } = ports;
  const alert = await timers.readTimed(job);
  if (alert?.dueAt === undefined) return;
  if (alert.dueAt > now()) return announceSoon(ports, alert, alert.dueAt);
  await tellUntold(ports, alert);
  if (!isOpen(alert)) return timers.arm(alert, undefined);
  const until = alert.acknowledged?.until ?? Infinity;
  const end = endOf(alert);
  if (end <= now()) return void (await changeAlert(ports, alert, { status: 'resolved', by: SYSTEM, isTimed: true }));
  if (until <= now()) return void (await changeAlert(ports, alert, { status: 'firing', by: SYSTEM }));
  const next = Math.min(end, until);
  await timers.arm(alert, next);
  await announceSoon(ports, alert, next);
}

/** Later ones are found in the index in time. */
async function announceSoon({ announce, now }: AlertTimerPorts, alert: Alert, dueAt: number): Promise<void> {
  if (dueAt - now() <= AHEAD_MS) await announce([jobOf(alert)], secondsUntil(dueAt, now()));
}

function secondsUntil(dueAt = 0, now: number): number {
  return Math.max(0, Math.ceil((dueAt - now) / 1000));
}

function jobOf({ organizationId, webhookId, key, id }: Alert): AlertDue {
  return { due: 'alert', organizationId, webhookId, key, id };
}

/** A change and its message are two writes: what was changed and never told is told here. */
async function tellUntold(ports: AlertTimerPorts, alert: Alert): Promise<void> {
  const { status } = alert;
  const { by, messageId, at } = lastChange(alert);
  if (await ports.timers.isMember(alert.id, messageId)) return;
  await tellChange(ports, alert, { status, by, messageId, now: at });
}

function lastChange({ resolved, acknowledged, messageId, lastAt }: Alert) {
  return resolved ?? acknowledged ?? { by: { type: 'sender' as const }, messageId, at: lastAt };
}
