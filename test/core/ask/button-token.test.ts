import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buttonTokenOf, isButtonToken, readButtonToken } from '../../../core/ask/button-token.ts';
import { ULID_DIGITS } from '../../../core/message/ulid.ts';
import { anAsk, CHANNEL } from '../../fakes/asks.ts';

const ulid = fc
  .tuple(fc.nat({ max: 7 }), fc.array(fc.nat({ max: 31 }), { minLength: 25, maxLength: 25 }))
  .map(([first, rest]) => [first, ...rest].map((digit) => ULID_DIGITS.charAt(digit)).join(''));

it('names the ask, the channel and the option in 64 characters', () => {
  fc.assert(
    fc.property(ulid, ulid, fc.nat({ max: 4 }), (ask, channel, option) => {
      const named = { askId: `ask_${ask}`, channelId: `ch_${channel}`, option };
      const token = buttonTokenOf(anAsk({ id: named.askId }), named);

      expect(token).toMatch(/^[A-Za-z0-9_-]{64}$/);
      expect(readButtonToken(token)).toEqual(named);
    }),
  );
});

it('is proven by the ask alone, for its own channel and option', () => {
  const ask = anAsk();
  const named = { askId: ask.id, channelId: CHANNEL, option: 1 };
  const token = buttonTokenOf(ask, named);

  expect(isButtonToken(ask, token, named)).toBe(true);
  expect(isButtonToken(anAsk({ seed: 'other' }), token, named)).toBe(false);
  for (let at = 0; at < token.length; at += 1) {
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    const claimed = readButtonToken(changed);
    expect(claimed !== undefined && isButtonToken(ask, changed, claimed) && claimed.askId === ask.id).toBe(false);
  }
});

it.each(['', 'x', 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(63)}=`, `${'a'.repeat(63)}\n`])(
  'has no other shape: %j',
  (token) => {
    expect(readButtonToken(token)).toBeUndefined();
  },
);
