import { SQSClient } from '@aws-sdk/client-sqs';
import { S3Client } from '@aws-sdk/client-s3';
import middy from '@middy/core';
import { ulid } from 'ulid';
import { createBodyStore } from '../../adapters/aws/bodies/body-store.ts';
import { createChannelHealthStore } from '../../adapters/aws/counters/channel-health-store.ts';
import { createPaceStore } from '../../adapters/aws/counters/pace-store.ts';
import { createDeliveryContextReader } from '../../adapters/aws/deliveries/delivery-context.ts';
import { createDeliveryStore } from '../../adapters/aws/deliveries/delivery-store.ts';
import { createChannelSwitch } from '../../adapters/aws/directory/channel-switch.ts';
import { createDocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { createJobQueue } from '../../adapters/aws/queues/job-queue.ts';
import { createOutboundClient } from '../../adapters/http/outbound-client.ts';
import { createHostPlaces } from '../../adapters/system/host-places.ts';
import { parseRetrySchedule } from '../../core/delivery/backoff.ts';
import { createDeliverer } from '../../core/delivery/deliver.ts';
import { createSend, outgoingMessage } from '../../core/delivery/send.ts';
import { createSwitchOff } from '../../core/delivery/switch-off.ts';
import { log } from '../log.ts';
import { Env } from './env.ts';
import { createHandler } from './handler.ts';

/** Longer than the function may run, so that no claim ends under a living attempt. */
const LEASE_MS = 90_000;

const env = Env.parse(process.env);
const tables = {
  directory: env.DIRECTORY_TABLE,
  messages: env.MESSAGES_TABLE,
  liveEvents: env.LIVE_EVENTS_TABLE,
  counters: env.COUNTERS_TABLE,
};
const db = createDocumentClient();
const sqs = new SQSClient({});
const bodies = createBodyStore(new S3Client({}), env.BODIES_BUCKET);
const allowedCidrs = env.OUTBOUND_ALLOWED_CIDRS.split(',').filter((cidr) => cidr !== '');
const http = createOutboundClient({ allowedCidrs, timeoutMs: env.DELIVERY_TIMEOUT_MS });
const jobs = createJobQueue(sqs, env.OUTBOUND_QUEUE_URL);
const clock = { now: Date.now, newUlid: () => ulid() };
const send = createSend({ http, ...clock });

const deliverer = createDeliverer(
  {
    deliveries: createDeliveryStore(db, tables.messages),
    context: createDeliveryContextReader(db, tables),
    health: createChannelHealthStore(db, tables.counters),
    paces: createPaceStore(db, tables.counters),
    hosts: createHostPlaces({ perHost: 4, waitMs: 2000 }),
    switchOff: createSwitchOff({ channels: createChannelSwitch(db, tables), jobs, ...clock }),
    jobs,
    deadLetters: createJobQueue(sqs, env.OUTBOUND_DEAD_LETTER_QUEUE_URL),
    send: async ({ message, channel }) => send(channel, await outgoingMessage(message, bodies)),
    log: (line) => log({ ...line }),
    ...clock,
    random: Math.random,
  },
  { schedule: parseRetrySchedule(env.RETRY_SCHEDULE), leaseMs: LEASE_MS },
);

export const handler = middy(createHandler({ ...deliverer, jobs, log }, { maxReceives: env.OUTBOUND_MAX_RECEIVES }));
