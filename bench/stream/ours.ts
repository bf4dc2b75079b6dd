import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { bundleLiveStream } from '../../lib/bundling.ts';
import { NODE_OPTIONS } from '../../lib/constructs/streaming/command.ts';
import { freePort } from '../../local/process/free-port.ts';
import type { Contender } from './contender.ts';
import { startEventStream, streamIdOf } from './event-stream.ts';
import { kill } from './process-figures.ts';

const READY_WITHIN_MS = 20_000;

/**
 * Our service: the bundle that runs on Fargate, as a process, with limits raised by its settings. It follows an event
 * stream with that many shards.
 */
export async function startOurs(readers: number, shards = 1): Promise<Contender> {
  const events = await startEventStream(shards);
  const port = await freePort();
  const child = spawn(process.execPath, [...NODE_OPTIONS, 'index.mjs'], {
    cwd: bundleLiveStream(),
    env: environment({ port, awsUrl: events.url, readers }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilReady(port).catch((error: unknown) => {
    // Whatever is left running would keep the bench from ending.
    child.kill('SIGKILL');
    events.stop();
    throw error;
  });
  return {
    name: 'ours',
    pids: async () => (child.pid === undefined ? [] : [child.pid]),
    port,
    path: (channel) => `/api/stream/${streamIdOf(channel)}`,
    publish: async (messages) => events.publish(messages),
    stop: async () => {
      await kill(child);
      events.stop();
    },
  };
}

async function untilReady(port: number): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const health = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    if (health?.status === 200) return;
    if (Date.now() > deadline) throw new Error('The Live Stream service is not ready.');
    await delay(50);
  }
}

function environment({ port, awsUrl, readers }: { port: number; awsUrl: string; readers: number }) {
  return {
    PORT: String(port),
    HOST: '127.0.0.1',
    DIRECTORY_TABLE: 'Directory',
    LIVE_EVENTS_TABLE: 'LiveEvents',
    KINESIS_STREAM_ARN: '',
    BODIES_BUCKET: 'bodies',
    COUNTERS_TABLE: 'Counters',
    STREAM_MAX_PER_CHANNEL: String(readers),
    STREAM_MAX_PER_IP: String(readers),
    TRUSTED_PROXIES: '0',
    DRAIN_SECONDS: '0',
    METRICS_NAMESPACE: 'Bench',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    AWS_ENDPOINT_URL: awsUrl,
  };
}
