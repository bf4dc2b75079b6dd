import { describe, expect, it } from 'vitest';
import {
  answerUrlOf,
  isPageToken,
  isSenderSecret,
  pageTokenOf,
  pageUrlOf,
  readPageToken,
  senderSecretOf,
} from '../../../core/ask/addresses.ts';
import { anAsk, CHANNEL } from '../../fakes/asks.ts';

const OTHER = 'ch_01KAG20RM0CHANNE00000000BB';

describe('the addresses of an ask', () => {
  it('hold a secret that another ask, another channel and the other side have not', () => {
    const ask = anAsk();
    const other = anAsk({ seed: 'other' });
    const token = pageTokenOf(ask, CHANNEL);

    expect(isSenderSecret(ask, senderSecretOf(ask))).toBe(true);
    expect(isPageToken(ask, { token, channelId: CHANNEL })).toBe(true);
    expect(isSenderSecret(other, senderSecretOf(ask))).toBe(false);
    expect(isSenderSecret(ask, token)).toBe(false);
    expect(isSenderSecret(ask, '')).toBe(false);
    expect(isPageToken(other, { token, channelId: CHANNEL })).toBe(false);
    expect(isPageToken(ask, { token, channelId: OTHER })).toBe(false);
    expect(isPageToken(ask, { token: token.slice(0, -1), channelId: CHANNEL })).toBe(false);
  });

  it('name what they are for', () => {
    const ask = anAsk();

    expect(readPageToken(pageTokenOf(ask, CHANNEL))).toEqual({ askId: ask.id, channelId: CHANNEL });
    expect(answerUrlOf('https://n.example', ask)).toBe(`https://n.example/a/${ask.id}/${senderSecretOf(ask)}`);
    expect(pageUrlOf('https://n.example', ask, CHANNEL)).toBe(`https://n.example/a/${pageTokenOf(ask, CHANNEL)}`);
  });

  it.each(['', 'token', '0'.repeat(52), `${pageTokenOf(anAsk(), CHANNEL)}x`, 'ask_01KAG20RM0ABCDEFGHJKMNPQR0'])(
    'are nothing when they have another shape: %j',
    (token) => {
      expect(readPageToken(token)).toBeUndefined();
    },
  );
});
