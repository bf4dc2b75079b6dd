import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { S3Client } from '@aws-sdk/client-s3';
import { dataSetOf } from '../core/storage/data-set.ts';
import type { Measure } from '../core/telemetry/telemetry.ts';
import { createClient } from '../adapters/aws/create-client.ts';
import { type DocumentClient, createDocumentClient } from '../adapters/aws/dynamodb/document-client.ts';
import { createDynamoDbStream } from '../adapters/aws/live/dynamodb-stream.ts';
import { createStreamEndpointReader } from '../adapters/aws/directory/stream-endpoint-reader.ts';
import { createEventRows } from '../adapters/aws/live/event-rows.ts';
import { createPayloadReader } from '../adapters/aws/bodies/payload-reader.ts';
import { systemClock as clock } from './clock.ts';
import type { Env } from './env.ts';
import { createHeartbeats, createSlotTable } from '../adapters/aws/counters/slot-items.ts';
import { createLeasedSlots } from './limits/leased-slots.ts';
import type { Log } from '../core/telemetry/telemetry.ts';
import { createSharedReads } from './shared-reads.ts';
import { createLiveStreamService, type LiveStreamService } from './service.ts';
import { createKinesisSource } from './source/kinesis/kinesis-source.ts';
import type { StreamSlots } from './limits/stream-slots.ts';
import type { LiveEventSource } from './source/live-event-source.ts';
import { createStreamSource } from './source/stream-source.ts';

const START_TIMEOUT_MS = 20_000;
/** It is a line and some headers. */
const REQUEST_MS = 10_000;
export const KEEPALIVE_MS = 30_000;
const LINGER_MS = 120_000;
const METRICS_MS = 60_000;
/** Some of the largest events. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** An eighth of the smallest task's memory: events that are remembered and payloads need theirs too. */
const MAX_BACKLOG_BYTES = 64 * 1024 * 1024;

/** The service with its AWS clients. Endpoints, region and credentials come from the SDK's own environment. */
export async function openLiveStreamService(
  env: Env,
  { log, measure }: { readonly log: Log; readonly measure: Measure },
): Promise<LiveStreamService> {
  const db = createClient(DynamoDBClient);
  const documents = createDocumentClient();
  return createLiveStreamService({
    source: await createSource(env, { db, documents, log }),
    endpoints: createSharedReads(createStreamEndpointReader(documents, env.DIRECTORY_TABLE)),
    eventRows: createEventRows(documents, env.LIVE_EVENTS_TABLE),
    readPayload: createPayloadReader(createClient(S3Client), env.BODIES_BUCKET),
    slots: createSlots(env, { db: documents, log }),
    clock,
    log,
    measure,
    address: { host: env.HOST, port: env.PORT },
    trustedProxies: env.TRUSTED_PROXIES,
    dataSet: dataSetOf({
      directory: env.DIRECTORY_TABLE,
      liveEvents: env.LIVE_EVENTS_TABLE,
      counters: env.COUNTERS_TABLE,
      bodies: env.BODIES_BUCKET,
    }),
    drainMs: env.DRAIN_SECONDS * 1000,
    requestMs: REQUEST_MS,
    keepaliveMs: KEEPALIVE_MS,
    maxWaitingBytes: MAX_WAITING_BYTES,
    maxBacklogBytes: MAX_BACKLOG_BYTES,
    lingerMs: LINGER_MS,
    metricsMs: METRICS_MS,
  });
}

interface Clients {
  readonly db: DynamoDBClient;
  readonly documents: DocumentClient;
  readonly log: Log;
}

async function createSource(env: Env, { db, documents, log }: Clients): Promise<LiveEventSource> {
  const common = { clock, log, startTimeoutMs: START_TIMEOUT_MS };
  if (env.KINESIS_STREAM_ARN === '') {
    const streams = createClient(DynamoDBStreamsClient, { maxAttempts: 1 });
    const api = createDynamoDbStream({ db, streams, table: env.LIVE_EVENTS_TABLE });
    return createStreamSource({ ...common, api });
  }
  // Loaded only where it is used: most installations follow the table's own stream.
  const { createKinesisApi } = await import('../adapters/aws/live/kinesis-client.ts');
  const heartbeats = createHeartbeats({ db: documents, table: env.COUNTERS_TABLE });
  const api = createKinesisApi(env.KINESIS_STREAM_ARN, async (ms) => clock.sleep(ms));
  return createKinesisSource({ ...common, api, heartbeats });
}

function createSlots(env: Env, { db, log }: { db: DocumentClient; log: Log }): StreamSlots {
  const items = { db, table: env.COUNTERS_TABLE, now: () => clock.now() };
  return createLeasedSlots({
    table: createSlotTable(items),
    heartbeats: createHeartbeats(items),
    limits: { perChannel: env.STREAM_MAX_PER_CHANNEL, perClient: env.STREAM_MAX_PER_IP },
    clock,
    log,
  });
}
