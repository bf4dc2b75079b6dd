import { describe, expect, it } from 'vitest';
import { binOf } from '../../../core/figures/durations.ts';
import { healthOf, readHealth } from '../../../core/figures/health.ts';
import { type ChannelFigures, emptyPage } from '../../../core/figures/page.ts';
import { mergeStandings, noStanding, type Standing } from '../../../core/figures/standing.ts';
import type { DatedPage, FigureSpan } from '../../../core/figures/stats.ts';
import { noTally } from '../../../core/figures/tally.ts';
import { messageIdAt, NOON, ORGANIZATION } from './rows.ts';

const HOUR = 3_600_000;
const NONE = { successRate: null, p95Ms: null, lastDeliveredAt: null, lastFailure: null };

/** How the deliveries of some minutes went, oldest first. */
const latestOf = (...ends: readonly boolean[]): Standing['latest'] =>
  ends.map((isDelivered, index) => ({ messageId: messageIdAt(NOON + index), isDelivered })).toReversed();

const counted = (more: Partial<ChannelFigures>): ChannelFigures => ({ ...noTally, ...more });

describe('the health of a channel', () => {
  it.each<[string, boolean, ChannelFigures | undefined]>([
    ['unused', true, undefined],
    ['paused', false, undefined],
    ['paused', false, counted({ delivered: 1 })],
    ['healthy', true, counted({ pending: 1 })],
    ['healthy', true, counted({ delivered: 20, failed: 1, standing: { latest: latestOf(false, true) } })],
    ['degraded', true, counted({ delivered: 10, failed: 1, standing: { latest: latestOf(false, true) } })],
    ['degraded', true, counted({ delivered: 99, pending: 1, standing: { latest: latestOf(true, false) } })],
    ['degraded', true, counted({ failed: 2, standing: { latest: latestOf(false, false) } })],
    ['failing', true, counted({ delivered: 99, pending: 3, standing: { latest: latestOf(false, false, false) } })],
    ['degraded', true, counted({ failed: 2, standing: { latest: latestOf(true, false, false) } })],
  ])('is %s (enabled: %s) after %j', (state, isEnabled, figures) => {
    expect(healthOf(isEnabled, figures).state).toBe(state);
  });

  it('tells rate, duration, the last success and the last failure', () => {
    const lastFailure = { at: '2026-11-20T11:00:00.000Z', error: 'timeout' };
    const standing = { latest: latestOf(true), lastDeliveredAt: '2026-11-20T12:00:00.000Z', lastFailure };

    const health = healthOf(true, counted({ delivered: 3, failed: 1, durations: { [binOf(200)]: 3 }, standing }));

    expect(health).toEqual({
      state: 'degraded',
      successRate: 0.75,
      p95Ms: expect.closeTo(200, -2),
      lastDeliveredAt: '2026-11-20T12:00:00.000Z',
      lastFailure,
    });
    expect(healthOf(true, undefined)).toEqual({ state: 'unused', ...NONE });
  });

  it('of all channels takes one read of the hours of the last day', async () => {
    const asked: [string, FigureSpan][] = [];
    const page = (start: number, figures: ChannelFigures): DatedPage => ({
      start,
      page: { ...emptyPage, channels: { ch_a: figures } },
    });
    const pages = [
      page(NOON - HOUR, counted({ delivered: 1, standing: { latest: latestOf(false, false) } })),
      page(
        NOON,
        counted({ failed: 1, standing: { latest: [{ messageId: messageIdAt(NOON + 9), isDelivered: false }] } }),
      ),
    ];
    const figures = {
      readPages: async (organizationId: string, span: FigureSpan) => {
        asked.push([organizationId, span]);
        return pages;
      },
    };

    const tell = await readHealth(figures, ORGANIZATION, NOON + 1);

    const states = ['ch_a', 'ch_b', 'ch_c'].map((id) => tell({ id, enabled: id !== 'ch_c' }).state);
    expect(states).toEqual(['failing', 'unused', 'paused']);
    expect(asked).toEqual([[ORGANIZATION, { bucket: '1h', from: NOON - 24 * HOUR, until: NOON + 1 }]]);
  });
});

describe('what is known of a channel', () => {
  it('is the newest of both, whichever came first', () => {
    const early = {
      lastDeliveredAt: '2026-11-20T10:00:00.000Z',
      lastFailure: { at: '2026-11-20T10:00:00.000Z', error: 'a' },
    };
    const late = {
      lastDeliveredAt: '2026-11-20T11:00:00.000Z',
      lastFailure: { at: '2026-11-20T11:00:00.000Z', error: 'b' },
    };

    for (const [one, other] of [
      [early, late],
      [late, early],
    ] as const)
      expect(mergeStandings({ ...one, latest: [] }, { ...other, latest: [] })).toEqual({ ...late, latest: [] });
    expect(mergeStandings({ ...early, latest: [] }, noStanding)).toEqual({ ...early, latest: [] });
    expect(mergeStandings(noStanding, { ...early, latest: [] })).toEqual({ ...early, latest: [] });
  });

  it('holds the three newest deliveries, each as it was told last', () => {
    const [newest, , oldest] = latestOf(false, true, true);
    const older = { messageId: messageIdAt(NOON - 1), isDelivered: false };

    const { latest } = mergeStandings(
      { latest: latestOf(false, true, true) },
      { latest: [{ ...oldest!, isDelivered: true }, older] },
    );

    expect(latest).toEqual([newest, latestOf(false, true)[0], { ...oldest, isDelivered: true }]);
  });
});
