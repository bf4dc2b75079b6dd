import { describe, expect, it } from 'vitest';
import { secretHider } from '../../../core/channels/hide-secrets.ts';

const config = {
  webhookUrl: 'https://hooks.example.com/services/T00000000/B00000000/abcdefghijkl1234?sig=secret%20signature',
  token: 'abc/def+ghi1',
  short: 'abc',
  name: 'not a secret',
};
const hide = secretHider(config, ['webhookUrl', 'token', 'short', 'missing']);

describe('secretHider', () => {
  it.each([
    ['no such token abc/def+ghi1!', 'no such token ••••ghi1!'],
    ['encoded abc%2Fdef%2Bghi1', 'encoded ••••ghi1'],
    [`POST ${config.webhookUrl} failed`, 'POST ••••ture failed'],
    ['hook abcdefghijkl1234 is gone', 'hook ••••1234 is gone'],
    ['bad sig secret signature', 'bad sig ••••ture'],
    ['services and abc are words, not a secret', 'services and abc are words, not a secret'],
  ])('makes %j %j', (text, hidden) => {
    expect(hide(text)).toBe(hidden);
  });

  it('hides a secret whole that begins as an address and is none', () => {
    const broken = { token: 'https://[no-address/abcdefghijkl1234' };

    const shown = secretHider(broken, ['token'])(`refused ${broken.token}; abcdefghijkl1234 is a word`);

    expect(shown).toBe('refused ••••1234; abcdefghijkl1234 is a word');
  });

  it('leaves a text alone when there are no secrets', () => {
    expect(secretHider(config, [])(config.token)).toBe(config.token);
  });
});
