import type { Stack } from '../../test/integration/stack.ts';
import { median } from '../ratio.ts';
import type { Report } from '../report.ts';
import { bodyOf } from '../send-event.ts';
import { eventFor, metered, type SendCost, warmIngest } from './sends.ts';

const KB = 1024;
const SIZES = [1, 4, 8, 9, 64, 256, 1024] as const;
const ROUNDS = 9;

/** What a send costs ingest with bodies of 1 KB to 1 MiB. Above 8 KB they go to S3, in one call more. */
export async function growthOfBodies(stack: Stack): Promise<Report> {
  const events = new Map<number, object>();
  for (const size of SIZES) events.set(size, await eventFor(stack, { channels: 1, body: bodyOf(size * KB) }));
  const instance = await warmIngest(stack, events.get(1) ?? {});
  // The S3 client is loaded with the first body above 8 KB.
  await instance.invoke([events.get(9)], 5);
  const figures = new Map<number, { ms: number; cpuMs: number }[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [size, event] of events) {
      const taken = await instance.invoke([event], 2);
      figures.set(size, [...(figures.get(size) ?? []), { ms: taken.ms / 2, cpuMs: taken.cpuMs / 2 }]);
    }
  }
  const costs = new Map<number, SendCost>();
  for (const [size, event] of events) {
    const taken = figures.get(size) ?? [];
    const figure = (read: 'ms' | 'cpuMs') => median(taken.map((one) => one[read]));
    costs.set(size, { ms: figure('ms'), cpuMs: figure('cpuMs'), ...(await metered(stack, instance, event)) });
  }
  instance.stop();
  const points = (read: keyof SendCost) => [...costs].map(([size, cost]) => [size, cost[read]] as const);
  return {
    tables: [
      {
        title: 'One send, by size of its body (medians)',
        columns: ['KB', 'ms', 'CPU ms', 'CPU ms per KB', 'capacity units', 'AWS calls'],
        rows: [...costs].map(([size, { ms, cpuMs, capacityUnits, calls }]) => [
          String(size),
          ms,
          cpuMs,
          cpuMs / size,
          capacityUnits,
          calls,
        ]),
      },
    ],
    graphs: [
      {
        name: 'bodies',
        title: 'One send, by size of its body',
        x: 'KB',
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
