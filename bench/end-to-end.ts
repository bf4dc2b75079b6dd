import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../test/integration/eventually.ts';
import { type ManagementApi, managementApi } from '../test/integration/api.ts';
import { startReceiver } from '../test/integration/receiver.ts';
import type { Stack } from '../test/integration/stack.ts';
import { startForBench } from './start.ts';
import { Arrivals } from './end-to-end/arrivals.ts';
import { startBareChain } from './end-to-end/bare-chain.ts';
import { median, quantile, ratio } from './ratio.ts';
import type { Report } from './report.ts';
import { bodyOf } from './send-event.ts';

const ROUNDS = 40;
const WARM_UP = 5;
const PAUSE_MS = 150;

/** Milliseconds of the hops of one notification. */
interface Way {
  readonly stored: number;
  /** From the 201 to the first attempt; below zero when the deliverer was faster than the answer. */
  readonly claimed: number;
  readonly posted: number;
  readonly received: number;
  readonly streamed: number;
}

/**
 * From `POST /n/…` to the receiver of a webhook channel, and to the `data:` line of a Live Stream, through the whole
 * local stack, against the bare functions with a queue between them and nothing in front.
 */
export async function run(): Promise<Report> {
  const arrivals = new Arrivals();
  const receiver = await startReceiver((response, _, { path }) => {
    arrivals.came(path);
    response.end('ok');
  });
  const stack = await startForBench();
  const chain = await startBareChain(stack, `${receiver.url}/bare`);
  const over = new AbortController();
  try {
    const route = await wire(stack, { receiverUrl: `${receiver.url}/ours`, arrivals, signal: over.signal });
    const ways: Way[] = [];
    const bare: number[] = [];
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const way = await travel(route, arrivals);
      await delay(PAUSE_MS);
      const startedAt = performance.now();
      const arrived = arrivals.next('/bare');
      await chain.send();
      await arrived;
      if (round >= 0) {
        ways.push(way);
        bare.push(performance.now() - startedAt);
      }
      await delay(PAUSE_MS);
    }
    return reportOf(ways, bare);
  } finally {
    over.abort();
    await chain.stop();
    await stack.stop();
    await receiver.stop();
  }
}

interface Route {
  readonly api: ManagementApi;
  readonly endpointUrl: string;
}

interface Ends {
  readonly receiverUrl: string;
  readonly arrivals: Arrivals;
  readonly signal: AbortSignal;
}

/** A webhook that leads to a receiver and to a stream that is read. */
async function wire(stack: Stack, { receiverUrl, arrivals, signal }: Ends): Promise<Route> {
  const api = managementApi(stack);
  const webhook = await api.createWebhook({ name: 'Bench' });
  const channel = await api.createChannel({ kind: 'webhook', name: 'Bench', config: { url: receiverUrl } });
  const stream = await api.createChannel({ kind: 'live-stream', name: 'Bench', config: {} });
  await api.link(webhook.id, channel.id);
  await api.link(webhook.id, stream.id);
  const response = await fetch(stream.streamUrl ?? '', { signal });
  void follow(response, arrivals).catch(() => undefined);
  return { api, endpointUrl: webhook.endpointUrl };
}

async function follow(response: Response, arrivals: Arrivals): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    if (decoder.decode(chunk, { stream: true }).includes('data:')) arrivals.came('stream');
  }
}

async function travel({ api, endpointUrl }: Route, arrivals: Arrivals): Promise<Way> {
  const [received, streamed] = [arrivals.next('/ours'), arrivals.next('stream')];
  const startedAt = Date.now() + (performance.now() % 1);
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(endpointUrl, { method: 'POST', headers, body: bodyOf(1024) });
  const storedAt = Date.now();
  const { messageId = '' }: { messageId?: string } = JSON.parse(await response.text());
  const [receivedAt, streamedAt] = await Promise.all([received, streamed]);
  const claimedAt = await eventually(async () => attemptAt(api, messageId));
  return {
    stored: storedAt - startedAt,
    claimed: claimedAt - storedAt,
    posted: receivedAt - claimedAt,
    received: receivedAt - startedAt,
    streamed: streamedAt - startedAt,
  };
}

async function attemptAt(api: ManagementApi, messageId: string): Promise<number | undefined> {
  const { deliveries } = await api.message(messageId);
  const [attempt] = deliveries.flatMap(({ attempts }) => attempts);
  return typeof attempt === 'object' && attempt !== null && 'at' in attempt
    ? Date.parse(String(attempt.at))
    : undefined;
}

const row = (name: string, values: readonly number[]) => [name, median(values), quantile(values, 0.95)];

function reportOf(ways: readonly Way[], bare: readonly number[]): Report {
  const hop = (name: string, read: (way: Way) => number) => row(name, ways.map(read));
  return {
    ratios: [
      ratio(
        'end-to-end: POST to receipt against the bare functions with a queue between',
        ways.map(({ received }, round) => received / (bare[round] ?? Number.NaN)),
      ),
    ],
    tables: [
      {
        title: 'From the POST to the receiver, ms',
        columns: ['hop', 'median', '95 %'],
        rows: [
          hop('POST to 201: edge, API, ingest', ({ stored }) => stored),
          hop('201 to first attempt: queue, read, claim', ({ claimed }) => claimed),
          hop('attempt to receipt', ({ posted }) => posted),
          hop('POST to receipt', ({ received }) => received),
          row('bare: send to receipt', bare),
          hop('POST to the line of a Live Stream', ({ streamed }) => streamed),
        ],
      },
    ],
  };
}
