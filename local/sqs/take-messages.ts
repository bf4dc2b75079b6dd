import type { SqsContext } from './context.ts';
import { queueSetting, redrivePolicyOf } from './queue-attributes.ts';
import { inTransaction } from './store/database.ts';
import type { GroupHead, StoredMessage, WaitingMessage } from './store/message-table.ts';
import type { StoredQueue } from './store/queue-table.ts';

/** What a receiver wants from a queue: at most `limit` messages, hidden from others for `visibilityMs`. */
export interface Want {
  readonly queue: StoredQueue;
  readonly limit: number;
  readonly visibilityMs: number;
}

/** What it gets, or why nothing. `nextVisibleAt`: epoch milliseconds; absent when the queue holds no message. */
export type TakeResult =
  | { readonly kind: 'messages'; readonly messages: readonly StoredMessage[] }
  | { readonly kind: 'empty'; readonly nextVisibleAt: number | undefined }
  | { readonly kind: 'over-limit' };

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}

/** Puts a message that was received too often on its dead letter queue; says whether it did. */
function giveUp(context: SqsContext, { queue, message }: { queue: StoredQueue; message: StoredMessage }): boolean {
  const policy = redrivePolicyOf(queue);
  if (policy === undefined || message.receiveCount < policy.maxReceiveCount) return false;
  const target = context.queues.byName(context.addresses.nameOf(policy.deadLetterTargetArn));
  // The target may have been deleted since; SQS then keeps delivering, and so do we.
  if (target === undefined) return false;
  const now = context.now();
  context.messages.giveUp(message.sequence, { queueId: target.id, source: queue.name, now });
  // Receivers wake in a later microtask, when this transaction is over.
  context.arrivals.announce(target.id, now);
  return true;
}

/** Hands one message out, unless it has outlived its queue's retention or is given up. */
function handOut(context: SqsContext, want: Want, sequence: number): StoredMessage | undefined {
  const { queue, visibilityMs } = want;
  const message = context.messages.get(sequence);
  if (message === undefined) return undefined;
  const now = context.now();
  if (message.sentAt <= now - queueSetting(queue, 'MessageRetentionPeriod') * 1000) {
    context.messages.remove(sequence);
    return undefined;
  }
  if (giveUp(context, { queue, message })) return undefined;
  return context.messages.receive(sequence, { visibleAt: now + visibilityMs, now });
}

function takeInTurns(context: SqsContext, want: Want, groups: readonly GroupHead[]): TakeResult {
  const { queue } = want;
  const now = context.now();
  const inFlight = context.messages.inFlightByGroup(queue.id, now);
  const limit = Math.min(want.limit, context.inFlightLimit - sum(inFlight.values()));
  if (limit <= 0) return { kind: 'over-limit' };

  const round = context.turns.round({ queueId: queue.id, now, waiting: groups, inFlight });
  // Read once per group: with a visibility timeout of 0, a message is visible again at once, but is answered only once.
  const waiting = new Map<string, WaitingMessage[]>();
  const messages: StoredMessage[] = [];
  for (let groupId = round.next(); groupId !== undefined && messages.length < limit; groupId = round.next()) {
    const ofGroup = waiting.get(groupId) ?? context.messages.visibleOfGroup({ queueId: queue.id, groupId, now, limit });
    waiting.set(groupId, ofGroup);
    const first = ofGroup.shift();
    const message = first === undefined ? undefined : handOut(context, want, first.sequence);
    if (message !== undefined) messages.push(message);
    round.taken(groupId, { handedOut: message !== undefined, visibleAt: ofGroup[0]?.visibleAt });
  }
  return { kind: 'messages', messages };
}

/** Takes visible messages off a queue, in fair turns; all of them or, on a failure, none become in flight. */
export function takeMessages(context: SqsContext, want: Want): TakeResult {
  for (;;) {
    const now = context.now();
    const heads = context.messages.heads(want.queue.id);
    const ready = heads.filter((head) => head.visibleAt <= now);
    if (ready.length === 0) {
      const nextVisibleAt = heads.length === 0 ? undefined : Math.min(...heads.map((head) => head.visibleAt));
      return { kind: 'empty', nextVisibleAt };
    }
    const taken = inTransaction(context.database, () => takeInTurns(context, want, ready));
    // All that was looked at may have been expired or given up while more is waiting behind it: look again.
    if (taken.kind !== 'messages' || taken.messages.length > 0) return taken;
  }
}
