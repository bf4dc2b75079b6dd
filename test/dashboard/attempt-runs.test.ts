import { expect, it } from 'vitest';
import { runsOf } from '../../dashboard/src/messages/attempt-runs.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 1, 52, second)).toISOString();
const refused = (second: number, response?: string) => ({
  at: at(second),
  outcome: 'retry' as const,
  status: 429,
  error: 'HTTP 429',
  durationMs: 100 + second,
  ...(response !== undefined && { response: { status: 429, contentType: 'text/plain', body: response } }),
});

it('makes one of attempts in a row that ended alike, with how often, when and what was said', () => {
  const attempts = [refused(0, 'slow down'), refused(1), refused(2, 'slow down'), refused(3, 'go away')];

  const runs = runsOf(attempts);

  expect(runs).toMatchObject([{ count: 4, status: 429, first: at(0), last: at(3), durationMs: 103 }]);
  expect(runs[0]?.responses.map(({ body }) => body)).toEqual(['slow down', 'go away']);
});

it('keeps apart what ended otherwise, and what is alike but not in a row', () => {
  const delivered = { at: at(9), outcome: 'delivered' as const, status: 200, durationMs: 5 };
  const reset = { at: at(5), outcome: 'retry' as const, error: 'The connection was reset', durationMs: 5 };

  const runs = runsOf([refused(0), reset, refused(6), delivered]);

  expect(runs.map(({ outcome, status, count }) => [outcome, status, count])).toEqual([
    ['retry', 429, 1],
    ['retry', undefined, 1],
    ['retry', 429, 1],
    ['delivered', 200, 1],
  ]);
});

it('makes nothing of no attempts', () => {
  expect(runsOf([])).toEqual([]);
});
