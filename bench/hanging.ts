import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { managementApi } from '../test/integration/api.ts';
import type { Stack } from '../test/integration/stack.ts';
import { besideHits, COLUMNS, Healthy, rowOf, type Times } from './hanging/arrivals.ts';
import { answer, close, destinations, hostsAt, listen, webhookTo } from './hanging/destinations.ts';
import { quantile, ratio } from './ratio.ts';
import type { Report } from './report.ts';
import { startForBench } from './start.ts';

/** As many destinations as all instances that work off the ordinary queue can hold: eight batches of ten. */
const DESTINATIONS = 80;
/** Every other one answers after ten seconds; the rest never does. */
const HANG_MS = 10_000;
/** Sooner than the slowest answer, so that all of them hang all the time. */
const HIT_EVERY_MS = 8_000;
const SENDING = { everyMs: 80, forMs: 30_000 };
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
    hanging: destinations((path) => (Number(path.slice(1)) % 2 === 0 ? HANG_MS : undefined)),
    quick: createServer(answer),
  };
  const stack = await startForBench();
  try {
    const ports = { hanging: await listen(servers.hanging), quick: await listen(servers.quick) };
    const urls = await wire(stack, { healthy: await healthy.listen(), ...ports });
    const beside = async (url: string) =>
      besideHits(url, { everyMs: HIT_EVERY_MS, forMs: SENDING.forMs }, async () =>
        healthy.timesOf(urls.healthy, SENDING),
      );
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
    for (const server of [servers.hanging, servers.quick]) close(server);
    healthy.close();
  }
}

function reportOf(beginning: Times, rounds: readonly { readonly calm: Times; readonly busy: Times }[]): Report {
  const of = (share: number) => rounds.map(({ calm, busy }) => quantile(busy, share) / quantile(calm, share));
  return {
    ratios: [
      ratio('hanging: p50 of a channel beside hanging against beside quick ones', of(0.5)),
      ratio('hanging: p99 of a channel beside hanging against beside quick ones', of(0.99), { atMost: 1.2 }),
    ],
    tables: [
      {
        title: `Milliseconds from POST to receipt, beside ${DESTINATIONS} other destinations`,
        columns: COLUMNS,
        rows: [
          rowOf('while they begin to hang', beginning),
          ...rounds.flatMap(({ calm, busy }, at) => [rowOf(`quick ${at + 1}`, calm), rowOf(`hanging ${at + 1}`, busy)]),
        ],
      },
    ],
  };
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
  return {
    healthy: await webhookTo(api, 'Healthy', [healthy]),
    hanging: await webhookTo(api, 'Hanging', hostsAt(hanging, DESTINATIONS)),
    quick: await webhookTo(api, 'Quick', hostsAt(quick, DESTINATIONS)),
  };
}
