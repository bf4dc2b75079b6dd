import { monotonicFactory } from 'ulid';
import { type LiveEvent, LiveNotification } from '../../../core/live/live-event.ts';
import type { Clock } from '../../../live-stream/clock.ts';
import { createLeasedSlots } from '../../../live-stream/limits/leased-slots.ts';
import type { Log } from '../../../core/telemetry/telemetry.ts';
import { createLiveStreamService, type LiveStreamService } from '../../../live-stream/service.ts';
import { createStreamSource } from '../../../live-stream/source/stream-source.ts';
import { MemorySlotTable } from '../fakes/memory-slot-table.ts';
import { scaledClock, until } from '../fakes/scaled-clock.ts';
import { ScriptedStream } from '../fakes/scripted-stream.ts';
import { CONFIG, notification } from '../fakes/service.ts';

/** Rows that a replay can still ask for; older ones are forgotten, so that memory can be watched. */
const KEPT_ROWS = 20_000;
const READY_WITHIN_MS = 10_000;
const chance = (probability: number): boolean => Math.random() < probability;

/** What lies around the service: the table and its stream, which does all that DynamoDB Streams may do. */
export class SoakWorld {
  readonly #stream = new ScriptedStream();
  readonly #slots = new MemorySlotTable();
  readonly #clock: Clock = scaledClock(5);
  readonly #nextId = monotonicFactory();
  readonly #readers: number;
  #rows: LiveEvent[] = [];
  #shard: string;
  #service: LiveStreamService | undefined;
  readonly #sent = new Map<number, number>();
  readonly errors: string[] = [];
  port = 0;
  /** How often the task was replaced. */
  restarts = 0;
  rotations = 0;
  /** When each task was ready, by its port. */
  readonly #readyAt = new Map<number, number>();

  constructor(readers: number) {
    this.#readers = readers;
    this.#stream.recordsPerPage = 50;
    this.#shard = this.#stream.addShard();
  }

  /** When the task on a port was ready: what is sent since, it knows. */
  readyAt(port: number): number {
    return this.#readyAt.get(port) ?? Infinity;
  }

  path(channel: number): string {
    return `/api/stream/${`stream-${channel}`.padEnd(21, '_')}`;
  }

  /** Number of the newest event of a channel; the first one is 1. */
  newest(channel: number): number {
    return this.#sent.get(channel) ?? 0;
  }

  send(channel: number): void {
    const number = this.newest(channel) + 1;
    this.#sent.set(channel, number);
    const event = notification(String(number), { channelId: `ch_${channel}`, id: this.#nextId() });
    this.#rows.push(LiveNotification.parse(event));
    if (this.#rows.length > KEPT_ROWS * 1.5) this.#rows = this.#rows.slice(-KEPT_ROWS);
    this.#stream.put(this.#shard, event);
  }

  /** Something that DynamoDB Streams does now and then. */
  disturb(): void {
    if (chance(0.3)) {
      this.rotations += 1;
      const children = this.#stream.split(this.#shard, { count: chance(0.5) ? 1 : 2 });
      this.#shard = children.at(-1)!;
      this.#stream.forgetDrained();
    }
    if (chance(0.3)) this.#stream.expireIterators();
    if (chance(0.5)) this.#stream.fail('throttled', 'error');
    this.#stream.repeatRecords = chance(0.2);
  }

  /** Starts a task, and then stops the one before it, as a deployment does. */
  async deploy(): Promise<void> {
    const before = this.#service;
    const service = this.#newService();
    const port = await service.start();
    await until(async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).status === 200, READY_WITHIN_MS);
    this.#readyAt.set(port, Date.now());
    this.#service = service;
    this.port = port;
    if (before !== undefined) this.restarts += 1;
    await before?.stop();
  }

  async stop(): Promise<void> {
    await this.#service?.stop();
  }

  #newService(): LiveStreamService {
    const log: Log = (line) => {
      if (line.level === 'ERROR') this.errors.push(JSON.stringify(line));
    };
    const clock = this.#clock;
    return createLiveStreamService({
      source: createStreamSource({ api: this.#stream, clock, log, startTimeoutMs: READY_WITHIN_MS }),
      endpoints: { read: async (streamId) => endpointOf(streamId) },
      eventRows: { newestFirst: (channelId, fromId) => this.#newestFirst(channelId, fromId) },
      readPayload: async () => '{}',
      slots: createLeasedSlots({
        table: this.#slots,
        heartbeats: this.#slots,
        // Two tasks overlap, and connections that were cut are noticed a moment later.
        limits: { perChannel: 2 * this.#readers, perClient: 2 * this.#readers },
        clock: scaledClock(1),
        log,
      }),
      clock,
      log,
      address: { host: '127.0.0.1', port: 0 },
      dataSet: 'soak',
      trustedProxies: 0,
      drainMs: 2000,
      requestMs: 10_000,
      keepaliveMs: 5000,
      maxWaitingBytes: 1024 * 1024,
      maxBacklogBytes: 64 * 1024 * 1024,
      lingerMs: 60_000,
      measure: () => undefined,
      metricsMs: 60_000,
    });
  }

  async *#newestFirst(channelId: string, fromId: string): AsyncGenerator<LiveEvent[]> {
    yield this.#rows.filter((row) => row.channelId === channelId && row.id >= fromId).toReversed();
  }
}

function endpointOf(streamId: string) {
  const channelId = `ch_${/\d+/.exec(streamId)?.[0]}`;
  return { organizationId: 'org_1', channelId, enabled: true, config: CONFIG, pauses: [] };
}
