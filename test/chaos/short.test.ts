import { describe, expect, it } from 'vitest';
import { tableOf } from './accounts.ts';
import { runChaos } from './chaos.ts';

describe('a short run of chaos', () => {
  it('loses no acknowledged notification and repeats none without a reason', { timeout: 300_000 }, async () => {
    const report = await runChaos({
      count: 150,
      seed: 1,
      receivers: ['ok', 'ok after a while', '429 with seconds', '410', 'reset', 'redirect', 'oversize'],
      breaks: [],
      faults: {
        callers: ['Ingest', 'DeliverHttp', 'Sweeper', 'Figures'],
        refused: 0.02,
        answerLost: 0.01,
        throttled: 0.02,
        partial: 0.05,
        duplicated: 0.1,
        reordered: 0.2,
        clockSkewMs: 10_000,
      },
      drainMs: 120_000,
      log: () => undefined,
    });

    const faults = report.accounts.map(({ channel, lost, unexplained }) => ({ channel, lost, unexplained }));
    // The table stands on both sides so that a failure shows it.
    const table = tableOf(report.accounts);
    expect({ notStored: report.notStored, faults, table }).toEqual({
      table,
      notStored: [],
      faults: faults.map(({ channel }) => ({ channel, lost: [], unexplained: [] })),
    });
    expect(report.lostOfAlerts).toEqual([]);
    expect(report.posts.map(({ name, wrong }) => [name, wrong])).toEqual([
      ['slack', []],
      ['matrix', []],
    ]);
    expect(report.posts.map(({ strays }) => strays)).toEqual([0, 0]);
    expect(report.figures.wrong).toEqual([]);
    expect(report.figures.countedByStack).toBeGreaterThanOrEqual(report.acknowledged);
    expect(report.acknowledged).toBeGreaterThan(120);
    expect([...report.faults.keys()].sort()).toEqual(['answerLost', 'partial', 'refused', 'throttled']);
  });
});
