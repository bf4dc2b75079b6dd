import type { Cut } from './monkey.ts';
import type { Arrival, ChaosReceiver } from './receivers.ts';

/** What the router says of one delivery, and whether its job waits in a queue. */
export interface KnownDelivery {
  readonly messageId: string;
  readonly channelId: string;
  readonly state: string;
  readonly nextAttemptAt?: string | undefined;
  readonly isQueued: boolean;
}

/** The line of one channel in the report. */
export interface Account {
  readonly channel: string;
  /** Acknowledged notifications that were routed to it. */
  readonly expected: number;
  readonly delivered: number;
  readonly failed: number;
  readonly skipped: number;
  /** Parked, or waiting in a queue. */
  readonly scheduled: number;
  /** Neither an end nor a next attempt; or said to be delivered to a healthy receiver, which knows nothing of it. */
  readonly lost: readonly string[];
  readonly requests: number;
  /** Requests beyond the first at a healthy receiver that an attempt cut off in flight explains. */
  readonly repeated: number;
  readonly unexplained: readonly string[];
}

export interface Accounting {
  readonly receiver: ChaosReceiver;
  readonly channelId: string;
  readonly deliveries: readonly KnownDelivery[];
  readonly cuts: readonly Cut[];
}

/** A function runs no longer than this: what was cut off by a kill began at most this long before it. */
const FUNCTION_MS = 65_000;
/** Between what a receiver and a runner note of the same moment. */
const SLACK_MS = 500;

/** Accounts for everything that was acknowledged and routed to one channel. */
export function accountFor({ receiver, channelId, deliveries, cuts }: Accounting): Account {
  const count = (state: string) => deliveries.filter((delivery) => delivery.state === state).length;
  const copies = receiver.isHealthy ? copiesAt(receiver, channelId, cuts) : { repeated: 0, unexplained: [] };
  return {
    channel: receiver.name,
    expected: deliveries.length,
    delivered: count('delivered'),
    failed: count('failed'),
    skipped: count('skipped'),
    scheduled: deliveries.filter(isScheduled).length,
    lost: deliveries.filter((delivery) => isLost(delivery, receiver)).map(({ messageId }) => messageId),
    requests: [...receiver.arrivals.values()].reduce((sum, arrivals) => sum + arrivals.length, 0),
    ...copies,
  };
}

const finals = new Set(['delivered', 'failed', 'skipped']);

/** Whether the delivery has come to an end. */
export function isOver({ state }: KnownDelivery): boolean {
  return finals.has(state);
}

/** Whether something will go on with the delivery. */
export function isScheduled({ state, nextAttemptAt, isQueued }: KnownDelivery): boolean {
  return !finals.has(state) && (nextAttemptAt !== undefined || isQueued);
}

function isLost(delivery: KnownDelivery, { isHealthy, arrivals }: ChaosReceiver): boolean {
  const { messageId, state } = delivery;
  if (isHealthy) return state !== 'delivered' || !arrivals.has(messageId);
  return !finals.has(state) && !isScheduled(delivery);
}

function copiesAt({ arrivals }: ChaosReceiver, channelId: string, cuts: readonly Cut[]) {
  let repeated = 0;
  const unexplained: string[] = [];
  for (const [messageId, requests] of arrivals) {
    for (const [index, request] of requests.entries()) {
      const next = requests[index + 1];
      if (next === undefined) continue;
      const sortKey = `${messageId}#${channelId}`;
      if (explains(cuts, { sortKey, from: request, to: next })) repeated += 1;
      else unexplained.push(messageId);
    }
  }
  return { repeated, unexplained };
}

interface Repetition {
  readonly sortKey: string;
  readonly from: Arrival;
  readonly to: Arrival;
}

/** Whether the attempt that made the first request was cut off before its outcome was written. */
function explains(cuts: readonly Cut[], { sortKey, from, to }: Repetition): boolean {
  if (from.deliveryId !== to.deliveryId) return false;
  return cuts.some((cut) => {
    const isBetween = cut.at > from.at - SLACK_MS && cut.at < to.at + SLACK_MS;
    if (cut.kind === 'call failed') return isBetween && cut.sortKey === sortKey;
    return isBetween && cut.at < from.at + FUNCTION_MS;
  });
}

const columns = ['expected', 'delivered', 'failed', 'skipped', 'scheduled', 'requests', 'repeated'] as const;

/** The report as a table in Markdown. */
export function tableOf(accounts: readonly Account[]): string {
  const header = ['receiver', ...columns, 'lost', 'unexplained'];
  const rows = accounts.map((account) => [
    account.channel,
    ...columns.map((column) => String(account[column])),
    String(account.lost.length),
    String(account.unexplained.length),
  ]);
  const widths = header.map((name, index) => Math.max(name.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!))).join(' | ')} |`;
  const rule = `|${widths.map((width, index) => (index === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(header), rule, ...rows.map(line)].join('\n');
}
