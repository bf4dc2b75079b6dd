import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { monotonicFactory } from 'ulid';
import { hashSecret } from '../../core/directory/secret-hash.ts';
import type { Message } from './contender.ts';

const nextId = monotonicFactory();

/** AWS as a Live Stream service sees it, in a process of its own. */
export interface EventStream {
  /** For `AWS_ENDPOINT_URL`. */
  readonly url: string;
  /** Puts rows on the event stream, those of channel `n` into shard `n` modulo the number of shards. */
  publish(messages: readonly Message[]): void;
  stop(): void;
}

/** The stream ID of channel `n`. */
export const streamIdOf = (channel: number): string => `bench-${channel}`.padEnd(21, '_');

/** An event stream with that many shards, a directory in which every channel exists, and a table for counts. */
export async function startEventStream(shards: number): Promise<EventStream> {
  const double = fork(join(import.meta.dirname, 'aws-double.ts'), [String(shards)]);
  const [{ port }] = await once(double, 'message');
  return {
    url: `http://127.0.0.1:${port}`,
    publish: (messages) =>
      void double.send(messages.map(({ channel, text }) => ({ shard: channel, row: rowOf(channel, text) }))),
    stop: () => double.disconnect(),
  };
}

function rowOf(channel: number, message: string): object {
  const channelId = `STREAM#${hashSecret(streamIdOf(channel))}`;
  const expiresAt = Math.floor(Date.now() / 1000) + 3600;
  const fields = { title: 'Deploy finished', message, priority: 3, tags: ['ci'], payload: { text: '{"n":1}' } };
  return { kind: 'notification', channelId, id: nextId(), expiresAt, messageId: 'msg', ...fields };
}
