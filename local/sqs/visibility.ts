import { requireQueue } from './context.ts';
import type { SqsContext } from './context.ts';
import { parseReceiptHandle } from './receipt-handle.ts';

/** Whose visibility to change, and for how many seconds from now (0–43200; 0: visible at once). */
export interface VisibilityChange {
  readonly queue: string;
  readonly receiptHandle: string;
  readonly seconds: number;
}

/** `visible`: its timeout is over. `gone`: it was deleted, or received again since. */
export type VisibilityOutcome = 'changed' | 'visible' | 'gone';

/**
 * Changes when an in-flight message becomes visible again.
 * @throws {SqsError} `QueueDoesNotExist`, `ReceiptHandleIsInvalid`.
 */
export function changeVisibility(context: SqsContext, change: VisibilityChange): VisibilityOutcome {
  const queue = requireQueue(context, change.queue);
  const { sequence, receiveCount } = parseReceiptHandle(change.receiptHandle, queue.id);
  const message = context.messages.get(sequence);
  if (message?.queueId !== queue.id || message.receiveCount !== receiveCount) return 'gone';
  const now = context.now();
  if (!message.inFlight || message.visibleAt <= now) return 'visible';
  const visibleAt = now + change.seconds * 1000;
  context.messages.setVisibility(sequence, { visibleAt, inFlight: visibleAt > now });
  context.arrivals.announce(queue.id, visibleAt);
  return 'changed';
}
