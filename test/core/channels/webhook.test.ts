import { createHmac } from 'node:crypto';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { OutgoingMessage } from '../../../core/channels/outgoing-message.ts';
import type { HttpResponse } from '../../../core/channels/http-exchange.ts';
import { ROTATION_SECONDS, webhook } from '../../../core/channels/webhook.ts';
import type { FlatMessage } from '../../vendors/notifications.ts';

const now = Date.parse('2026-11-20T10:00:00.500Z');
const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const newSecret = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const context = { deliveryId: 'dlv_0123456789abcdef', now, userAgent: 'notification-router/0.1.0' };
const message = {
  id: 'msg_01J0000000000000000000000A',
  title: 'Disk "full"',
  message: 'grüße 👋\u2028',
  priority: 4,
  tags: ['disk', 'prod'],
  receivedAt: '2026-11-20T09:59:59.000Z',
  webhook: { id: 'wh_1', name: 'Monitoring' },
  payloadText: '{"n":12345678901234567890.10, "a":1,"a":2}',
  hops: ['0011223344556677'],
};
const stored = { url: 'https://example.com/hook', secret };
const change = { now, randomBytes: (count: number) => new Uint8Array(count).fill(7) };

function render(config: object = stored, changes: Partial<FlatMessage> = {}, at = now) {
  const [request] = webhook.render(OutgoingMessage.parse({ ...message, ...changes }), config, { ...context, now: at });
  return { ...request!, body: request!.body };
}

function answer(status: number, headers: Record<string, string> = {}): HttpResponse {
  return { kind: 'response', status, headers, body: '', truncated: false, durationMs: 1 };
}

describe('the request of a webhook', () => {
  it('says beside the payload which alert it is of', () => {
    const alert = { id: 'al_1', key: 'disk', status: 'firing', episode: 2, count: 7 } as const;
    const said: unknown = JSON.parse(render(stored, { alert }).body);

    expect(said).toMatchObject({ alert, payload: { a: 2 } });
  });

  it('posts the notification with the original body under payload', () => {
    const request = render();

    expect(request).toMatchObject({ kind: 'http', method: 'POST', url: 'https://example.com/hook' });
    expect(JSON.parse(request.body)).toEqual({
      messageId: message.id,
      title: message.title,
      message: message.message,
      priority: 4,
      tags: ['disk', 'prod'],
      timestamp: '2026-11-20T09:59:59.000Z',
      webhook: { id: 'wh_1', name: 'Monitoring' },
      payload: JSON.parse(message.payloadText),
    });
  });

  it("keeps the payload's own text, so that no digit is lost", () => {
    expect(render().body.endsWith(`,"payload":${message.payloadText}}`)).toBe(true);
  });

  it('leaves out what the notification does not have', () => {
    const { title: _title, priority: _priority, ...plain } = message;
    const sent = OutgoingMessage.parse({ ...plain, tags: [], payloadText: '{}' });
    const [request] = webhook.render(sent, stored, context);

    expect(JSON.parse(request!.body)).toEqual({
      messageId: message.id,
      message: message.message,
      timestamp: message.receivedAt,
      webhook: { id: 'wh_1', name: 'Monitoring' },
      payload: {},
    });
  });

  it('carries our headers', () => {
    expect(render().headers).toEqual({
      'content-type': 'application/json',
      'user-agent': 'notification-router/0.1.0',
      'webhook-id': 'dlv_0123456789abcdef',
      'webhook-timestamp': '1795168800',
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
  });

  it("carries the channel's own headers in lower case", () => {
    expect(render({ ...stored, headers: { Authorization: 'Bearer x' } }).headers).toMatchObject({
      authorization: 'Bearer x',
    });
  });

  it('is the same whenever its arguments are', () => {
    expect(render()).toEqual(render());
  });

  it('is not made when the stored config has another shape', () => {
    expect(() => render({ url: 'https://example.com/' })).toThrow(z.ZodError);
  });
});

describe('the signature of a webhook', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now });
    return () => vi.useRealTimers();
  });

  it('is accepted by the published Standard Webhooks library', () => {
    const { body, headers } = render();

    expect(new Webhook(secret).verify(body, { ...headers })).toEqual(JSON.parse(body));
  });

  it('is accepted by the library whatever the notification says', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        fc.jsonValue(),
        (title, text, value) => {
          const { body, headers } = render(stored, { title, message: text, payloadText: JSON.stringify({ value }) });

          expect(new Webhook(secret).verify(body, { ...headers })).toEqual(JSON.parse(body));
        },
      ),
    );
  });

  it('is refused by the library when the body was changed or the secret is another', () => {
    const { body, headers } = render();

    expect(() => new Webhook(secret).verify(`${body} `, { ...headers })).toThrow('No matching signature found');
    expect(() => new Webhook(newSecret).verify(body, { ...headers })).toThrow('No matching signature found');
  });

  it('is HMAC-SHA256 over id, timestamp and body', () => {
    const { body, headers } = render();
    const signed = createHmac('sha256', Buffer.alloc(32, 1)).update(`dlv_0123456789abcdef.1795168800.${body}`);

    expect(headers['webhook-signature']).toBe(`v1,${signed.digest('base64')}`);
  });

  it('is two signatures while the secret is being rotated, and each secret verifies', () => {
    const config = webhook.prepare({ ...stored, secret: newSecret }, { ...change, previous: stored }).config;

    const { body, headers } = render(config);

    expect(headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    for (const valid of [secret, newSecret]) {
      expect(() => new Webhook(valid).verify(body, { ...headers })).not.toThrow();
    }
  });

  it('is one signature again when the rotation is over', () => {
    const config = webhook.prepare({ ...stored, secret: newSecret }, { ...change, previous: stored }).config;

    const { headers } = render(config, {}, now + ROTATION_SECONDS * 1000);

    expect(headers['webhook-signature']).toMatch(/^v1,\S+$/);
  });

  it('has the time of the attempt, while the id stays', () => {
    const first = render();
    const second = render(stored, {}, now + 60_000);

    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.body).toBe(first.body);
    expect(Number(second.headers['webhook-timestamp']) - Number(first.headers['webhook-timestamp'])).toBe(60);
  });
});

describe('the secret of a webhook', () => {
  it('is made at creation when none is given, and named as just made', () => {
    const made = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

    expect(webhook.prepare({ url: stored.url }, change)).toEqual({
      config: { url: stored.url, secret: made },
      issued: ['secret'],
    });
  });

  it('is kept when one is given', () => {
    expect(webhook.prepare(stored, change)).toEqual({ config: stored, issued: [] });
  });

  it('leaves the secret before valid for a while when it changes', () => {
    expect(webhook.prepare({ ...stored, secret: newSecret }, { ...change, previous: stored })).toEqual({
      config: {
        url: stored.url,
        secret: newSecret,
        previousSecret: secret,
        previousSecretUntil: now + ROTATION_SECONDS * 1000,
      },
      issued: [],
    });
  });

  it('is made anew, and the one before stays valid for a while, when it is removed', () => {
    const { config, issued } = webhook.prepare({ url: stored.url }, { ...change, previous: stored });

    expect(config).toMatchObject({ previousSecret: secret });
    expect(issued).toEqual(['secret']);
  });

  it('does not restart a rotation when something else changes', () => {
    const rotating = { ...stored, previousSecret: newSecret, previousSecretUntil: now + 5 };

    const { config } = webhook.prepare({ ...stored, url: 'https://example.org/' }, { ...change, previous: rotating });

    expect(config).toEqual({ ...rotating, url: 'https://example.org/' });
  });

  it('starts no rotation when something else changes', () => {
    const { config } = webhook.prepare({ ...stored, url: 'https://example.org/' }, { ...change, previous: stored });

    expect(config).toEqual({ ...stored, url: 'https://example.org/' });
  });

  it.each([24, 64])('may have %i bytes', (bytes) => {
    const secret = `whsec_${Buffer.alloc(bytes, 9).toString('base64')}`;

    expect(webhook.config.safeParse({ ...stored, secret }).success).toBe(true);
  });

  it.each([
    '',
    'whsec_',
    secret.slice('whsec_'.length),
    `whsec_${Buffer.alloc(23).toString('base64')}`,
    `whsec_${Buffer.alloc(65).toString('base64')}`,
    `${secret}!`,
    secret.replace('=', ''),
    `${secret}\n`,
    '••••AQE=',
  ])('is refused when it is not whsec_ and the base64 of 24 to 64 bytes: %j', (secret) => {
    expect(webhook.config.safeParse({ ...stored, secret }).success).toBe(false);
  });
});

describe('the config of a webhook', () => {
  it.each([
    { url: 'ftp://example.com/' },
    { url: 'example.com' },
    { url: `https://example.com/${'a'.repeat(2048)}` },
    { url: '' },
    {},
    { url: 'https://example.com/', method: 'GET' },
    { url: 'https://example.com/', previousSecret: secret },
  ])('is refused without a good address or with unknown fields: %j', (config) => {
    expect(webhook.config.safeParse(config).success).toBe(false);
  });

  it.each([
    'Webhook-Id',
    'webhook-timestamp',
    'WEBHOOK-SIGNATURE',
    'webhook-anything',
    'User-Agent',
    'X-Notification-Hops',
    'Content-Type',
    'Content-Length',
    'Content-Encoding',
    'Host',
    'Connection',
    'Keep-Alive',
    'Transfer-Encoding',
    'TE',
    'Trailer',
    'Upgrade',
    'Expect',
    'Accept-Encoding',
    'Proxy-Authorization',
    'HTTP2-Settings',
    '',
    'x a',
    'x:a',
    'x\r\na',
    'x\u00e9',
    '__proto__ ',
  ])('is refused with the header %j', (name) => {
    expect(webhook.config.safeParse({ ...stored, headers: { [name]: 'x' } }).success).toBe(false);
  });

  it.each([
    'a\r\nhost: evil',
    'a\nb',
    'a\rb',
    'a\0b',
    'a\u007f',
    'a\u00e9',
    'a\u010d\u010a',
    ' a',
    'a ',
    'a\t',
    'x'.repeat(4097),
  ])('is refused with the header value %j', (value) => {
    expect(webhook.config.safeParse({ ...stored, headers: { 'x-a': value } }).success).toBe(false);
  });

  it.each(['', 'a', 'Bearer abc.def', 'a\tb c', 'x'.repeat(4096)])('is accepted with the header value %j', (value) => {
    expect(webhook.config.safeParse({ ...stored, headers: { 'x-a': value } }).success).toBe(true);
  });

  it('is refused with the same header twice, or with more than 32', () => {
    const many = Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`x-${index}`, 'a']));

    expect(webhook.config.safeParse({ ...stored, headers: { 'x-a': '1', 'X-A': '2' } }).success).toBe(false);
    expect(webhook.config.safeParse({ ...stored, headers: many }).success).toBe(false);
  });

  it('lets no header through that could inject a line or touch ours, whatever is tried', () => {
    const ours = render().headers;
    const names = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.stringMatching(/^[A-Za-z0-9-]{1,12}$/),
      fc.mixedCase(fc.constantFrom(...Object.keys(ours), 'host', 'content-length', 'transfer-encoding')),
    );
    const values = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.string({ maxLength: 12 }));
    fc.assert(
      fc.property(fc.dictionary(names, values, { maxKeys: 3, noNullPrototype: true }), (headers) => {
        const config = { ...stored, headers };
        if (!webhook.config.safeParse(config).success) return;

        const sent = render(config).headers;

        expect(sent).toMatchObject(ours);
        expect(sent).not.toHaveProperty('host');
        expect(sent).not.toHaveProperty('content-length');
        expect(sent).not.toHaveProperty('transfer-encoding');
        for (const [name, value] of Object.entries(sent)) {
          validateHeaderName(name);
          validateHeaderValue(name, value);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the answer to a webhook', () => {
  it('is read by its status', () => {
    expect(webhook.classify(answer(204), { now })).toEqual({ kind: 'delivered', status: 204 });
    expect(webhook.classify(answer(410), { now })).toMatchObject({
      kind: 'failed',
      disableChannel: expect.any(String),
    });
  });

  it('is retried after the wait it asks for', () => {
    expect(webhook.classify(answer(503, { 'retry-after': '9' }), { now })).toMatchObject({
      kind: 'retry',
      retryAfterSeconds: 9,
    });
  });

  it('ends the attempts when it asks to', () => {
    expect(webhook.classify(answer(500, { 'webhook-delivery': 'abort-message' }), { now })).toEqual({
      kind: 'failed',
      status: 500,
      error: 'the receiver answered 500 and wants no further attempt',
    });
  });

  it('is delivered all the same when it asks to end the attempts of what it took', () => {
    expect(webhook.classify(answer(200, { 'webhook-delivery': 'abort-message' }), { now })).toMatchObject({
      kind: 'delivered',
    });
  });
});
