import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { monotonicFactory } from 'ulid';
import { hashSecret } from '../../core/directory/secret-hash.ts';
import { bundleLiveStream } from '../../lib/bundling.ts';
import { NODE_OPTIONS } from '../../lib/constructs/streaming/command.ts';
import { freePort } from '../../local/process/free-port.ts';
import type { Contender } from './contender.ts';

const READY_WITHIN_MS = 20_000;
const nextId = monotonicFactory();
const streamIdOf = (channel: number): string => `bench-${channel}`.padEnd(21, '_');

/** Our service: the bundle that runs on Fargate, as a process, with limits raised by its settings. */
export async function startOurs(readers: number): Promise<Contender> {
  const double = fork(join(import.meta.dirname, 'aws-double.ts'));
  const [{ port: awsPort }] = await once(double, 'message');
  const port = await freePort();
  const child = spawn(process.execPath, [...NODE_OPTIONS, 'index.mjs'], {
    cwd: bundleLiveStream(),
    env: environment({ port, awsPort: Number(awsPort), readers }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilReady(port).catch((error: unknown) => {
    // Whatever is left running would keep the bench from ending.
    child.kill('SIGKILL');
    double.disconnect();
    throw error;
  });
  return {
    name: 'ours',
    pids: async () => (child.pid === undefined ? [] : [child.pid]),
    port,
    path: (channel) => `/api/stream/${streamIdOf(channel)}`,
    publish: async (messages) => {
      double.send(messages.map(({ channel, text }) => rowOf(channel, text)));
    },
    stop: async () => {
      await stop(child);
      double.disconnect();
    },
  };
}

function rowOf(channel: number, message: string): object {
  const channelId = `STREAM#${hashSecret(streamIdOf(channel))}`;
  const expiresAt = Math.floor(Date.now() / 1000) + 3600;
  const fields = { title: 'Deploy finished', message, priority: 3, tags: ['ci'], payload: { text: '{"n":1}' } };
  return { kind: 'notification', channelId, id: nextId(), expiresAt, messageId: 'msg', ...fields };
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
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

function environment({ port, awsPort, readers }: { port: number; awsPort: number; readers: number }) {
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
    AWS_ENDPOINT_URL: `http://127.0.0.1:${awsPort}`,
  };
}
