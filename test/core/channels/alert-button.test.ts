import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buttonTokenOf, readButtonToken } from '../../../core/ask/button-token.ts';
import { alertTokenOf, isAlertToken, readAlertToken } from '../../../core/channels/alert-button.ts';
import { readNtfyPress } from '../../../core/channels/ntfy-press.ts';
import { ULID_DIGITS } from '../../../core/message/ulid.ts';
import { anAsk, CHANNEL } from '../../fakes/asks.ts';

const ulid = fc
  .tuple(fc.nat({ max: 7 }), fc.array(fc.nat({ max: 31 }), { minLength: 25, maxLength: 25 }))
  .map(([first, rest]) => [first, ...rest].map((digit) => ULID_DIGITS.charAt(digit)).join(''));
const status = fc.constantFrom('acknowledged' as const, 'resolved' as const);
const button = { alertId: 'al_01KAG20RM0ABCDEFGHJKMNPQR0', channelId: CHANNEL, status: 'resolved' } as const;
const SECRET = 'what presses are checked by';

describe('the token of a button on the post of an alert', () => {
  it('names the alert, the channel and what is wanted in 64 characters', () => {
    fc.assert(
      fc.property(ulid, ulid, status, (alert, channel, wanted) => {
        const named = { alertId: `al_${alert}`, channelId: `ch_${channel}`, status: wanted };
        const token = alertTokenOf(SECRET, named);

        expect(token).toMatch(/^[A-Za-z0-9_-]{64}$/);
        expect(readAlertToken(token)).toEqual(named);
        expect(isAlertToken(SECRET, token, named)).toBe(true);
      }),
    );
  });

  it('is proven by the secret of the channel alone, whole and unchanged', () => {
    const token = alertTokenOf(SECRET, button);

    expect(isAlertToken('another', token, button)).toBe(false);
    for (let at = 0; at < token.length; at += 1) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      const claimed = readAlertToken(changed);
      expect(claimed !== undefined && isAlertToken(SECRET, changed, claimed)).toBe(false);
    }
  });

  it('is none of an ask, nor is one of an ask of an alert', () => {
    expect(readButtonToken(alertTokenOf(SECRET, button))).toBeUndefined();
    for (const option of [0, 1, 2, 3, 4]) {
      expect(readAlertToken(buttonTokenOf(anAsk(), { channelId: CHANNEL, option }))).toBeUndefined();
    }
    // An ask whose seed somebody knew would still not make one.
    const seeded = buttonTokenOf(anAsk({ seed: SECRET }), { channelId: CHANNEL, option: 129 });
    const claimed = readAlertToken(seeded);
    expect(claimed !== undefined && isAlertToken(SECRET, seeded, claimed)).toBe(false);
  });

  it.each(['', 'x', 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(63)}=`])('has no other shape: %j', (token) => {
    expect(readAlertToken(token)).toBeUndefined();
  });
});

describe('a press in an ntfy app', () => {
  const read = (body: string) => readNtfyPress({ headers: {}, body: Buffer.from(body), now: 0 }, SECRET);
  const token = alertTokenOf(SECRET, button);

  it('is proven by what the button was made with, and does not say who pressed', () => {
    expect(read(`press=${token}`)).toEqual({ token, user: { id: '', name: '' } });
  });

  it.each([
    ['nothing', ''],
    ['another field', `option=${token}`],
    ['half a token', `press=${token.slice(0, 40)}`],
    ['a token of another channel', `press=${alertTokenOf('another', button)}`],
    ['the token of an ask', `press=${buttonTokenOf(anAsk(), { channelId: CHANNEL, option: 0 })}`],
  ])('is nothing with %s', (_, body) => {
    expect(read(body)).toBe('unsigned');
  });
});
