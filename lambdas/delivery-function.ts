import { S3Client } from '@aws-sdk/client-s3';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { ulid } from 'ulid';
import { createClient } from '../adapters/aws/create-client.ts';
import { createBodyStore } from '../adapters/aws/bodies/body-store.ts';
import { createAlertPosts } from '../adapters/aws/alerts/alert-posts.ts';
import { createAskStore } from '../adapters/aws/asks/ask-store.ts';
import { createChannelHealthStore } from '../adapters/aws/counters/channel-health-store.ts';
import { createPaceStore } from '../adapters/aws/counters/pace-store.ts';
import { createDeliveryContextReader } from '../adapters/aws/deliveries/delivery-context.ts';
import { createDeliveryStore } from '../adapters/aws/deliveries/delivery-store.ts';
import { createChannelSwitch } from '../adapters/aws/directory/channel-switch.ts';
import type { DocumentClient } from '../adapters/aws/dynamodb/document-client.ts';
import type { AfterAnswer } from '../adapters/aws/functions/after-answer.ts';
import { createJobQueue, createJobQueues } from '../adapters/aws/queues/job-queue.ts';
import { createQueueClient } from '../adapters/aws/queues/queue-client.ts';
import type { ChannelVault } from '../adapters/aws/secrets/channel-vault.ts';
import { after } from '../adapters/system/after.ts';
import { createHostPlaces } from '../adapters/system/host-places.ts';
import { parseRetrySchedule } from '../core/delivery/backoff.ts';
import { createDeliverer } from '../core/delivery/deliver.ts';
import type { EffectPorts } from '../core/delivery/delivery-ports.ts';
import type { DueJob } from '../core/delivery/due-job.ts';
import { outgoingMessage } from '../core/delivery/outgoing.ts';
import type { Send } from '../core/delivery/send.ts';
import { createSwitchOff } from '../core/delivery/switch-off.ts';
import type { DeliveryEnv } from './delivery-env.ts';
import { createDeliveryFigures } from './delivery-figures.ts';
import { createHandler } from './delivery-handler.ts';
import { log, measureIn } from './log.ts';

/** Longer than the functions can run, so that no claim ends while its attempt is alive. */
const LEASE_MS = 90_000;

export interface DeliveryFunction {
  readonly env: DeliveryEnv;
  readonly db: DocumentClient;
  readonly vault: ChannelVault;
  /** Makes the calls or requests of the kinds that use the function's queue. */
  readonly send: Send;
  /** Records what became of recipients. @default no kind of the queue has recipients */
  readonly noteRecipients?: NonNullable<EffectPorts['noteRecipients']>;
  /** Where deliveries to slow destinations go. @default the function's destinations are never that slow */
  readonly slowQueueUrl?: string;
  /** Does what is announced to the function's queue. @default nothing is */
  readonly act?: (job: DueJob) => Promise<void>;
  /** Lets a batch of the function's own queue end before its slow jobs do. @default a batch ends with its slowest job */
  readonly letGo?: { readonly afterAnswer: AfterAnswer; readonly waitMs: number } | undefined;
}

/** Wires a function that works through a queue of deliveries; the functions differ only in how they send. */
export function createDeliveryFunction(given: DeliveryFunction) {
  const { env, db, vault, send, noteRecipients, slowQueueUrl, act, letGo } = given;
  const tables = {
    directory: env.DIRECTORY_TABLE,
    messages: env.MESSAGES_TABLE,
    liveEvents: env.LIVE_EVENTS_TABLE,
    counters: env.COUNTERS_TABLE,
  };
  const sqs = createQueueClient();
  const bodies = createBodyStore(createClient(S3Client), env.BODIES_BUCKET);
  const jobs = createJobQueues(sqs, {
    outbound: env.OUTBOUND_QUEUE_URL,
    aws: env.AWS_QUEUE_URL,
    ...(slowQueueUrl === undefined ? {} : { slow: slowQueueUrl }),
  });
  const clock = { now: Date.now, newUlid: () => ulid() };
  const figures = createDeliveryFigures(measureIn(env.METRICS_NAMESPACE));
  const health = createChannelHealthStore(db, tables.counters);
  const rows = createDeliveryStore(db, tables.messages);
  const deliverer = createDeliverer(
    {
      context: createDeliveryContextReader(db, tables, vault),
      gate: {
        health,
        paces: createPaceStore(db, tables.counters),
        hosts: createHostPlaces({ perHost: 8, waitMs: 2000 }),
      },
      outgoing: { read: async (message) => outgoingMessage(message, bodies) },
      answering: {
        asks: createAskStore(db, env.ASKS_TABLE, clock.now),
        deliveries: rows,
        publicBaseUrl: env.PUBLIC_BASE_URL,
      },
      posts: createAlertPosts(db, { alerts: env.ALERTS_TABLE, messages: env.MESSAGES_TABLE }),
      row: {
        deliveries: rows,
        jobs,
        deadLetters: createJobQueue(sqs, env.DEAD_LETTER_QUEUE_URL),
      },
      effects: {
        send,
        health,
        switchOff: createSwitchOff({ channels: createChannelSwitch(db, tables), jobs, ...clock }),
        ...(noteRecipients === undefined ? {} : { noteRecipients }),
      },
      log: (line) => {
        log({ ...line });
        figures.observe(line);
      },
      ...clock,
      random: Math.random,
      after,
    },
    {
      schedule: parseRetrySchedule(env.RETRY_SCHEDULE),
      leaseMs: LEASE_MS,
      hasSlowLane: slowQueueUrl !== undefined,
    },
  );
  const lettingGo = letGo && {
    queueUrl: env.OUTBOUND_QUEUE_URL,
    waitMs: letGo.waitMs,
    after,
    keep: (work: Promise<unknown>) => letGo.afterAnswer.keep(work.finally(() => figures.flush())),
    deleteMessage: async (receiptHandle: string) => sqs.deleteMessage(env.OUTBOUND_QUEUE_URL, receiptHandle),
    log,
  };
  const handle = createHandler(
    { ...deliverer, jobs, log, ...(act && { act }), ...(lettingGo && { lettingGo }) },
    { maxReceives: env.MAX_RECEIVES },
  );
  const handleAndMeasure = async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const answer = await handle(event);
    figures.flush();
    return answer;
  };
  return letGo?.afterAnswer.keeping(handleAndMeasure) ?? handleAndMeasure;
}
