import { SQSClient } from '@aws-sdk/client-sqs';
import { S3Client } from '@aws-sdk/client-s3';
import middy from '@middy/core';
import { createBodyStore } from '../../adapters/aws/bodies/body-store.ts';
import { createDeliveryContextReader } from '../../adapters/aws/deliveries/delivery-context.ts';
import { createDeliveryStore } from '../../adapters/aws/deliveries/delivery-store.ts';
import { createChannelSwitch } from '../../adapters/aws/directory/channel-switch.ts';
import { createDocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { createJobQueue } from '../../adapters/aws/queues/job-queue.ts';
import { createOutboundClient } from '../../adapters/http/outbound-client.ts';
import { parseRetrySchedule } from '../../core/delivery/backoff.ts';
import { createDeliver } from '../../core/delivery/deliver.ts';
import { createSend, outgoingMessage } from '../../core/delivery/send.ts';
import { log } from '../log.ts';
import { Env } from './env.ts';
import { createHandler } from './handler.ts';

/** Longer than the function may run, so that no claim ends under a living attempt. */
const LEASE_MS = 90_000;

const env = Env.parse(process.env);
const db = createDocumentClient();
const sqs = new SQSClient({});
const bodies = createBodyStore(new S3Client({}), env.BODIES_BUCKET);
const allowedCidrs = env.OUTBOUND_ALLOWED_CIDRS.split(',').filter((cidr) => cidr !== '');
const http = createOutboundClient({ allowedCidrs, timeoutMs: env.DELIVERY_TIMEOUT_MS });
const send = createSend({ http, now: Date.now });

const deliver = createDeliver(
  {
    deliveries: createDeliveryStore(db, env.MESSAGES_TABLE),
    context: createDeliveryContextReader(db, { messages: env.MESSAGES_TABLE, directory: env.DIRECTORY_TABLE }),
    channels: createChannelSwitch(db, env.DIRECTORY_TABLE),
    jobs: createJobQueue(sqs, env.OUTBOUND_QUEUE_URL),
    deadLetters: createJobQueue(sqs, env.OUTBOUND_DEAD_LETTER_QUEUE_URL),
    send: async ({ message, channel }) => send(channel, await outgoingMessage(message, bodies)),
    log: (line) => log({ ...line }),
    now: Date.now,
    random: Math.random,
  },
  { schedule: parseRetrySchedule(env.RETRY_SCHEDULE), leaseMs: LEASE_MS },
);

export const handler = middy(createHandler({ deliver, log }));
