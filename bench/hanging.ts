import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { managementApi } from '../test/integration/api.ts';
import type { Stack } from '../test/integration/stack.ts';
import { quantile, ratio } from './ratio.ts';
import type { Report } from './report.ts';
import { startForBench } from './start.ts';

/** As many destinations as all instances that work off the ordinary queue can hold: eight batches of ten. */
const DESTINATIONS = 80;
/** Every other one answers after ten seconds; the rest never does. */
const HANG_MS = 10_000;
/** Sooner than the slowest answer, so that all of them hang all the time. */
const HIT_EVERY_MS = 8_000;
const PHASE_MS = 30_000;
const SEND_EVERY_MS = 80;
/** Until the last hanging request is over. */
const CALM_MS = 20_000;
const ROUNDS = 4;

/**
 * What hanging destinations cost another channel: its time from `POST` to receipt while they hang, against the same while
 * as many destinations answer at once, in turn on one running stack. So what differs is the hanging and not the load.
 */
export async function run(): Promise<Report> {
  const healthy = new Healthy();
  const servers = {
    hanging: hangingDestinations(),
    quick: createServer(answer),
  };
  const stack = await startForBench();
  try {
    const ports = { hanging: await listen(servers.hanging), quick: await listen(servers.quick) };
    const urls = await wire(stack, { healthy: await healthy.listen(), ...ports });
    const beside = async (url: string) => whileHit(url, async () => phase(healthy, urls.healthy));
    await beside(urls.quick);
    const beginning = await beside(urls.hanging);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await sleep(CALM_MS);
      rounds.push({ calm: await beside(urls.quick), busy: await beside(urls.hanging) });
    }
    return reportOf(beginning, rounds);
  } finally {
    await stack.stop();
    for (const server of [servers.hanging, servers.quick]) {
      server.closeAllConnections();
      server.close();
    }
    healthy.close();
  }
}

/** Milliseconds from `POST` to receipt. */
type Times = readonly number[];

function reportOf(beginning: Times, rounds: readonly { readonly calm: Times; readonly busy: Times }[]): Report {
  const of = (share: number) => rounds.map(({ calm, busy }) => quantile(busy, share) / quantile(calm, share));
  const row = (name: string, times: Times) => [name, ...[0.5, 0.99, 1].map((share) => quantile(times, share))];
  return {
    ratios: [
      ratio('hanging: p50 of a channel beside hanging against beside quick ones', of(0.5)),
      ratio('hanging: p99 of a channel beside hanging against beside quick ones', of(0.99), { atMost: 1.2 }),
    ],
    tables: [
      {
        title: `Milliseconds from POST to receipt, beside ${DESTINATIONS} other destinations`,
        columns: ['', 'p50', 'p99', 'longest'],
        rows: [
          row('while they begin to hang', beginning),
          ...rounds.flatMap(({ calm, busy }, at) => [row(`quick ${at + 1}`, calm), row(`hanging ${at + 1}`, busy)]),
        ],
      },
    ],
  };
}

/** Sends on and on, and gives how long each took to arrive. */
async function phase(healthy: Healthy, url: string): Promise<Times> {
  healthy.times.length = 0;
  const end = Date.now() + PHASE_MS;
  let sent = 0;
  for (; Date.now() < end; sent += 1) {
    void post(url, { message: 'healthy', postedAt: performance.now() });
    await sleep(SEND_EVERY_MS);
  }
  const patience = Date.now() + 60_000;
  while (healthy.times.length < sent && Date.now() < patience) await sleep(20);
  if (healthy.times.length < sent) throw new Error(`Only ${healthy.times.length} of ${sent} arrived.`);
  return [...healthy.times];
}

/** Does `work` while every destination of a webhook is hit again and again. */
async function whileHit(url: string, work: () => Promise<Times>): Promise<Times> {
  const hit = (): void => void post(url, { message: 'beside' });
  hit();
  const timer = setInterval(hit, HIT_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (response.status !== 201) throw new Error(`The send was answered with ${response.status}.`);
  await response.arrayBuffer();
}

interface Destinations {
  /** The URL of the channel that is measured. */
  readonly healthy: string;
  /** Ports of the destinations beside it. */
  readonly hanging: number;
  readonly quick: number;
}

/** A webhook for the healthy channel, one for the hanging, one for the quick: each destination is a host of its own. */
async function wire(stack: Stack, { healthy, hanging, quick }: Destinations) {
  const api = managementApi(stack);
  const webhookTo = async (name: string, urls: readonly string[]): Promise<string> => {
    const webhook = await api.createWebhook({ name });
    for (const url of urls) {
      const channel = await api.createChannel({ kind: 'webhook', name: 'Bench', config: { url } });
      await api.link(webhook.id, channel.id);
    }
    return webhook.endpointUrl;
  };
  return {
    healthy: await webhookTo('Healthy', [healthy]),
    hanging: await webhookTo('Hanging', hostsAt(hanging)),
    quick: await webhookTo('Quick', hostsAt(quick)),
  };
}

const hostsAt = (port: number): string[] =>
  Array.from({ length: DESTINATIONS }, (_, at) => `http://127.0.1.${at + 1}:${port}/${at}`);

function answer(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  request.on('end', () => response.end());
}

function hangingDestinations(): Server {
  return createServer((request, response) => {
    request.resume();
    if (Number(request.url?.slice(1)) % 2 === 0) setTimeout(() => response.end(), HANG_MS);
  });
}

/** Answers at once and notes how long each notification took to come. */
class Healthy {
  readonly times: number[] = [];
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [, postedAt] = /"postedAt":([\d.]+)/.exec(Buffer.concat(chunks).toString('utf8')) ?? [];
      this.times.push(performance.now() - Number(postedAt));
      response.end();
    });
  });

  /** @returns the URL to send to */
  async listen(): Promise<string> {
    return `http://127.0.0.1:${await listen(this.#server)}/`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((settle) => server.listen(0, '0.0.0.0', settle));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
