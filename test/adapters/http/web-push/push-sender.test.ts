import { createECDH, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encryptPush } from '../../../../adapters/http/web-push/encrypt-push.ts';
import { createPushSender } from '../../../../adapters/http/web-push/push-sender.ts';
import type { HttpRequest, HttpResponse } from '../../../../core/channels/http-exchange.ts';
import { newPushKeys } from '../../../../core/channels/push-keys.ts';
import { fakeBrowser, readVapid } from './browser.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const endpoint = 'https://push.example.net/send/abc';
const created: HttpResponse = {
  kind: 'response',
  status: 201,
  headers: {},
  body: '',
  truncated: false,
  durationMs: 1,
};

/** Sends to a browser and gives what left for its push service. */
async function sent(browser: ReturnType<typeof fakeBrowser>, payload = 'hello') {
  const requests: HttpRequest[] = [];
  const http = {
    send: async (request: HttpRequest) => {
      requests.push(request);
      return created;
    },
  };
  const keys = newPushKeys(randomBytes);
  await createPushSender(http, () => NOW).send({
    kind: 'web-push',
    recipient: 's1',
    subscription: browser.subscription,
    vapid: { ...keys, subject: 'mailto:ops@example.com' },
    payload,
    ttlSeconds: 3600,
    urgency: 'high',
    topic: 'topic',
  });
  return { request: requests[0]!, keys };
}

const bytesOf = ({ body }: HttpRequest): Uint8Array => (typeof body === 'string' ? Buffer.from(body) : body!);

describe('encryptPush', () => {
  it('gives the example of RFC 8291, byte by byte', () => {
    const keys = createECDH('prime256v1');
    keys.setPrivateKey('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url');
    const browser = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    };
    const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url');

    const encrypted = encryptPush('When I grow up, I want to be a watermelon', browser, { salt, keys });

    expect(encrypted.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7' +
        'A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });

  it('is read by an independent library, whatever was said', () => {
    const browser = fakeBrowser(endpoint);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        expect(browser.read(encryptPush(text, browser.subscription))).toBe(text);
      }),
      { numRuns: 30 },
    );
  });

  it('fits into what push services take when the plaintext is as large as it may be', () => {
    expect(encryptPush('x'.repeat(3993), fakeBrowser(endpoint).subscription)).toHaveLength(4096);
  });

  it('never gives the same bytes twice', () => {
    const { subscription } = fakeBrowser(endpoint);

    expect(encryptPush('a', subscription).equals(encryptPush('a', subscription))).toBe(false);
  });
});

describe('a message to a browser', () => {
  it('goes to its push service, encrypted, with urgency, lifetime and topic', async () => {
    const browser = fakeBrowser(endpoint);

    const { request } = await sent(browser, '{"title":"Störung"}');

    expect(request).toMatchObject({
      method: 'POST',
      url: endpoint,
      headers: { 'content-encoding': 'aes128gcm', ttl: '3600', urgency: 'high', topic: 'topic' },
    });
    expect(browser.read(bytesOf(request))).toBe('{"title":"Störung"}');
  });

  it('is signed for that push service only, for less than a day', async () => {
    const { request, keys } = await sent(fakeBrowser(endpoint));

    const { head, aud, exp, sub, key } = readVapid(request.headers['authorization']!);
    expect(head).toEqual({ typ: 'JWT', alg: 'ES256' });
    expect([aud, sub, key]).toEqual(['https://push.example.net', 'mailto:ops@example.com', keys.publicKey]);
    expect(Number(exp) - NOW / 1000).toBe(12 * 3600);
  });
});
