import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapSecrets, maskSecret, restoreSecrets } from '../../../core/channels/config-secrets.ts';

const secrets = ['secret', 'headers.*', 'auth.token'];
const config = {
  url: 'https://example.com/',
  secret: 'whsec_0123456789',
  headers: { authorization: 'Bearer abcdefgh', 'x-team': 'a' },
  auth: { token: 'tok_0123456789', user: 'anna' },
};

const encode = (text: string) => Buffer.from(text, 'utf16le').toString('hex');
const decode = (text: string) => Buffer.from(text, 'hex').toString('utf16le');

describe('mapSecrets', () => {
  it('changes every secret text and nothing else, and knows where it stands', () => {
    const mapped = mapSecrets(config, secrets, (secret, path) => `${path.join('/')}=${secret}`);

    expect(mapped).toEqual({
      url: 'https://example.com/',
      secret: 'secret=whsec_0123456789',
      headers: { authorization: 'headers/authorization=Bearer abcdefgh', 'x-team': 'headers/x-team=a' },
      auth: { token: 'auth/token=tok_0123456789', user: 'anna' },
    });
  });

  it('leaves a config alone that lacks its secrets or holds something else there', () => {
    const odd = { secret: 5, headers: 'x', auth: { token: null } };

    expect(mapSecrets(odd, [...secrets, 'missing', ''], () => 'changed')).toEqual(odd);
  });

  it('keeps names that mean something to objects', () => {
    const odd = JSON.parse('{"headers":{"__proto__":"x","constructor":"y"},"auth":{"__proto__":{"token":"z"}}}');

    expect(JSON.stringify(mapSecrets(odd, secrets, (secret) => `${secret}!`))).toBe(
      '{"headers":{"__proto__":"x!","constructor":"y!"},"auth":{"__proto__":{"token":"z"}}}',
    );
  });

  it('undoes itself when the change has an inverse', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('secret', 'headers', 'auth', 'url'), fc.jsonValue()), (config) => {
        const twice = mapSecrets(mapSecrets(config, secrets, encode), secrets, decode);

        expect(twice).toEqual({ ...config });
      }),
    );
  });
});

describe('maskSecret', () => {
  it.each([
    ['whsec_01234567891234', '••••1234'],
    ['12345678', '••••5678'],
    ['1234567', '••••'],
    ['', '••••'],
  ])('shows %j as %j', (secret, masked) => {
    expect(maskSecret(secret)).toBe(masked);
  });
});

describe('restoreSecrets', () => {
  it('keeps each secret that came back masked', () => {
    const shown = mapSecrets(config, secrets, maskSecret);

    expect(restoreSecrets(shown, config, secrets)).toEqual(config);
  });

  it('takes each secret that came new', () => {
    const sent = { secret: 'whsec_new', headers: { authorization: '••••efgh', 'x-new': 'b' } };

    expect(restoreSecrets(sent, config, secrets)).toEqual({
      secret: 'whsec_new',
      headers: { authorization: 'Bearer abcdefgh', 'x-new': 'b' },
    });
  });

  it('does not invent a secret for a mask of another one', () => {
    const sent = { secret: '••••9999', headers: { 'x-other': '••••efgh' }, auth: { token: '••••' } };

    expect(restoreSecrets(sent, { secret: 'whsec_0123456789', headers: 'x' }, secrets)).toEqual(sent);
  });
});
