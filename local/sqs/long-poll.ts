import { requireQueue } from './context.ts';
import type { SqsContext } from './context.ts';
import { SqsError } from './errors.ts';
import { queueSetting } from './queue-attributes.ts';
import type { StoredMessage } from './store/message-table.ts';
import type { StoredQueue } from './store/queue-table.ts';
import { takeMessages } from './take-messages.ts';

/** One receive call. Times in seconds; absent ones are the queue's own. */
export interface ReceiveRequest {
  /** URL, ARN or name. */
  readonly queue: string;
  /** At least 1. */
  readonly limit: number;
  readonly visibilitySeconds: number | undefined;
  readonly waitSeconds: number | undefined;
}

interface PollStep {
  readonly queue: StoredQueue;
  readonly request: ReceiveRequest;
  readonly mayWait: boolean;
}
interface PolledMessages {
  readonly messages: readonly StoredMessage[];
  readonly nextVisibleAt: number | undefined;
}

function look(context: SqsContext, { queue, request, mayWait }: PollStep): PolledMessages {
  const visibilityMs = (request.visibilitySeconds ?? queueSetting(queue, 'VisibilityTimeout')) * 1000;
  const taken = takeMessages(context, { queue, limit: request.limit, visibilityMs });
  switch (taken.kind) {
    case 'messages':
      return { messages: taken.messages, nextVisibleAt: context.now() };
    case 'empty':
      return { messages: [], nextVisibleAt: taken.nextVisibleAt };
    case 'over-limit':
      if (!mayWait) throw new SqsError('OverLimit', 'The maximum number of in flight messages is reached.');
      return { messages: [], nextVisibleAt: undefined };
  }
}

/**
 * Receives messages, waiting for the first one as long as the request (or the queue) says. When `signal` aborts or the
 * engine closes, it ends with nothing, and takes nothing either.
 * @throws {SqsError} `QueueDoesNotExist` (also when the queue is deleted meanwhile), `OverLimit` without waiting.
 */
export async function receiveMessages(
  context: SqsContext,
  request: ReceiveRequest,
  signal: AbortSignal | undefined,
): Promise<readonly StoredMessage[]> {
  const ownWait = queueSetting(requireQueue(context, request.queue), 'ReceiveMessageWaitTimeSeconds');
  const waitMs = (request.waitSeconds ?? ownWait) * 1000;
  const deadline = performance.now() + waitMs;
  for (;;) {
    if (signal?.aborted || context.arrivals.closed) return [];
    // Looked up each time: the queue may have been changed, or deleted and created again.
    const queue = requireQueue(context, request.queue);
    const { messages, nextVisibleAt } = look(context, { queue, request, mayWait: waitMs > 0 });
    const timeoutMs = messages.length > 0 ? 0 : deadline - performance.now();
    const arrival = timeoutMs > 0 ? context.arrivals.wait(queue.id, { timeoutMs, signal }) : undefined;
    // Wakes this receiver if it goes on waiting, else the next one in line.
    if (nextVisibleAt !== undefined) context.arrivals.announce(queue.id, nextVisibleAt);
    if (arrival === undefined) return messages;
    await arrival;
    if (signal?.aborted) context.arrivals.announce(queue.id, context.now());
  }
}
