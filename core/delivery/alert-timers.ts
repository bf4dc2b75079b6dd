import { type Alert, endOf, isOpen } from '../alert/alert.ts';
import { MESSAGE_SHARDS } from '../message/message-id.ts';
import { changeAlert, type ChangeAlertPorts, tellChange } from './change-alert.ts';

/** Where the timers of alerts stand. */
export interface AlertTimers {
  /** Alerts of one shard whose timer has come, epoch milliseconds. */
  due(shard: number, until: number): AsyncIterable<Alert>;
  /** Sets the timer anew, or takes it away, unless it changed since it was read. */
  arm(alert: Alert, dueAt: number | undefined): Promise<void>;
  /** Whether a message was stored with its alert. */
  isMember(alertId: string, messageId: string): Promise<boolean>;
}

export interface AlertTimerPorts extends ChangeAlertPorts {
  readonly timers: AlertTimers;
  /** Whether the run may go on; asked before each alert. */
  readonly hasTime: () => boolean;
}

const SYSTEM = { type: 'system' } as const;

/**
 * Does what has fallen due: ends acknowledgements that have run out and alerts that nobody says fire any more, and tells
 * of changes whose author came to nothing before it could. Timers are not moved with each message: one that comes too
 * early is set anew.
 *
 * @returns how many timers it looked at
 */
export async function sweepAlerts(ports: AlertTimerPorts): Promise<number> {
  const { timers, now, hasTime } = ports;
  let seen = 0;
  for (let shard = 0; shard < MESSAGE_SHARDS; shard += 1) {
    for await (const alert of timers.due(shard, now())) {
      if (!hasTime()) return seen;
      await actOn(ports, alert);
      seen += 1;
    }
  }
  return seen;
}

async function actOn(ports: AlertTimerPorts, alert: Alert): Promise<void> {
  const { timers, now } = ports;
  await tellUntold(ports, alert);
  if (!isOpen(alert)) return timers.arm(alert, undefined);
  const until = alert.acknowledged?.until ?? Infinity;
  const end = endOf(alert);
  if (end <= now()) return void (await changeAlert(ports, alert, { status: 'resolved', by: SYSTEM, isTimed: true }));
  if (until <= now()) return void (await changeAlert(ports, alert, { status: 'firing', by: SYSTEM }));
  return timers.arm(alert, Math.min(end, until));
}

/** A change and its message are two writes: what was changed and never told is told here. */
async function tellUntold(ports: AlertTimerPorts, alert: Alert): Promise<void> {
  const { status } = alert;
  const changed = status === 'resolved' ? alert.resolved : status === 'acknowledged' ? alert.acknowledged : undefined;
  if (changed === undefined) return;
  const { by, messageId, at } = changed;
  if (await ports.timers.isMember(alert.id, messageId)) return;
  await tellChange(ports, alert, { status, by, messageId, now: at });
}
