import { describe, expect, it } from 'vitest';
import { createHandler } from '../../../lambdas/sweeper/handler.ts';
import type { MetricValues } from '../../../core/telemetry/embedded-metrics.ts';
import { message, NOW } from '../../core/delivery/rig.ts';

const DAY = 24 * 60 * 60_000;

function rig() {
  const lines: Record<string, unknown>[] = [];
  const measured: MetricValues[] = [];
  const spans: { after: number; until: number }[] = [];
  const handle = createHandler({
    due: {
      async *pages() {
        yield [];
      },
      clear: async () => undefined,
    },
    jobs: { enqueue: async () => [] },
    watermark: () => ({ read: async () => ({ until: NOW - 3 * DAY }), move: async () => undefined }),
    async *organizations() {
      yield 'org_1';
    },
    messages: {
      async page({ after, until, shard }) {
        spans.push({ after, until });
        return { records: shard === 0 ? [{ message, deliveries: [] }] : [] };
      },
    },
    countUsage: async () => 0,
    announceAlerts: async () => 0,
    announceAsks: async () => 0,
    now: () => NOW,
    telemetry: { log: (line) => lines.push(line), measure: (figures) => measured.push(figures) },
  });
  return { handle, lines, measured, spans };
}

describe('a run of the sweeper', () => {
  it('looks for lost deliveries after fifteen minutes and once more after a day', async () => {
    const { handle, lines, measured, spans } = rig();

    await handle({}, { getRemainingTimeInMillis: () => 50_000 });

    expect(new Set(spans.map(({ until }) => NOW - until))).toEqual(new Set([15 * 60_000, DAY]));
    expect(lines).toMatchObject([
      { event: 'sweeper.swept', enqueued: 0, left: 0, lateMs: 0 },
      { event: 'sweeper.reconciled', look: 'soon', messages: 1, done: true },
      { event: 'sweeper.reconciled', look: 'late', messages: 1, done: true },
    ]);
    expect(measured).toEqual([{ SweepLag: 0 }]);
  });

  it('stops with ten seconds left', async () => {
    const { handle, spans } = rig();

    await handle({}, { getRemainingTimeInMillis: () => 10_000 });

    expect(spans).toEqual([]);
  });
});
