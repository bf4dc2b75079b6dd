import middy from '@middy/core';
import { monotonicFactory } from 'ulid';
import { createDuplicateStore } from '../../adapters/aws/counters/duplicate-store.ts';
import { createFanOutStore } from '../../adapters/aws/counters/fan-out-store.ts';
import { createQuotaCounter } from '../../adapters/aws/counters/quota-counter.ts';
import { createDeliveryStore } from '../../adapters/aws/deliveries/delivery-store.ts';
import { createEndpointReader } from '../../adapters/aws/directory/endpoint-reader.ts';
import { createDocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { createMessageStore } from '../../adapters/aws/messages/message-store.ts';
import { createJobQueues } from '../../adapters/aws/queues/job-queue.ts';
import { createQueueClient } from '../../adapters/aws/queues/queue-client.ts';
import { createRandom } from '../../adapters/system/random.ts';
import { type AcceptPorts, createAccept } from '../../core/sending/accept.ts';
import { log } from '../log.ts';
import { originGuard } from '../origin-guard.ts';
import { Env } from './env.ts';
import { createHandler } from './handler.ts';
import { lazyAlerts } from './lazy-alerts.ts';
import { lazyAsking } from './lazy-asking.ts';
import { lazyBodies } from './lazy-bodies.ts';
import { withDialects } from './lazy-dialects.ts';
import { lazyPresetPorts } from './lazy-preset-ports.ts';
import { unavailable } from './unavailable.ts';

const env = Env.parse(process.env);
const db = createDocumentClient();
const tables = { messages: env.MESSAGES_TABLE, liveEvents: env.LIVE_EVENTS_TABLE, alerts: env.ALERTS_TABLE };
const counters = { counters: env.COUNTERS_TABLE, directory: env.DIRECTORY_TABLE };

const ports: AcceptPorts = {
  endpoints: createEndpointReader(db, env.DIRECTORY_TABLE),
  messages: createMessageStore(db, tables),
  bodies: lazyBodies(env.BODIES_BUCKET),
  jobs: createJobQueues(createQueueClient(), { outbound: env.OUTBOUND_QUEUE_URL, aws: env.AWS_QUEUE_URL }),
  parking: createDeliveryStore(db, env.MESSAGES_TABLE),
  ...(env.BILLING === 'plans' ? { quota: createQuotaCounter(db, counters) } : {}),
  duplicates: createDuplicateStore(db, env.COUNTERS_TABLE),
  fanOut: createFanOutStore(db, env.COUNTERS_TABLE),
  alerts: lazyAlerts(env.ALERTS_TABLE),
  asking: lazyAsking(db, {
    table: env.ASKS_TABLE,
    queueUrl: env.AWS_QUEUE_URL,
    publicBaseUrl: env.PUBLIC_BASE_URL,
    completesTasks: env.STEP_FUNCTIONS === 'some',
  }),
  presets: lazyPresetPorts(Date.now),
  now: Date.now,
  newUlid: monotonicFactory(createRandom()),
};
const limits = { maxBodyBytes: env.WEBHOOK_MAX_BODY_BYTES, maxHops: env.WEBHOOK_MAX_HOPS };
const plain = createHandler(createAccept(ports, limits), log);

export const handler = middy(withDialects(plain, { ports, limits, log }))
  .use(originGuard(env.ORIGIN_SECRETS))
  .onError(unavailable(log));
