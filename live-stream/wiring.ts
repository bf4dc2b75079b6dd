import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDocumentClient } from '../adapters/aws/dynamodb/document-client.ts';
import { DynamoDbStream } from './aws/dynamodb-stream.ts';
import { createStreamEndpointReader } from './aws/endpoint-reader.ts';
import { createEventRows } from './aws/event-rows.ts';
import { createPayloadReader } from './aws/payload-reader.ts';
import { systemClock as clock } from './clock.ts';
import type { Env } from './env.ts';
import { createHeartbeats, createSlotTable } from './aws/slot-items.ts';
import { LeasedSlots } from './limits/leased-slots.ts';
import type { Log } from './log.ts';
import { LiveStreamService } from './service.ts';
import { StreamSource } from './source/stream-source.ts';

/** A call that hangs would hold up every event of its shard. */
const CALLS = { requestHandler: { connectionTimeout: 2000, requestTimeout: 5000, throwOnRequestTimeout: true } };
const START_TIMEOUT_MS = 20_000;
const KEEPALIVE_MS = 30_000;
const LINGER_MS = 120_000;
/** Some of the largest events. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

/** The service with its AWS clients. Endpoints, region and credentials come from the SDK's own environment. */
export function createLiveStreamService(env: Env, log: Log): LiveStreamService {
  const db = new DynamoDBClient(CALLS);
  const documents = createDocumentClient(db);
  const streams = new DynamoDBStreamsClient({ ...CALLS, maxAttempts: 1 });
  const api = new DynamoDbStream({ db, streams, table: env.LIVE_EVENTS_TABLE });
  return new LiveStreamService({
    source: new StreamSource({ api, clock, log, startTimeoutMs: START_TIMEOUT_MS }),
    endpoints: createStreamEndpointReader(documents, env.DIRECTORY_TABLE),
    eventRows: createEventRows(documents, env.LIVE_EVENTS_TABLE),
    readPayload: createPayloadReader(new S3Client(CALLS), env.BODIES_BUCKET),
    slots: createSlots(env, { db: documents, log }),
    clock,
    log,
    address: { host: env.HOST, port: env.PORT },
    trustedProxies: env.TRUSTED_PROXIES,
    drainMs: env.DRAIN_SECONDS * 1000,
    keepaliveMs: KEEPALIVE_MS,
    maxWaitingBytes: MAX_WAITING_BYTES,
    lingerMs: LINGER_MS,
  });
}

function createSlots(env: Env, { db, log }: { db: DynamoDBDocumentClient; log: Log }): LeasedSlots {
  const items = { db, table: env.COUNTERS_TABLE, now: () => clock.now() };
  return new LeasedSlots({
    table: createSlotTable(items),
    heartbeats: createHeartbeats(items),
    limits: { perChannel: env.STREAM_MAX_PER_CHANNEL, perClient: env.STREAM_MAX_PER_IP },
    clock,
    log,
  });
}
