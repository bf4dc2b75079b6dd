import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { EventSource } from 'eventsource';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LiveEvent } from '../../core/live/live-event.ts';
import { directoryKeys } from '../../adapters/aws/directory/directory-keys.ts';
import { PutCommand } from '../../adapters/aws/dynamodb/commands.ts';
import { createDynamoDbStream } from '../../adapters/aws/live/dynamodb-stream.ts';
import { createStreamSource } from '../../live-stream/source/stream-source.ts';
import type { LiveEventSource } from '../../live-stream/source/live-event-source.ts';
import { freePort } from '../../local/process/free-port.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../engines/dynamodb.ts';
import { scaledClock, until } from './fakes/scaled-clock.ts';
import { CONFIG, notification } from './fakes/service.ts';

const STREAM_ID = 'V1StGXR8_Z5jdHi6B-myT';

let engine: TestDynamoDb;
let streams: DynamoDBStreamsClient;

beforeAll(async () => {
  engine = await startTestDynamoDb();
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  streams = new DynamoDBStreamsClient({
    endpoint: engine.endpoint,
    region: 'us-east-1',
    credentials,
    maxAttempts: 1,
  });
  const config = { organizationId: 'org_1', channelId: 'ch_1', enabled: true, config: CONFIG, pauses: [] };
  const Item = { ...directoryKeys.stream(STREAM_ID), ...config };
  await engine.db.send(new PutCommand({ TableName: engine.tables.directory, Item }));
});

afterAll(async () => {
  streams.destroy();
  await engine.stop();
});

async function put(row: object): Promise<void> {
  await engine.db.send(new PutCommand({ TableName: engine.tables.liveEvents, Item: { ...row } }));
}

describe('following the stream of the embedded engine', () => {
  it('brings rows inserted since the start in order, and neither updates nor what was there before', async () => {
    const [before, ...rows] = Array.from({ length: 51 }, (_, n) => notification(`row ${n}`, { channelId: 'ch_rows' }));
    await put(before!);
    const source = sourceOf();
    const received: LiveEvent[] = [];

    await source.start((row) => received.push(LiveEvent.parse(row)));
    for (const row of rows) await put(row);
    await put({ ...rows[0]!, message: 'updated' });

    await until(() => received.length === 50);
    expect(received).toEqual(rows.map((row) => LiveEvent.parse(row)));
  });

  it('starts anew at the newest row after it was stopped', async () => {
    const source = sourceOf();
    const received: LiveEvent[] = [];
    await source.start((row) => received.push(LiveEvent.parse(row)));
    source.stop();
    await put(notification('while stopped', { channelId: 'ch_again' }));

    await source.start((row) => received.push(LiveEvent.parse(row)));
    await put(notification('after', { channelId: 'ch_again' }));

    await until(() => received.length > 0);
    expect(received.map((row) => row.kind === 'notification' && row.content.message)).toEqual(['after']);
  });

  it('fails to start when there is no such table', async () => {
    await expect(sourceOf('Nothing').start(() => undefined)).rejects.toThrow('cannot be listed: gone');
  });
});

function sourceOf(table = engine.tables.liveEvents): LiveEventSource {
  const api = createDynamoDbStream({ db: engine.client, streams, table });
  const source = createStreamSource({
    api,
    clock: scaledClock(20),
    log: () => undefined,
    startTimeoutMs: 5000,
  });
  onTestFinished(() => source.stop());
  return source;
}

describe('the service as a process', () => {
  it('streams rows of the table to an EventSource, resumes it, and stops with 0 on SIGTERM', async () => {
    const { child, url, output } = await startProcess();
    const events: { id: string; message: string }[] = [];
    const listen = async (query = ''): Promise<EventSource> => {
      const source = new EventSource(`${url}/api/stream/${STREAM_ID}${query}`);
      source.addEventListener('message', ({ lastEventId, data }) => {
        events.push({ id: lastEventId, message: JSON.parse(data).message });
      });
      await new Promise((resolve) => source.addEventListener('open', resolve, { once: true }));
      return source;
    };

    const first = await listen();
    const row = notification('live');
    const sentAt = Date.now();
    await put(row);
    await until(() => events.length === 1);
    const latency = Date.now() - sentAt;
    first.close();
    await put(notification('missed'));
    await put(notification('large', { payload: { key: 'org_1/large.json' } }));
    const second = await listen(`?since=${row.id}`);
    await until(() => events.length === 3);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await exited;
    second.close();

    expect(events.map(({ message }) => message)).toEqual(['live', 'missed', 'large']);
    expect(latency).toBeLessThan(2000);
    expect(code).toBe(0);
    expect(output()).toContain('"event":"service.stopped"');
    expect(output()).not.toContain(STREAM_ID);
  });

  it('replays from the table after a restart', async () => {
    const position = ulid(Date.now() - 1);
    await put(notification('stored while nobody ran', { channelId: 'ch_1' }));
    const { url } = await startProcess();

    const response = await fetch(`${url}/api/stream/${STREAM_ID}`, { headers: { 'last-event-id': position } });
    const text = await readUntil(response, 'stored while nobody ran');

    expect(text.startsWith(': connected\n\nretry: 3000\nid: ')).toBe(true);
  });

  it('exits at once at a second signal', async () => {
    const { child, url } = await startProcess({ DRAIN_SECONDS: '60' });
    const response = await fetch(`${url}/api/stream/${STREAM_ID}`);
    const exited = once(child, 'exit');

    child.kill('SIGTERM');
    await until(async () => (await fetch(`${url}/healthz`)).status === 503);
    child.kill('SIGTERM');
    const [code] = await exited;

    expect(code).toBe(0);
    await expect(response.text()).resolves.toContain(': connected');
  });
});

async function readUntil(response: Response, text: string): Promise<string> {
  let seen = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body!) {
    seen += decoder.decode(chunk, { stream: true });
    if (seen.includes(text)) return seen;
  }
  return seen;
}

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly output: () => string;
}

async function startProcess(env: Record<string, string> = {}): Promise<Running> {
  const port = await freePort();
  const child = spawn(process.execPath, ['live-stream/index.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...environment(port, await startBodies()), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.status === 200, 15_000);
  return { child, url, output: () => output };
}

function environment(port: number, bodies: string): Record<string, string> {
  return {
    PORT: String(port),
    HOST: '127.0.0.1',
    DIRECTORY_TABLE: engine.tables.directory,
    LIVE_EVENTS_TABLE: engine.tables.liveEvents,
    KINESIS_STREAM_ARN: '',
    BODIES_BUCKET: 'bodies',
    COUNTERS_TABLE: engine.tables.counters,
    STREAM_MAX_PER_CHANNEL: '20',
    STREAM_MAX_PER_IP: '20',
    TRUSTED_PROXIES: '0',
    DRAIN_SECONDS: '0',
    METRICS_NAMESPACE: 'Test',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL: engine.endpoint,
    AWS_ENDPOINT_URL_S3: bodies,
  };
}

/** Answers every GetObject with the same body. @returns its address. */
async function startBodies(): Promise<string> {
  const server = createServer((_request, response) => response.end('{"large":true}')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : '';
}
