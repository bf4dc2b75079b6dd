import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Moment } from '../../dashboard/src/time/moment.tsx';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const shown = (at: string, ago = false) => renderToStaticMarkup(createElement(Moment, { at, ago }));
/** As this machine's language writes it. */
const distance = (value: number, unit: 'second' | 'minute' | 'hour' | 'day') =>
  new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(value, unit);

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

describe('a time on screen', () => {
  it('says UTC on hover, and the moment itself to machines', () => {
    const html = shown('2026-11-20T09:59:30.000Z');

    expect(html).toContain('title="2026-11-20 09:59:30.000 UTC"');
    expect(html).toContain('dateTime="2026-11-20T09:59:30.000Z"');
  });

  it.each([
    ['2026-11-20T10:00:00.000Z', 0, 'second'],
    ['2026-11-20T09:59:01.000Z', -59, 'second'],
    ['2026-11-20T09:59:00.000Z', -1, 'minute'],
    ['2026-11-20T09:00:01.000Z', -60, 'minute'],
    ['2026-11-20T09:00:00.000Z', -1, 'hour'],
    ['2026-11-18T10:00:00.000Z', -2, 'day'],
    ['2026-11-20T10:10:00.000Z', 10, 'minute'],
  ] as const)('is told as a distance in the largest unit that fits: %s', (at, value, unit) => {
    expect(shown(at, true)).toContain(`>${distance(value, unit)}<`);
  });

  it('says the year only where it is another one than now', () => {
    expect(shown('2026-03-01T12:00:00.000Z')).not.toMatch(/>[^<]*2026/);
    expect(shown('2025-03-01T12:00:00.000Z')).toMatch(/>[^<]*2025/);
  });
});
