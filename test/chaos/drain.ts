import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { managementApi } from '../integration/api.ts';
import type { Monkey } from './monkey.ts';
import type { ChaosReceiver } from './receivers.ts';

const Page = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      deliveries: z.array(z.object({ channelId: z.string(), state: z.string(), nextAttemptAt: z.string().optional() })),
    }),
  ),
  nextCursor: z.string().nullable(),
});

/** A receiver and its channel. */
export interface Target {
  readonly receiver: ChaosReceiver;
  readonly channelId: string;
}

interface Draining {
  readonly monkey: Monkey;
  readonly acknowledged: ReadonlySet<string>;
  readonly channels: readonly { readonly channelId: string; readonly isHealthy: boolean }[];
}

/** How long to wait, and whom to tell. */
export interface DrainOptions {
  readonly drainMs: number;
  readonly log: (line: string) => void;
}

/** The others are waited for a while, so that the report shows their ends; wherever they are, they are accounted for. */
const OTHERS_MS = 60_000;

/** Waits until the deliveries to healthy receivers are made and few others are under way, or the time is over. */
export async function drain(options: DrainOptions, draining: Draining): Promise<void> {
  const deadline = Date.now() + options.drainMs;
  const othersUntil = Date.now() + OTHERS_MS;
  for (;;) {
    const underWay = await countUnderWay(draining);
    const others = Date.now() > othersUntil ? 0 : underWay.others;
    if (underWay.healthy + others === 0 || Date.now() > deadline) return;
    options.log(`under way: ${underWay.healthy} to healthy receivers, ${underWay.others} to others`);
    await sleep(5000);
  }
}

const Stats = z.object({ series: z.array(z.object({ points: z.array(z.object({ messages: z.number() })) })) });

/** Figures are a minute old at most, and a restart gathers anew. */
const COUNTED_MS = 120_000;

/** Waits until the stack itself has counted so many messages, or the time is over. */
export async function untilCounted(monkey: Monkey, messages: number): Promise<void> {
  const api = managementApi(monkey.stack());
  for (const deadline = Date.now() + COUNTED_MS; Date.now() < deadline; await sleep(1000)) {
    const response = await api.call('GET', `${api.path}/stats?bucket=1d`);
    if (!response.ok) continue;
    const { series } = Stats.parse(await response.json());
    if (series.flatMap(({ points }) => points).reduce((sum, point) => sum + point.messages, 0) >= messages) return;
  }
}

const AlertPage = z.object({ items: z.array(z.object({ id: z.string() })) });
const Shown = z.object({ channels: z.array(z.object({ state: z.string() })) });

/** What a killed function did not tell is told after a minute, by a timer that comes within another one. */
const TOLD_MS = 150_000;

/** Waits until every channel shows the newest alerts, or the time is over. */
export async function untilShown(monkey: Monkey): Promise<void> {
  const api = managementApi(monkey.stack());
  const { items } = AlertPage.parse(await (await api.call('GET', `${api.path}/alerts?limit=100`)).json());
  for (const { id } of items) {
    for (const deadline = Date.now() + TOLD_MS; Date.now() < deadline; await sleep(1000)) {
      const { channels } = Shown.parse(await (await api.call('GET', `${api.path}/alerts/${id}`)).json());
      if (channels.every(({ state }) => state !== 'pending')) break;
    }
  }
}

/** Parked deliveries are not under way: they have their time. */
async function countUnderWay({ monkey, acknowledged, channels }: Draining) {
  const healthy = new Map(channels.map(({ channelId, isHealthy }) => [channelId, isHealthy]));
  const underWay = { healthy: 0, others: 0 };
  const api = managementApi(monkey.stack());
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const response = await api.call('GET', `${api.path}/messages?limit=100${query}`);
    if (response.status === 429) {
      await sleep(1000);
      continue;
    }
    const page = Page.parse(await response.json());
    for (const { channelId, state, nextAttemptAt } of page.items
      .filter(({ id }) => acknowledged.has(id))
      .flatMap(({ deliveries }) => deliveries)) {
      if (['delivered', 'failed', 'skipped'].includes(state)) continue;
      if (healthy.get(channelId) === true) underWay.healthy += 1;
      else if (nextAttemptAt === undefined) underWay.others += 1;
    }
    cursor = page.nextCursor;
  }
  return underWay;
}
