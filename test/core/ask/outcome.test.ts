import { describe, expect, it } from 'vitest';
import { nameOfActor, outcomeText } from '../../../core/ask/outcome.ts';
import { standingOf } from '../../../core/ask/ask-view.ts';
import { anAsk, CHANNEL, NOW } from '../../fakes/asks.ts';

const answer = {
  option: 'yes',
  by: { type: 'user', id: 'usr_1', name: 'ann@example.com' },
  channelId: null,
  at: NOW,
} as const;

describe('how an ask ended', () => {
  it('is said in one sentence', () => {
    const answered = { status: 'answered' } as const;
    const inChannel = { ...answer, by: { type: 'channel', id: CHANNEL }, channelId: CHANNEL } as const;

    expect(outcomeText(anAsk())).toBe('');
    expect(outcomeText(anAsk({ ...answered, answer }))).toBe('Approve: chosen by ann@example.com');
    expect(outcomeText(anAsk({ ...answered, answer: { ...answer, text: 'go' } }))).toBe(
      'Approve – go: chosen by ann@example.com',
    );
    expect(outcomeText(anAsk({ ...answered, answer: { ...answer, option: null, text: 'go' } }))).toBe(
      'go: chosen by ann@example.com',
    );
    expect(outcomeText(anAsk({ ...answered, answer: { ...answer, option: null } }))).toBe(
      ': chosen by ann@example.com',
    );
    expect(outcomeText(anAsk({ ...answered, answer: inChannel }))).toBe(
      'Approve: chosen by somebody in the email channel',
    );
    expect(outcomeText(anAsk({ ...answered }))).toBe(': chosen by the router');
    expect(outcomeText(anAsk({ status: 'expired' }))).toBe('Nobody answered in time');
    expect(outcomeText(anAsk({ status: 'expired', answer }))).toBe('Approve: nobody answered in time');
    expect(outcomeText(anAsk({ status: 'cancelled' }))).toBe('Cancelled by the sender');
  });

  it('names who decided, as far as that is known', () => {
    expect((['system', 'sender', 'channel', 'token', 'user'] as const).map((type) => nameOfActor({ type }))).toEqual([
      'the router',
      'the sender',
      'somebody in a channel',
      'an API token',
      'a user',
    ]);
  });

  it('is told to the sender in times of ISO 8601', () => {
    const { id, messageId } = anAsk();

    expect(standingOf(anAsk())).toEqual({
      askId: id,
      messageId,
      status: 'pending',
      answer: null,
      expiresAt: '2026-11-20T10:10:00.000Z',
    });
    expect(standingOf(anAsk({ status: 'answered', answer })).answer).toEqual({
      ...answer,
      at: '2026-11-20T10:00:00.000Z',
    });
  });
});
