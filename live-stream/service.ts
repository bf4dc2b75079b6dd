import { once } from 'node:events';
import type { EventRows } from '../core/live/event-rows.ts';
import type { Measure } from '../core/telemetry/telemetry.ts';
import type { Clock } from './clock.ts';
import { createHistory } from './history.ts';
import { createOpenStreams } from './http/open-streams.ts';
import type { StreamDependencies } from './http/open-stream.ts';
import { createStreamServer } from './http/server.ts';
import { createHub } from './hub/hub.ts';
import { createPayloads } from './hub/payloads.ts';
import { createRecentEvents } from './hub/recent-events.ts';
import type { StreamSlots } from './limits/stream-slots.ts';
import type { Log } from '../core/telemetry/telemetry.ts';
import { createMetrics } from './metrics.ts';
import { createFeed } from './source/feed.ts';
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
  /** Where this service finds its data, as `dataSetOf` says it. */
  readonly dataSet: string;
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
export interface LiveStreamService {
  /** Listens, and gets ready in the background: `/healthz` tells when. @returns the port. */
  start(): Promise<number>;
  /** Takes no more streams, ends those that are open over the drain time, and stops. */
  stop(): Promise<void>;
}

/** The parts of the service, put together. Nothing listens before it is started. */
export function createLiveStreamService(options: ServiceOptions): LiveStreamService {
  const { source, clock, log, readPayload, lingerMs } = options;
  const payloads = createPayloads({ read: readPayload, clock, maxCachedCharacters: MAX_CACHED_PAYLOAD_CHARACTERS });
  const metrics = createMetrics(() => clock.random());
  const hub = createHub({ payloads, recent: createRecentEvents(REMEMBER), clock, log, metrics });
  const feed = createFeed({ source, lingerMs, sink: (row) => hub.accept(row), onStopped: () => hub.forget() });
  const openStreams = createOpenStreams(options);
  let state: 'starting' | 'ready' | 'draining' = 'starting';
  const server = createStreamServer({
    ...options,
    feed,
    hub,
    history: createHistory(options.eventRows, clock),
    openStreams,
    metrics,
    state: () => state,
  });
  const timer = setInterval(() => {
    options.measure(metrics.take(openStreams.count));
  }, options.metricsMs).unref();

  async function closeServer(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    server.closeIdleConnections();
    await Promise.race([closed, clock.sleep(LAST_ANSWERS_MS)]);
    server.closeAllConnections();
  }

  /** Ready once every shard of the event stream has an iterator: then it can be read. Never rejects. */
  async function becomeReady(): Promise<void> {
    while (state === 'starting') {
      try {
        const release = await feed.hold();
        release();
        if (state === 'starting') state = 'ready';
        log({ level: 'INFO', event: 'service.ready' });
      } catch (error) {
        if (state !== 'starting') return;
        log({ level: 'ERROR', event: 'service.not-ready', error });
        await clock.sleep(START_RETRY_MS);
      }
    }
  }

  return {
    async start() {
      server.listen(options.address);
      await once(server, 'listening');
      void becomeReady();
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : options.address.port;
    },

    async stop() {
      state = 'draining';
      log({ level: 'INFO', event: 'service.draining', streams: openStreams.count });
      await openStreams.end(options.drainMs);
      feed.stop();
      await Promise.all([closeServer(), options.slots.close()]);
      clearInterval(timer);
      log({ level: 'INFO', event: 'service.stopped' });
    },
  };
}
