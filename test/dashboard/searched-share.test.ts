import { describe, expect, it } from 'vitest';
import { searchedShare } from '../../dashboard/src/messages/searched-share.ts';

const now = Date.parse('2026-11-30T00:00:00Z');

describe('how much of its time a search has looked at', () => {
  it.each([
    [{ searchedTo: '2026-11-30T00:00:00Z' }, 0],
    [{ searchedTo: '2026-11-15T00:00:00Z' }, 50],
    [{ searchedTo: '2026-10-01T00:00:00Z' }, 100],
    [{ searchedTo: '2026-11-29T12:00:00Z', from: '2026-11-29T00:00:00Z' }, 50],
    [{ searchedTo: '2026-11-10T00:00:00Z', from: '2026-11-05T00:00:00Z', to: '2026-11-15T00:00:00Z' }, 50],
    [{ searchedTo: '2026-11-20T00:00:00Z', from: '2026-11-20T00:00:00Z', to: '2026-11-20T00:00:00Z' }, 0],
    [{ searchedTo: '2026-12-30T00:00:00Z', from: 'no time', to: 'no time' }, 0],
  ])('%#', (searched, percent) => {
    expect(searchedShare({ ...searched, now })).toBe(percent);
  });
});
