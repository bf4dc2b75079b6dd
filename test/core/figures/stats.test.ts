import { describe, expect, it } from 'vitest';
import { BUCKET_MS, removedAt } from '../../../core/figures/bucket.ts';
import { binOf, percentile } from '../../../core/figures/durations.ts';
import { emptyPage, type FigurePage } from '../../../core/figures/page.ts';
import { countBuckets, type DatedPage, type FigureReader, readSeries, widened } from '../../../core/figures/stats.ts';
import { noTally, type Tally } from '../../../core/figures/tally.ts';
import { NOON, ORGANIZATION } from './rows.ts';

const MINUTE = 60_000;
const span = { bucket: '5m', from: NOON, until: NOON + 15 * MINUTE } as const;

const readerOf = (pages: readonly DatedPage[]): FigureReader => ({ readPages: async () => pages });
const pageWith = (page: Partial<FigurePage>): FigurePage => ({ ...emptyPage, ...page });
const tally = (more: Partial<Tally>): Tally => ({ ...noTally, ...more });

describe('a span', () => {
  it('is widened to whole buckets', () => {
    const asked = { bucket: '1h', from: NOON + 1, until: NOON + 60 * MINUTE + 1 } as const;

    expect(widened(asked)).toEqual({ bucket: '1h', from: NOON, until: NOON + 120 * MINUTE });
    expect(widened({ ...asked, from: NOON, until: NOON + 60 * MINUTE }).until).toBe(NOON + 60 * MINUTE);
  });

  it('holds a bucket at least', () => {
    expect(countBuckets(widened({ bucket: '1d', from: NOON, until: NOON }))).toBe(1);
    expect(countBuckets(widened({ bucket: '5m', from: NOON, until: NOON }))).toBe(1);
  });
});

describe('buckets', () => {
  it('are kept for 31 days and 13 months after they end', () => {
    const days = (bucket: '5m' | '1h' | '1d') => (removedAt(bucket, 0) - BUCKET_MS[bucket]) / BUCKET_MS['1d'];

    expect([days('5m'), days('1h'), days('1d')]).toEqual([31, 400, 400]);
  });
});

describe('series', () => {
  const pages: DatedPage[] = [
    {
      start: NOON,
      page: pageWith({
        webhooks: {
          wh_a: tally({ messages: 2, delivered: 1, pending: 1, durations: { [binOf(100)]: 1 } }),
          wh_b: tally({ messages: 1, failed: 1 }),
        },
        channels: { ch_a: tally({ delivered: 1, failed: 1, pending: 1 }) },
      }),
    },
    { start: NOON, page: pageWith({ webhooks: { wh_b: tally({ messages: 4, skipped: 4 }) } }) },
    { start: NOON + 10 * MINUTE, page: pageWith({ webhooks: { wh_a: tally({ delivered: 1, pending: -1 }) } }) },
  ];
  const read = async (by: 'none' | 'webhook' | 'channel', some = pages) =>
    readSeries(readerOf(some), { organizationId: ORGANIZATION, span, by });

  it('are one of everything, with a point for each bucket', async () => {
    expect(await read('none')).toEqual([
      {
        id: null,
        points: [
          {
            at: '2026-11-20T12:00:00.000Z',
            messages: 7,
            delivered: 1,
            failed: 1,
            skipped: 4,
            pending: 1,
            p50Ms: percentile({ [binOf(100)]: 1 }, 0.5),
            p95Ms: percentile({ [binOf(100)]: 1 }, 0.95),
          },
          expect.objectContaining({ at: '2026-11-20T12:05:00.000Z', messages: 0, p50Ms: null }),
          expect.objectContaining({ at: '2026-11-20T12:10:00.000Z', delivered: 1, pending: 0 }),
        ],
      },
    ]);
  });

  it('are one of everything where nothing happened, too', async () => {
    const [series] = await read('none', []);

    expect(series?.points.map(({ messages }) => messages)).toEqual([0, 0, 0]);
  });

  it('are told apart by webhook, the busiest first, over several items of a bucket', async () => {
    const series = await read('webhook');

    expect(series.map(({ id, points }) => [id, points.map(({ messages }) => messages)])).toEqual([
      ['wh_b', [5, 0, 0]],
      ['wh_a', [2, 0, 0]],
    ]);
  });

  it('of a channel count its deliveries as messages', async () => {
    const [series] = await read('channel');

    expect(series).toMatchObject({
      id: 'ch_a',
      points: [{ messages: 3, delivered: 1, failed: 1, pending: 1 }, {}, {}],
    });
  });

  it('that are more than an answer holds are summed in one without an id', async () => {
    const webhooks = Object.fromEntries(
      Array.from({ length: 8000 }, (_, index) => [`wh_${index}`, tally({ messages: index < 10 ? 2 : 1 })]),
    );

    const series = await read('webhook', [{ start: NOON, page: pageWith({ webhooks }) }]);

    const counted = series.map(({ points }) => points[0]!.messages);
    expect(series.length * 3).toBeLessThanOrEqual(20_000);
    expect(series.at(-1)?.id).toBeNull();
    expect(series.filter(({ id }) => id === null)).toHaveLength(1);
    expect(counted.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 2));
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(8010);
  });
});
