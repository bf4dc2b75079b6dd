import middy from '@middy/core';
import { createAlertReader } from '../../adapters/aws/alerts/alert-reader.ts';
import { createAskTimers } from '../../adapters/aws/asks/ask-timers.ts';
import { createSpanCounts } from '../../adapters/aws/counters/span-counts.ts';
import { createQuotaWarnings } from '../../adapters/aws/counters/quota-warnings.ts';
import { createWatermarkStore } from '../../adapters/aws/counters/watermark-store.ts';
import { createDueIndex } from '../../adapters/aws/deliveries/due-index.ts';
import { createStoredMessages } from '../../adapters/aws/deliveries/stored-messages.ts';
import { createChannelSwitch } from '../../adapters/aws/directory/channel-switch.ts';
import { createOrganizationList } from '../../adapters/aws/directory/organization-list.ts';
import { createDocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { createFigureReader } from '../../adapters/aws/figures/figure-reader.ts';
import { createEdgeReader } from '../../adapters/aws/messages/newest-messages.ts';
import { createAskQueue } from '../../adapters/aws/queues/ask-queue.ts';
import { createDueQueue, createJobQueues } from '../../adapters/aws/queues/job-queue.ts';
import { createQueueClient } from '../../adapters/aws/queues/queue-client.ts';
import { systemGenerators } from '../../adapters/system/generators.ts';
import { announceAlerts } from '../../core/delivery/alert-timers.ts';
import { announceAsks } from '../../core/delivery/ask-timers.ts';
import { type Span, spanUsage } from '../../core/figures/span-usage.ts';
import { countUsage } from '../../core/usage/count-usage.ts';
import { warnOfQuotas } from '../../core/usage/warn-of-quotas.ts';
import { log, measureIn } from '../log.ts';
import { Env } from './env.ts';
import { createHandler } from './handler.ts';

const env = Env.parse(process.env);
const telemetry = { log, measure: measureIn(env.METRICS_NAMESPACE) };
const db = createDocumentClient();

const watermark = (name: string) => createWatermarkStore(db, { table: env.COUNTERS_TABLE, name });
const organizations = createOrganizationList(db, env.DIRECTORY_TABLE);
const messages = createStoredMessages(db, { table: env.MESSAGES_TABLE, now: Date.now });
const spanPorts = {
  figures: createFigureReader(db, env.FIGURES_TABLE),
  edges: createEdgeReader(db, env.MESSAGES_TABLE),
};
const usage = {
  ...createSpanCounts(db, env.COUNTERS_TABLE),
  counted: async (organizationId: string, span: Span) => spanUsage(spanPorts, organizationId, span),
};
const sqs = createQueueClient();
const jobs = createJobQueues(sqs, {
  outbound: env.OUTBOUND_QUEUE_URL,
  aws: env.AWS_QUEUE_URL,
});
const tables = {
  directory: env.DIRECTORY_TABLE,
  messages: env.MESSAGES_TABLE,
  liveEvents: env.LIVE_EVENTS_TABLE,
  counters: env.COUNTERS_TABLE,
};

const quotas = createQuotaWarnings(db, tables);
const channels = createChannelSwitch(db, tables);
const timers = createAlertReader(db, env.ALERTS_TABLE, Date.now);
const announce = createDueQueue(sqs, env.AWS_QUEUE_URL);
const askTimers = createAskTimers(db, env.ASKS_TABLE);
const tellAsk = createAskQueue(sqs, env.AWS_QUEUE_URL);
const marked = async (organizationId: string) => channels.marked(organizationId);

export const handler = middy(
  createHandler({
    due: createDueIndex(db, env.MESSAGES_TABLE),
    jobs,
    watermark,
    organizations,
    messages,
    announceAsks: async (hasTime) => announceAsks({ timers: askTimers, tell: tellAsk, now: Date.now, hasTime }),
    announceAlerts: async (hasTime) => announceAlerts({ timers, announce, now: Date.now, hasTime }),
    countUsage: async (hasTime) => countUsage({ watermark, organizations, messages, usage, now: Date.now, hasTime }),
    ...(env.BILLING === 'plans'
      ? {
          warnOfQuotas: async (hasTime: () => boolean) =>
            warnOfQuotas({ ...systemGenerators, organizations, quotas, marked, jobs, hasTime }),
        }
      : {}),
    now: Date.now,
    telemetry,
  }),
);
