import { describe, expect, it } from 'vitest';
import { ended, expiryOf } from '../../../core/ask/ask.ts';
import { taskEndOf } from '../../../core/ask/task-end.ts';
import { anAsk, NOW } from '../../fakes/asks.ts';

const by = { type: 'user', id: 'usr_1', name: 'ann@example.com' } as const;

describe('the task that waits for an answer', () => {
  it('succeeds with the answer', () => {
    const answer = { option: 'yes', by, channelId: null, at: NOW };

    expect(taskEndOf(ended(anAsk(), { status: 'answered', answer, at: NOW }))).toEqual({
      kind: 'success',
      output: JSON.stringify({ option: 'yes', by, channelId: null, at: '2026-11-20T10:00:00.000Z' }),
    });
  });

  it('succeeds with what was meant for its expiry', () => {
    const ask = anAsk({ onExpiry: 'no' });
    const end = taskEndOf(ended(ask, expiryOf(ask, ask.endsAt)));

    expect(end).toMatchObject({ kind: 'success', output: expect.stringContaining('"option":"no"') });
  });

  it('fails when nobody answered, and when the ask was cancelled', () => {
    const ask = anAsk();

    expect(taskEndOf(ended(ask, expiryOf(ask, ask.endsAt)))).toEqual({
      kind: 'failure',
      error: 'AskExpired',
      cause: 'Nobody answered in time',
    });
    expect(taskEndOf(ended(ask, { status: 'cancelled', at: NOW }))).toEqual({
      kind: 'failure',
      error: 'AskCancelled',
      cause: 'Cancelled by the sender',
    });
  });
});
