import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createIssuer } from '../../../adapters/oidc/issuer.ts';
import { newKey, startTestIssuer, type TestIssuer } from './test-issuer.ts';

const API = 'https://notify.example.com/api/v1';
const second = () => Math.floor(Date.now() / 1000);

let test: TestIssuer;
let clock: number;
let issuer: ReturnType<typeof createIssuer>;
beforeEach(async () => {
  test = await startTestIssuer();
  clock = Date.now();
  issuer = createIssuer({ issuer: test.url, clientId: 'dashboard', api: API, now: () => clock, keyCooldownMs: 0 });
});
afterEach(async () => test.stop());

const ada = () => ({ kind: 'ok', issuer: test.url, subject: 'ada' });

describe('an access token', () => {
  it.each([
    ['as Cognito writes it', {}, {}],
    ['of type at+jwt for the client', { token_use: undefined, aud: 'dashboard' }, { typ: 'at+jwt' }],
    ['of type at+jwt for this API', { token_use: undefined, aud: ['x', API] }, { typ: 'application/at+jwt' }],
    ['that is a few seconds old by our clock', { exp: second() - 1 }, {}],
  ])('is accepted %s', async (_, claims, header) => {
    const token = await test.token(claims, header);

    expect(await issuer.verify(token)).toEqual(ada());
  });

  it('is accepted when signed with ES256', async () => {
    await test.rotate('curve', 'ES256');

    expect(await issuer.verify(await test.token())).toEqual(ada());
  });

  it.each([
    ['expired', { exp: second() - 60 }, {}],
    ['without an end', { exp: undefined }, {}],
    ['not valid yet', { nbf: second() + 60 }, {}],
    ['of another issuer', { iss: 'https://evil.example' }, {}],
    ['without an issuer', { iss: undefined }, {}],
    ['without a subject', { sub: undefined }, {}],
    ['with an empty subject', { sub: '' }, {}],
    ['of another client', { client_id: 'other' }, {}],
    ['of another client, for this API', { client_id: 'other', aud: API }, {}],
    ['without audience and client', { client_id: undefined }, {}],
    ['for another API', { aud: 'https://other.example' }, {}],
    ['for this API of no client', { client_id: undefined, aud: API }, {}],
    ['that is an ID token of Cognito', { token_use: 'id', aud: 'dashboard' }, {}],
    ['that is an ID token of anybody', { token_use: undefined, aud: 'dashboard' }, { typ: 'JWT' }],
    ['that says both', { token_use: 'id', aud: 'dashboard' }, { typ: 'at+jwt' }],
  ])('is refused %s', async (_, claims, header) => {
    const token = await test.token(claims, header);

    expect(await issuer.verify(token)).toEqual({ kind: 'refused' });
  });

  it('is refused with algorithm none', async () => {
    const claims = { sub: 'ada', client_id: 'dashboard', token_use: 'access' };
    const token = new UnsecuredJWT(claims).setIssuer(test.url).setExpirationTime('5m').encode();

    expect(await issuer.verify(token)).toEqual({ kind: 'refused' });
  });

  it('is refused when made with the public key as an HMAC secret', async () => {
    const secret = new TextEncoder().encode(await test.publicKeyPem());
    const claims = { iss: test.url, sub: 'ada', client_id: 'dashboard', token_use: 'access', exp: second() + 60 };
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'first' }).sign(secret);

    expect(await issuer.verify(token)).toEqual({ kind: 'refused' });
  });

  it('is refused with RS512, PS256 and EdDSA', async () => {
    const tokens = await Promise.all(
      ['RS512', 'PS256', 'EdDSA'].map(async (alg) => {
        const { privateKey } = await generateKeyPair(alg);
        const claims = { iss: test.url, sub: 'ada', client_id: 'dashboard', token_use: 'access', exp: second() + 60 };
        return new SignJWT(claims).setProtectedHeader({ alg, kid: 'first' }).sign(privateKey);
      }),
    );

    const verified = await Promise.all(tokens.map(async (token) => issuer.verify(token)));

    expect(verified.map(({ kind }) => kind)).toEqual(['refused', 'refused', 'refused']);
  });

  it('is refused when somebody else signed it, under a known or an embedded key', async () => {
    const stranger = await newKey('RS256', 'first');
    const plain = await test.token({}, {}, stranger);
    const embedded = await test.token({}, { jwk: { kty: 'RSA' }, jku: 'http://evil.example/jwks' }, stranger);

    expect(await issuer.verify(plain)).toEqual({ kind: 'refused' });
    expect(await issuer.verify(embedded)).toEqual({ kind: 'refused' });
  });

  it('is refused when a bit of it was changed', async () => {
    const [head, , signature] = (await test.token()).split('.');
    const [, other] = (await test.token({ sub: 'eve' })).split('.');

    expect(await issuer.verify(`${head}.${other}.${signature}`)).toEqual({ kind: 'refused' });
  });

  it.each(['', 'a', 'a.b', 'a.b.c', 'a.b.c.d.e', `${'x'.repeat(100_000)}.y.z`, `nrm_${'0'.repeat(64)}`])(
    'is refused when it is none: %.20s',
    async (text) => {
      expect(await issuer.verify(text)).toEqual({ kind: 'refused' });
      expect(test.requests).toEqual([]);
    },
  );
});

describe('keys of the issuer', () => {
  it('are fetched once for many tokens at the same time', async () => {
    const tokens = await Promise.all(Array.from({ length: 10 }, async () => test.token()));

    await Promise.all(tokens.map(async (token) => issuer.verify(token)));

    expect(test.requests).toEqual(['/.well-known/openid-configuration', '/jwks']);
  });

  it('are fetched again when a token names a new one, and the old one is no good any more', async () => {
    const { privateKey, publicKey, alg } = test.key();
    await issuer.verify(await test.token());
    await test.rotate('second');

    const fresh = await issuer.verify(await test.token());
    const old = await issuer.verify(await test.token({}, {}, { privateKey, publicKey, alg, kid: 'first' }));

    expect([fresh.kind, old.kind]).toEqual(['ok', 'refused']);
  });

  it('that cannot be fetched leave it open whether a token is good', async () => {
    const token = await test.token();
    test.answers.status = 500;

    expect(await issuer.verify(token)).toEqual({ kind: 'unavailable' });
    test.answers.status = 200;
    expect(await issuer.verify(token)).toEqual(ada());
  });

  it('are not taken from an issuer that describes another one', async () => {
    const alias = test.url.replace('127.0.0.1', 'localhost');
    const other = createIssuer({ issuer: alias, clientId: 'dashboard', api: API, now: () => clock });

    expect(await other.verify(await test.token({ iss: alias }))).toEqual({ kind: 'unavailable' });
  });
});

describe('the address of a person', () => {
  it.each([
    ['is believed when verified', { email_verified: true }, { kind: 'ok', email: 'ada@example.com' }],
    [
      'is believed when verified as Cognito says it',
      { email_verified: 'true' },
      { kind: 'ok', email: 'ada@example.com' },
    ],
    ['is not believed when unverified', { email_verified: false }, { kind: 'unverified' }],
    ['is not believed when nothing is said', { email_verified: undefined }, { kind: 'unverified' }],
    ['is not believed of somebody else', { sub: 'eve', email_verified: true }, { kind: 'unverified' }],
    ['may be missing', { email: undefined, email_verified: true }, { kind: 'unverified' }],
  ])('%s', async (_, claims, expected) => {
    test.answers.userinfo = { sub: 'ada', email: 'ada@example.com', ...claims };

    expect(await issuer.addressOf(await test.token())).toEqual(expected);
  });

  it('cannot be told while the issuer is down', async () => {
    await issuer.verify(await test.token());
    test.answers.status = 503;

    expect(await issuer.addressOf(await test.token())).toEqual({ kind: 'unavailable' });
  });
});
