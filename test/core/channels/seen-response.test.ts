import { describe, expect, it } from 'vitest';
import { credentialHider, secretHider } from '../../../core/channels/hide-secrets.ts';
import type { HttpResponse } from '../../../core/channels/http-exchange.ts';
import { seenResponse } from '../../../core/channels/seen-response.ts';

const answer = (body: string, headers: Record<string, string> = {}): HttpResponse => ({
  kind: 'response',
  status: 500,
  headers,
  body,
  truncated: false,
  durationMs: 1,
});

const asItIs = (text: string) => text;

describe('what is kept of an answer', () => {
  it('is its status, its type and its text', () => {
    const seen = seenResponse(answer('database is on fire', { 'content-type': 'text/plain' }), asItIs);

    expect(seen).toEqual({ status: 500, contentType: 'text/plain', body: 'database is on fire' });
    expect(seenResponse(answer(''), asItIs)).toEqual({ status: 500, contentType: '', body: '' });
  });

  it.each([
    ['ASCII', 'x'.repeat(100_000), 2048],
    ['two bytes', 'xé'.repeat(50_000), 2047],
    ['four bytes', '😀'.repeat(50_000), 2048],
    ['four bytes after one', `x${'😀'.repeat(50_000)}`, 2045],
    ['exactly as much', 'x'.repeat(2048), 2048],
    ['broken', '\uFFFD'.repeat(50_000), 2046],
  ])('is at most 2 KB of whole characters: %s', (_, body, bytes) => {
    const { body: kept } = seenResponse(answer(body), asItIs);

    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(bytes);
    expect(Buffer.byteLength(kept)).toBeGreaterThan(bytes - 6);
    expect(body.startsWith(kept)).toBe(true);
  });

  it('is text, whatever came', () => {
    const { body, contentType } = seenResponse(answer('a\0b\uD800c', { 'content-type': 'x'.repeat(500) }), asItIs);

    expect(body).toBe('a\0b\uFFFDc');
    expect(contentType).toHaveLength(100);
  });
});

describe('secrets in what a receiver says', () => {
  const token = 'tok/en+with="odd"&<signs>';
  const hide = secretHider({ token, url: 'https://hooks.example.com/services/AAAAAAAAAAAAAAAA/b' }, ['token', 'url']);

  it.each([
    ['as it is', token],
    ['in an address', encodeURIComponent(token)],
    ['in an address, in lower case', encodeURIComponent(token).replaceAll(/%../g, (escape) => escape.toLowerCase())],
    ['in a form', new URLSearchParams([['', token]]).toString().slice(1)],
    ['in JSON', JSON.stringify({ token })],
    ['in JSON of PHP', JSON.stringify({ token }).replaceAll('/', String.raw`\/`)],
    ['in HTML', 'tok/en+with=&quot;odd&quot;&amp;&lt;signs&gt;'],
    ['in base64', Buffer.from(token).toString('base64')],
    ['as a part of an address', '/services/AAAAAAAAAAAAAAAA/'],
  ])('are masked %s', (_, said) => {
    const shown = hide(`you sent ${said}!`);

    expect(shown).toContain('••••');
    expect(shown).not.toContain('odd');
    expect(shown).not.toContain('AAAAAAAAAAAA');
    expect(shown.endsWith('!')).toBe(true);
  });

  it('are masked where the answer was cut inside one', () => {
    expect(hide(`x ${token.slice(0, -3)}`)).toBe('x ••••');
    expect(hide('ends in tok')).toBe('ends in tok');
  });

  it('are masked where the request proved itself by something made of them', () => {
    const headers = {
      authorization: `Basic ${Buffer.from('user:password').toString('base64')}`,
      'webhook-signature': 'v1,c2lnbmF0dXJlLW9uZQ== v1,c2lnbmF0dXJlLXR3bw==',
      'user-agent': 'notification-router/1.0',
    };

    const echo = credentialHider(headers)(JSON.stringify(headers));

    expect(echo).not.toMatch(/dXNlcjpw|c2lnbmF0/);
    expect(echo).toContain('notification-router/1.0');
    expect(credentialHider({})('nothing to hide')).toBe('nothing to hide');
  });
});
