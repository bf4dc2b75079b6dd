import { expect, it } from 'vitest';
import { soak } from './soak.ts';

it('gives everybody everything while tasks are replaced, shards rotate and readers come and go', async () => {
  const report = await soak({
    readers: 300,
    channels: 6,
    seconds: 60,
    meanStayMs: 4000,
    deployEvery: 9,
    eventsPerSecond: 20,
  });

  expect(report.faults).toEqual([]);
  expect(report.restarts).toBeGreaterThanOrEqual(3);
  expect(report.rotations).toBeGreaterThan(3);
  expect(report.connects).toBeGreaterThan(1000);
  expect(report.received).toBeGreaterThan(20_000);
  expect(report.memory[1]).toBeLessThan(report.memory[0] * 1.3 + 10e6);
}, 240_000);
