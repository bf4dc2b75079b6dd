import { once } from 'node:events';
import type { Server } from 'node:http';
import type { EventRows } from '../core/live/event-rows.ts';
import type { Measure } from '../core/telemetry/telemetry.ts';
import type { Clock } from './clock.ts';
import { History } from './history.ts';
import { OpenStreams } from './http/open-streams.ts';
import type { StreamDependencies } from './http/open-stream.ts';
import { createStreamServer } from './http/server.ts';
import { Hub } from './hub/hub.ts';
import { Payloads } from './hub/payloads.ts';
import { RecentEvents } from './hub/recent-events.ts';
import type { StreamSlots } from './limits/stream-slots.ts';
import type { Log } from '../core/telemetry/telemetry.ts';
import { Metrics } from './metrics.ts';
import { Feed } from './source/feed.ts';
import type { LiveEventSource } from './source/live-event-source.ts';

export interface ServiceOptions {
  readonly source: LiveEventSource;
  readonly endpoints: StreamDependencies['endpoints'];
  readonly eventRows: EventRows;
  /** Reads the JSON text of a large body; undefined when there is none under the key. */
  readonly readPayload: (key: string) => Promise<string | undefined>;
  readonly slots: StreamSlots;
  readonly clock: Clock;
  readonly log: Log;
  readonly measure: Measure;
  readonly address: { readonly host: string; readonly port: number };
  readonly trustedProxies: number;
  readonly drainMs: number;
  /** How long a request may take to arrive, in milliseconds. */
  readonly requestMs: number;
  readonly keepaliveMs: number;
  /** Bytes that may wait for one slow reader. */
  readonly maxWaitingBytes: number;
  /** Bytes that may wait for all of them. */
  readonly maxBacklogBytes: number;
  /** How long the stream is still read after the last reader left: as long as events are remembered. */
  readonly lingerMs: number;
  /** How often figures are taken, in milliseconds. */
  readonly metricsMs: number;
}

/** Events remembered for exact resumption (contract section 4). */
const REMEMBER = { keepMs: 120_000, maxBytes: 64 * 1024 * 1024 };
const MAX_CACHED_PAYLOAD_CHARACTERS = 32 * 1024 * 1024;
const START_RETRY_MS = 1000;
/** How long answers under way and the last bytes of ended streams may take, in milliseconds. */
const LAST_ANSWERS_MS = 1500;

/** The Live Stream service: one HTTP server, one reader of the event stream. */
export class LiveStreamService {
  readonly #options: ServiceOptions;
  readonly #feed: Feed;
  readonly #openStreams: OpenStreams;
  readonly #server: Server;
  readonly #timer: NodeJS.Timeout;
  #state: 'starting' | 'ready' | 'draining' = 'starting';

  constructor(options: ServiceOptions) {
    this.#options = options;
    const { source, clock, log, readPayload, lingerMs } = options;
    const payloads = new Payloads({ read: readPayload, clock, maxCachedCharacters: MAX_CACHED_PAYLOAD_CHARACTERS });
    const metrics = new Metrics(() => clock.random());
    const hub = new Hub({ payloads, recent: new RecentEvents(REMEMBER), clock, log, metrics });
    this.#feed = new Feed({ source, lingerMs, sink: (row) => hub.accept(row), onStopped: () => hub.forget() });
    this.#openStreams = new OpenStreams(options);
    this.#server = createStreamServer({
      ...options,
      feed: this.#feed,
      hub,
      history: new History(options.eventRows, clock),
      openStreams: this.#openStreams,
      metrics,
      state: () => this.#state,
    });
    this.#timer = setInterval(() => {
      options.measure(metrics.take(this.#openStreams.count));
    }, options.metricsMs).unref();
  }

  /** Listens, and gets ready in the background: `/healthz` tells when. @returns the port. */
  async start(): Promise<number> {
    this.#server.listen(this.#options.address);
    await once(this.#server, 'listening');
    void this.#becomeReady();
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : this.#options.address.port;
  }

  /** Takes no more streams, ends those that are open over the drain time, and stops. */
  async stop(): Promise<void> {
    this.#state = 'draining';
    this.#options.log({ level: 'INFO', event: 'service.draining', streams: this.#openStreams.count });
    await this.#openStreams.end(this.#options.drainMs);
    this.#feed.stop();
    await Promise.all([this.#closeServer(), this.#options.slots.close()]);
    clearInterval(this.#timer);
    this.#options.log({ level: 'INFO', event: 'service.stopped' });
  }

  async #closeServer(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeIdleConnections();
    await Promise.race([closed, this.#options.clock.sleep(LAST_ANSWERS_MS)]);
    this.#server.closeAllConnections();
  }

  /** Ready once all iterators of the event stream stood: then it can be read. Never rejects. */
  async #becomeReady(): Promise<void> {
    const { clock, log } = this.#options;
    while (this.#state === 'starting') {
      try {
        const release = await this.#feed.hold();
        release();
        if (this.#state === 'starting') this.#state = 'ready';
        log({ level: 'INFO', event: 'service.ready' });
      } catch (error) {
        if (this.#state !== 'starting') return;
        log({ level: 'ERROR', event: 'service.not-ready', error });
        await clock.sleep(START_RETRY_MS);
      }
    }
  }
}
