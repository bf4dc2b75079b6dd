import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { learnTime, timeNow } from '../../dashboard/src/time/clock.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const at = (ms: number) => new Date(NOW + ms).toUTCString();

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  learnTime(at(0));
});
afterEach(() => vi.useRealTimers());

it.each([
  ['two hours behind', 7_200_000, 7_200_000],
  ['two hours ahead', -7_200_000, -7_200_000],
  ['right, but for an answer of some seconds ago', -20_000, 0],
])('knows the time on a device whose clock is %s', (_, difference, corrected) => {
  learnTime(at(difference));

  expect(timeNow() - NOW).toBe(corrected);
});

it.each([null, '', 'yesterday'])('keeps what it knew where an answer says nothing of the time: %s', (date) => {
  learnTime(at(7_200_000));
  learnTime(date);

  expect(timeNow() - NOW).toBe(7_200_000);
});
