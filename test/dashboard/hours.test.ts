import { describe, expect, it } from 'vitest';
import { hasFailed, toHours } from '../../dashboard/src/overview/hours.ts';
import { messageWith } from './messages.ts';

const NOW = Date.parse('2026-11-20T10:30:00.000Z');
const counts = (...messages: ReturnType<typeof messageWith>[]) =>
  toHours(messages, NOW, 1).map(({ delivered, failed, other }) => ({ delivered, failed, other }));

describe('messages by hour', () => {
  it('are the last hours, the oldest first, each beginning with its full hour', () => {
    expect(toHours([], NOW, 3).map(({ start }) => start.toISOString())).toEqual([
      '2026-11-20T08:00:00.000Z',
      '2026-11-20T09:00:00.000Z',
      '2026-11-20T10:00:00.000Z',
    ]);
  });

  it('count each message in exactly one hour, on its borders too', () => {
    const times = ['07:59:59.999', '08:00:00.000', '08:59:59.999', '09:00:00.000', '10:30:00.000'];
    const messages = times.map((time) => messageWith(['delivered'], `2026-11-20T${time}Z`));

    expect(toHours(messages, NOW, 3).map(({ delivered }) => delivered)).toEqual([2, 1, 1]);
  });

  it('tell delivered, failed and other ones apart; one failure makes a message failed', () => {
    expect(counts(messageWith(['delivered', 'skipped']))).toEqual([{ delivered: 1, failed: 0, other: 0 }]);
    expect(counts(messageWith(['delivered', 'failed']))).toEqual([{ delivered: 0, failed: 1, other: 0 }]);
    expect(counts(messageWith(['delivered', 'retrying']))).toEqual([{ delivered: 0, failed: 0, other: 1 }]);
  });

  it('count what matched no channel as other', () => {
    expect(counts(messageWith([]))).toEqual([{ delivered: 0, failed: 0, other: 1 }]);
    expect(hasFailed(messageWith([]))).toBe(false);
  });
});
