import { randomUUID } from 'node:crypto';
import type { Heartbeats } from '../../../core/live/slot-table.ts';
import type { CallContext } from '../retrying.ts';
import type { Consumer, KinesisApi } from '../../../adapters/aws/live/kinesis-api.ts';

const PREFIX = 'live-stream-';
const BEAT_MS = 30_000;
/** A consumer whose task gave no sign of life for this long is removed: it costs money and takes one of twenty places. */
const DEAD_AFTER_MS = 120_000;

/**
 * This task's own consumer of the stream. Every task needs one, because every task reads every event; a task that
 * starts removes the consumers that dead tasks left behind.
 *
 * @throws when no consumer can be registered.
 */
export async function leaseConsumer(api: KinesisApi, heartbeats: Heartbeats, context: CallContext): Promise<Consumer> {
  const name = PREFIX + randomUUID();
  await heartbeats.register(name, context.clock.now());
  await removeDead(api, heartbeats, context).catch((error: unknown) => {
    context.log({ level: 'WARN', event: 'kinesis.consumers-not-removed', error });
  });
  const consumer = await api.register(name);
  void keepBeating(consumer, { api, heartbeats, context });
  return consumer;
}

async function removeDead(api: KinesisApi, heartbeats: Heartbeats, { clock, log }: CallContext): Promise<void> {
  const now = clock.now();
  for (const consumer of await api.consumers()) {
    if (!consumer.name.startsWith(PREFIX) || now - consumer.createdAt < DEAD_AFTER_MS) continue;
    const lastBeat = (await heartbeats.lastBeat(consumer.name)) ?? 0;
    if (now - lastBeat < DEAD_AFTER_MS) continue;
    await api.deregister(consumer);
    await heartbeats.remove(consumer.name);
    log({ level: 'INFO', event: 'kinesis.consumer-removed' });
  }
}

interface Lease {
  readonly api: KinesisApi;
  readonly heartbeats: Heartbeats;
  readonly context: CallContext;
}

/** Until reading stops; then the consumer is given back. Never rejects. */
async function keepBeating(consumer: Consumer, { api, heartbeats, context }: Lease): Promise<void> {
  const { clock, signal, log } = context;
  const failed = (error: unknown): void => log({ level: 'WARN', event: 'kinesis.lease-failed', error });
  while (!signal.aborted) {
    await clock.sleep(BEAT_MS, signal);
    if (!signal.aborted) await heartbeats.register(consumer.name, clock.now()).catch(failed);
  }
  await api.deregister(consumer).catch(failed);
  await heartbeats.remove(consumer.name).catch(failed);
}
