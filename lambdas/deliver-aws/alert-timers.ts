import { openAlertHeads } from '../../adapters/aws/alerts/alert-heads.ts';
import { createAlertPosts } from '../../adapters/aws/alerts/alert-posts.ts';
import { createAlertReader } from '../../adapters/aws/alerts/alert-reader.ts';
import { createWebhookLookUp } from '../../adapters/aws/directory/webhook-look-up.ts';
import type { DocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { createMessageStore } from '../../adapters/aws/messages/message-store.ts';
import { createDueQueue, createJobQueues } from '../../adapters/aws/queues/job-queue.ts';
import { createQueueClient } from '../../adapters/aws/queues/queue-client.ts';
import { systemBackoff, systemGenerators } from '../../adapters/system/generators.ts';
import type { AlertPress } from '../../core/alert/alert-press.ts';
import type { PostPorts } from '../../core/delivery/alert-posts.ts';
import { actOnAlert } from '../../core/delivery/alert-timers.ts';
import type { AlertDue, AlertsEnd } from '../../core/delivery/due-job.ts';
import { endAlerts } from '../../core/delivery/end-alerts.ts';
import { pressAlert } from '../../core/delivery/press-alert.ts';
import type { DeliveryEnv } from '../delivery-env.ts';

/** What acts on timers of alerts that have come, ends the alerts of a webhook, and changes alerts by presses. */
export function createAlertAct(
  env: DeliveryEnv,
  db: DocumentClient,
): (job: AlertDue | AlertsEnd | AlertPress) => Promise<void> {
  const tables = { messages: env.MESSAGES_TABLE, liveEvents: env.LIVE_EVENTS_TABLE, alerts: env.ALERTS_TABLE };
  const sqs = createQueueClient();
  const reader = createAlertReader(db, tables.alerts, Date.now);
  const posts = createAlertPosts(db, tables);
  const ports = {
    heads: openAlertHeads(tables.alerts),
    alerts: reader,
    timers: reader,
    webhooks: createWebhookLookUp(db, env.DIRECTORY_TABLE),
    messages: { readMessage: async (...at: Parameters<PostPorts['readMessage']>) => posts.readMessage(...at) },
    outbox: createMessageStore(db, tables),
    jobs: createJobQueues(sqs, { outbound: env.OUTBOUND_QUEUE_URL, aws: env.AWS_QUEUE_URL }),
    announce: createDueQueue(sqs, env.AWS_QUEUE_URL),
    now: Date.now,
    newUlid: () => systemGenerators.newUlid(),
    pause: async (tries: number) => systemBackoff.pause(tries),
  };
  return async (job) => {
    switch (job.due) {
      case 'alert':
        return actOnAlert(ports, job);
      case 'alerts-end':
        return endAlerts(ports, job);
      case 'alert-press':
        return pressAlert(ports, job);
    }
  };
}
