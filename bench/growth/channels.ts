import type { Stack } from '../../test/integration/stack.ts';
import { median, ratio } from '../ratio.ts';
import type { Report } from '../report.ts';
import { bodyOf } from '../send-event.ts';
import { eventFor, metered, type SendCost, warmIngest } from './sends.ts';

const COUNTS = [1, 10, 100] as const;
const ROUNDS = 15;
const SENDS = 5;

/** What a send costs ingest with 1, 10 and 100 channels on the webhook, in turn. */
export async function growthOfChannels(stack: Stack): Promise<Report> {
  const events = new Map<number, object>();
  for (const channels of COUNTS) events.set(channels, await eventFor(stack, { channels, body: bodyOf(1024) }));
  const instance = await warmIngest(stack, events.get(10) ?? {});
  const rounds: Map<number, { ms: number; cpuMs: number }>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const costs = new Map<number, { ms: number; cpuMs: number }>();
    for (const [channels, event] of events) {
      const { ms, cpuMs } = await instance.invoke([event], SENDS);
      costs.set(channels, { ms: ms / SENDS, cpuMs: cpuMs / SENDS });
    }
    rounds.push(costs);
  }
  const costs = new Map<number, SendCost>();
  for (const [channels, event] of events) {
    const figure = (read: 'ms' | 'cpuMs') => median(rounds.map((round) => round.get(channels)?.[read] ?? Number.NaN));
    costs.set(channels, { ms: figure('ms'), cpuMs: figure('cpuMs'), ...(await metered(stack, instance, event)) });
  }
  instance.stop();
  const share = (read: 'ms' | 'cpuMs') =>
    rounds.map((round) => (round.get(100)?.[read] ?? Number.NaN) / (100 * (round.get(1)?.[read] ?? Number.NaN)));
  const points = (read: keyof SendCost) => [...costs].map(([channels, cost]) => [channels, cost[read]] as const);
  return {
    ratios: [
      ratio('growth: time of a send to 100 channels against 100 sends to one', share('ms'), { atMost: 0.5 }),
      ratio('growth: CPU of a send to 100 channels against 100 sends to one', share('cpuMs'), { atMost: 0.5 }),
    ],
    tables: [
      {
        title: 'One send, by channels of the webhook (medians)',
        columns: ['channels', 'ms', 'CPU ms', 'capacity units', 'AWS calls'],
        rows: [...costs].map(([channels, { ms, cpuMs, capacityUnits, calls }]) => [
          String(channels),
          ms,
          cpuMs,
          capacityUnits,
          calls,
        ]),
      },
    ],
    graphs: [
      {
        name: 'channels',
        title: 'One send, by channels of its webhook',
        x: 'channels',
        y: 'per send',
        series: [
          { name: 'ms', points: points('ms') },
          { name: 'CPU ms', points: points('cpuMs') },
          { name: 'capacity units', points: points('capacityUnits') },
        ],
      },
    ],
  };
}
