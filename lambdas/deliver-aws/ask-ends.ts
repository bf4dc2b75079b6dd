import { createAskStore } from '../../adapters/aws/asks/ask-store.ts';
import { createAskTimers } from '../../adapters/aws/asks/ask-timers.ts';
import { createWebhookLookUp } from '../../adapters/aws/directory/webhook-look-up.ts';
import type { DocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { createMessageLookUp } from '../../adapters/aws/messages/message-look-up.ts';
import { createMessageStore } from '../../adapters/aws/messages/message-store.ts';
import { createAskQueue } from '../../adapters/aws/queues/ask-queue.ts';
import { createJobQueues } from '../../adapters/aws/queues/job-queue.ts';
import { createQueueClient } from '../../adapters/aws/queues/queue-client.ts';
import type { CompleteTask } from '../../core/ask/task-end.ts';
import { tellAskEnd, type TellAskEndPorts } from '../../core/sending/tell-ask-end.ts';
import type { DeliveryEnv } from '../delivery-env.ts';
import { log, measureIn } from '../log.ts';

/** Makes what tells how an ask ended, once that is announced. */
export function createAskAct(env: DeliveryEnv, db: DocumentClient): (askId: string) => Promise<void> {
  const sqs = createQueueClient();
  const tables = { messages: env.MESSAGES_TABLE, liveEvents: env.LIVE_EVENTS_TABLE, alerts: env.ALERTS_TABLE };
  const ports = {
    asks: createAskStore(db, env.ASKS_TABLE, Date.now),
    tell: createAskQueue(sqs, env.AWS_QUEUE_URL),
    timers: createAskTimers(db, env.ASKS_TABLE),
    webhooks: createWebhookLookUp(db, env.DIRECTORY_TABLE),
    messages: createMessageLookUp(db, env.MESSAGES_TABLE),
    outbox: createMessageStore(db, tables),
    jobs: createJobQueues(sqs, { outbound: env.OUTBOUND_QUEUE_URL, aws: env.AWS_QUEUE_URL }),
    tasks: taskEnds(env),
    now: Date.now,
  };
  return async (askId) => tellAskEnd(ports, askId);
}

async function loadCompleter(): Promise<CompleteTask> {
  const { createTaskCompleter } = await import('../../adapters/aws/asks/task-completer.ts');
  return createTaskCompleter();
}

/** Few asks hold a task: its client is loaded with the first. */
function taskEnds({ METRICS_NAMESPACE }: DeliveryEnv): TellAskEndPorts['tasks'] {
  let loading: Promise<CompleteTask> | undefined;
  const measure = measureIn(METRICS_NAMESPACE);
  return {
    complete: async (...task) => (await (loading ??= loadCompleter()))(...task),
    told: ({ id: askId, messageId }, outcome) => {
      if (outcome.kind === 'completed') return log({ event: 'task.completed', askId, messageId });
      log({ event: 'task.refused', level: 'ERROR', askId, messageId, reason: outcome.reason });
      measure({ DeliveriesFailed: 1 });
    },
  };
}
