import type { MetricValues } from '../../../core/telemetry/embedded-metrics.ts';
import { connect, type Socket } from 'node:net';
import { monotonicFactory } from 'ulid';
import type { LiveStreamConfig } from '../../../core/channels/live-stream-config.ts';
import type { StreamEndpoint } from '../../../core/directory/stream-endpoint.ts';
import type * as z from 'zod/mini';
import { type LiveControl, LiveEvent, type LiveNotification } from '../../../core/live/live-event.ts';
import { createLeasedSlots } from '../../../live-stream/limits/leased-slots.ts';
import { createLog } from '../../../adapters/system/telemetry.ts';
import { createLiveStreamService, type LiveStreamService, type ServiceOptions } from '../../../live-stream/service.ts';
import type { RowSink } from '../../../live-stream/source/live-event-source.ts';
import { MemorySlotTable } from './memory-slot-table.ts';
import { scaledClock, until } from './scaled-clock.ts';

export const CONFIG: LiveStreamConfig = {
  format: 'json',
  includePriority: true,
  includeTags: true,
  includePayload: true,
};

const nextId = monotonicFactory();

/** A notification as its table has it. */
type Row = z.input<typeof LiveNotification>;

/** The service over a real socket, with what lies behind it in memory. */
export class TestService {
  readonly endpoints = new Map<string, StreamEndpoint>();
  readonly rows: z.input<typeof LiveEvent>[] = [];
  readonly payloads = new Map<string, string>();
  readonly logged: string[] = [];
  readonly measured: MetricValues[] = [];
  readonly service: LiveStreamService;
  port = 0;
  sink: RowSink | undefined;
  starts = 0;
  startFailure: Error | undefined;
  /** Called before each read of an endpoint. */
  onRead: ((streamId: string) => void) | undefined;
  onPayload: ((key: string) => Promise<void>) | undefined;
  #clients: Socket[] = [];

  constructor(options: Partial<ServiceOptions> & { perChannel?: number; perClient?: number } = {}) {
    const { perChannel = 20, perClient = 20, ...rest } = options;
    const clock = scaledClock(10);
    const log = createLog({ write: (line) => this.logged.push(line), now: Date.now });
    const table = new MemorySlotTable();
    this.service = createLiveStreamService({
      source: { start: async (sink) => this.#startSource(sink), stop: () => (this.sink = undefined) },
      endpoints: { read: async (streamId) => this.#readEndpoint(streamId) },
      eventRows: { newestFirst: (channelId, fromId) => this.#newestFirst(channelId, fromId) },
      readPayload: async (key) => this.#readPayload(key),
      slots: createLeasedSlots({ table, heartbeats: table, limits: { perChannel, perClient }, clock, log }),
      clock,
      log,
      measure: (figures) => this.measured.push(figures),
      address: { host: '127.0.0.1', port: 0 },
      trustedProxies: 0,
      dataSet: 'directory,live-events,counters,bodies',
      drainMs: 0,
      requestMs: 10_000,
      keepaliveMs: 30_000,
      maxWaitingBytes: 4 * 1024 * 1024,
      maxBacklogBytes: 64 * 1024 * 1024,
      lingerMs: 60_000,
      metricsMs: 60_000,
      ...rest,
    });
  }

  async start(): Promise<this> {
    this.port = await this.service.start();
    await until(() => this.sink !== undefined);
    return this;
  }

  async stop(): Promise<void> {
    for (const client of this.#clients) client.destroy();
    await this.service.stop();
  }

  /** Creates a channel `ch_<n>` and returns its stream ID. */
  addChannel(n = 1, changes: Partial<StreamEndpoint> = {}): string {
    const streamId = `stream-${n}`.padEnd(21, '_');
    this.endpoints.set(streamId, {
      organizationId: 'org_1',
      channelId: `ch_${n}`,
      enabled: true,
      config: CONFIG,
      pauses: [],
      ...changes,
    });
    return streamId;
  }

  /** Stores a notification in the table and lets the stream bring it. */
  send(message: string, fields: Partial<Row> = {}): Row {
    const event = this.store(message, fields);
    this.sink?.(event);
    return event;
  }

  /** Stores a notification in the table only: the stream has not brought it yet. */
  store(message: string, fields: Partial<Row> = {}): Row {
    const event = notification(message, fields);
    this.rows.push(event);
    return event;
  }

  control(action: LiveControl['action'], channelId = 'ch_1'): void {
    const event: LiveControl = { kind: 'control', channelId, id: nextId(), expiresAt: inOneHour(), action };
    this.rows.push(event);
    this.sink?.(event);
  }

  url(streamId: string): string {
    return `http://127.0.0.1:${this.port}/api/stream/${streamId}`;
  }

  /** Sends a request on a bare socket and collects what comes back. */
  raw(head: string, port = this.port): RawClient {
    const client = new RawClient(port, head);
    this.#clients.push(client.socket);
    return client;
  }

  /** Opens a stream on a bare socket; resolves when `: connected` has come. */
  async open(streamId: string, headers: Record<string, string> = {}, query = ''): Promise<RawClient> {
    const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    const client = this.raw(`GET /api/stream/${streamId}${query} HTTP/1.1\r\n${lines.join('')}\r\n`);
    await until(() => client.text.includes(': connected\n\n'));
    return client;
  }

  async #startSource(sink: RowSink): Promise<void> {
    this.starts += 1;
    if (this.startFailure !== undefined) throw this.startFailure;
    this.sink = sink;
  }

  async #readEndpoint(streamId: string): Promise<StreamEndpoint | undefined> {
    this.onRead?.(streamId);
    return this.endpoints.get(streamId);
  }

  async *#newestFirst(channelId: string, fromId: string): AsyncGenerator<LiveEvent[]> {
    const found = this.rows
      .filter((row) => row.channelId === channelId && row.id >= fromId)
      .toSorted((a, b) => (a.id < b.id ? 1 : -1));
    for (let start = 0; start < found.length; start += 300) {
      yield found.slice(start, start + 300).map((row) => LiveEvent.parse(row));
    }
  }

  async #readPayload(key: string): Promise<string | undefined> {
    await this.onPayload?.(key);
    return this.payloads.get(key);
  }
}

export function notification(message: string, fields: Partial<Row> = {}): Row {
  return {
    kind: 'notification',
    channelId: 'ch_1',
    id: nextId(),
    expiresAt: inOneHour(),
    messageId: 'msg_1',
    message,
    tags: [],
    payload: { text: '{}' },
    ...fields,
  };
}

function inOneHour(): number {
  return Math.floor(Date.now() / 1000) + 3600;
}

/** A client that reads nothing but bytes. */
export class RawClient {
  readonly socket: Socket;
  text = '';
  closed = false;

  constructor(port: number, head: string) {
    this.socket = connect({ port, host: '127.0.0.1' }, () => this.socket.write(head));
    this.socket.setEncoding('utf8');
    this.socket.on('data', (chunk: string) => (this.text += chunk));
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => (this.closed = true));
  }

  get head(): string {
    return this.text.split('\r\n\r\n')[0]!;
  }

  get status(): number {
    return Number(this.text.split(' ')[1]);
  }

  get body(): string {
    return this.text.split('\r\n\r\n').slice(1).join('\r\n\r\n');
  }

  /** The messages of the JSON events that have come whole so far. */
  get messages(): string[] {
    return [...this.body.matchAll(/^data: (.*)\n\n/gm)].map(([, data]) => JSON.parse(data!).message);
  }

  /** The messages once there are `count`. */
  async received(count: number): Promise<string[]> {
    await until(() => this.messages.length >= count);
    return this.messages;
  }
}
