import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fromRange, isRangeInOrder, quickRanges, toRange } from '../../dashboard/src/messages/time-range.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');

const absolute = (startDate: string, endDate: string) => ({ type: 'absolute' as const, startDate, endDate });

describe('a range of time in the address', () => {
  it.each([
    ['15 minutes', 0, '2026-11-20T09:45:00.000Z'],
    ['an hour', 1, '2026-11-20T09:00:00.000Z'],
    ['a day', 2, '2026-11-19T10:00:00.000Z'],
    ['a week', 3, '2026-11-13T10:00:00.000Z'],
  ])('is a point in time when %s was picked, so that a shared link shows the same', (_, index, from) => {
    expect(fromRange(quickRanges[index] ?? null, NOW)).toEqual({ from, to: undefined });
  });

  it('is UTC, whatever zone was picked in', () => {
    expect(fromRange(absolute('2026-11-20T10:00:00+02:00', '2026-11-20T11:30:00+02:00'), NOW)).toEqual({
      from: '2026-11-20T08:00:00.000Z',
      to: '2026-11-20T09:30:00.000Z',
    });
  });

  it('is nothing when the range was cleared', () => {
    expect(fromRange(null, NOW)).toEqual({ from: undefined, to: undefined });
    expect(toRange({})).toBeNull();
  });
});

describe('the picker', () => {
  beforeEach(() => vi.useFakeTimers({ now: NOW }));
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  /** Minutes as `getTimezoneOffset` has them: west is positive. */
  const inZone = (offset: number) => vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(offset);

  it.each([
    [0, '2026-11-20T08:00:00+00:00'],
    [-60, '2026-11-20T09:00:00+01:00'],
    [-345, '2026-11-20T13:45:00+05:45'],
    [300, '2026-11-20T03:00:00-05:00'],
    [210, '2026-11-20T04:30:00-03:30'],
  ])('shows times of the address in the zone of the viewer: offset %i', (offset, startDate) => {
    inZone(offset);
    const range = toRange({ from: '2026-11-20T08:00:00.000Z', to: '2026-11-20T08:00:00.000Z' });

    expect(range).toEqual(absolute(startDate, startDate));
    // And back: what is shown means the same moment.
    expect(fromRange(range, NOW).from).toBe('2026-11-20T08:00:00.000Z');
  });

  it('shows an open end as now', () => {
    inZone(0);

    expect(toRange({ from: '2026-11-20T08:00:00.000Z' })).toMatchObject({ endDate: '2026-11-20T10:00:00+00:00' });
  });

  it('leaves what is no time as it stands in the address', () => {
    expect(toRange({ from: 'yesterday', to: 'today' })).toEqual(absolute('yesterday', 'today'));
  });
});

describe('a range before it is applied', () => {
  it('is refused without a start or an end, or with the end first', () => {
    const [early, late] = ['2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z'];

    expect(isRangeInOrder(absolute(late, early))).toMatchObject({ valid: false });
    expect(isRangeInOrder(absolute(early, ''))).toMatchObject({ valid: false });
    expect(isRangeInOrder(absolute(early, late))).toEqual({ valid: true });
    expect(isRangeInOrder(absolute(early, early))).toEqual({ valid: true });
  });

  it('is not asked for an order when it is relative, or none', () => {
    expect(isRangeInOrder(quickRanges[0] ?? null)).toEqual({ valid: true });
    expect(isRangeInOrder(null)).toEqual({ valid: true });
  });
});
