import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { NODE_OPTIONS } from '../../lib/constructs/streaming/command.ts';
import type { Contender } from './contender.ts';
import { startEventStream, streamIdOf } from './event-stream.ts';
import { kill } from './process-figures.ts';

/** The least that a service in Node can do to stream events that it has to ask for: see `bare-service.ts`. */
export async function startBareNode(): Promise<Contender> {
  const events = await startEventStream(1);
  const child = spawn(process.execPath, [...NODE_OPTIONS, join(import.meta.dirname, 'bare-service.ts')], {
    env: { AWS_ENDPOINT_URL: events.url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ port }] = await once(child, 'message');
  return {
    name: 'a bare Node service',
    pids: async () => (child.pid === undefined ? [] : [child.pid]),
    port: Number(port),
    path: (channel) => `/api/stream/${streamIdOf(channel)}`,
    publish: async (messages) => events.publish(messages),
    stop: async () => {
      await kill(child);
      events.stop();
    },
  };
}
