import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveStreamConfig } from '../../../core/channels/live-stream-config.ts';
import type { LiveNotification } from '../../../core/live/live-event.ts';
import { Content } from '../../../core/message/content.ts';
import { firstIdAt } from '../../../core/live/position.ts';
import { notificationFrame } from '../../../core/live/stream-event.ts';

const AT = Date.parse('2026-11-20T10:00:00.123Z');
const ID = `${firstIdAt(AT).slice(0, 10)}ABCDEFGHJKMNPQRS`;
const JSON_ALL: LiveStreamConfig = { format: 'json', includePriority: true, includeTags: true, includePayload: true };
const TEXT_ALL: LiveStreamConfig = { ...JSON_ALL, format: 'text' };

function notification(said: Partial<Content> = {}): LiveNotification {
  return {
    kind: 'notification',
    channelId: 'ch_1',
    id: ID,
    expiresAt: 0,
    messageId: 'msg_1',
    content: Content.parse({ message: 'Deployed', tags: [], ...said }),
    payload: { text: '{}' },
  };
}

/** What some reader splits lines at. */
const BREAK_CHARACTERS = '\v\f\u001C\u001D\u001E\u0085\u2028\u2029\r\n';
const BREAKS = new RegExp(`[${BREAK_CHARACTERS}]`);

function dataOf(frame: string): string {
  const match = /^id: ([^\r\n\0]*)\ndata: ([^\r\n\0]*)\n\n$/.exec(frame);
  expect(match).not.toBeNull();
  expect(match![1]).toBe(ID);
  return match![2]!;
}

function render(event: LiveNotification, config: LiveStreamConfig, payload = '{}'): string {
  return dataOf(notificationFrame(event, { config, payload }));
}

describe('a notification in JSON format', () => {
  it('carries every field that is switched on, with the time of its id', () => {
    const event = notification({ title: 'CI', priority: 4, tags: ['a', 'b'] });

    const data = render(event, JSON_ALL, '{"n":1}');

    expect(data).toBe(
      '{"title":"CI","message":"Deployed","timestamp":"2026-11-20T10:00:00.123Z","priority":4,"tags":["a","b"],"payload":{"n":1}}',
    );
  });

  it('leaves out what is absent or switched off', () => {
    const off = { ...JSON_ALL, includePriority: false, includeTags: false, includePayload: false };

    const absent = JSON.parse(render(notification(), JSON_ALL));
    const switchedOff = JSON.parse(render(notification({ priority: 1, tags: ['x'] }), off));

    expect(Object.keys(absent)).toEqual(['message', 'timestamp', 'payload']);
    expect(Object.keys(switchedOff)).toEqual(['message', 'timestamp']);
  });

  it('keeps the payload digit by digit on one line', () => {
    const payload = '{\r\n "big": 12345678901234567890.10,\n "s": "a\\nb\\u0000"\r}';

    const data = render(notification(), JSON_ALL, payload);

    expect(data).toContain('"payload":{  "big": 12345678901234567890.10,  "s": "a\\nb\\u0000" }');
  });

  it('escapes the line breaks that JSON allows within strings', () => {
    const title = 'a\u0085b\u2028c\u2029d';

    const data = render(notification({ title }), JSON_ALL, JSON.stringify({ title }));

    expect(data.match(BREAKS)).toBeNull();
    expect(data).toContain(String.raw`"title":"a\u0085b\u2028c\u2029d"`);
    expect(JSON.parse(data)).toMatchObject({ title, payload: { title } });
  });

  it('parses back to the same fields for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        fc.jsonValue(),
        (title, message, body) => {
          const payload = JSON.stringify({ body }, null, 2);
          const parsed = JSON.parse(render(notification({ title, message }), JSON_ALL, payload));
          expect(parsed.title).toBe(title);
          expect(parsed.message).toBe(message);
          expect(parsed.payload).toEqual(JSON.parse(payload));
        },
      ),
    );
  });
});

describe('a notification in text format', () => {
  it('joins title, message, priority, tags and compact payload', () => {
    const event = notification({ title: 'CI', priority: 4, tags: ['a', 'b c'] });

    const data = render(event, TEXT_ALL, '{ "n" : [1, 2],\n "s": "x  \\" y" }');

    expect(data).toBe('CI | Deployed | priority 4 | #a #b c | {"n":[1,2],"s":"x  \\" y"}');
  });

  it('turns nothing of the line round, and leaves the payload as it was sent', () => {
    const hostile = '\u202eevil\u2066\u2067\u202a';
    const event = notification({ title: hostile, message: hostile, tags: [hostile] });

    const data = render(event, TEXT_ALL, '{"a":"\u202e"}');

    expect(data).toBe('evil | evil | #evil | {"a":"\u202e"}');
  });

  it('leaves absent fields out', () => {
    const data = render(notification(), { ...TEXT_ALL, includePayload: false });

    expect(data).toBe('Deployed');
  });

  it.each([
    ['a\r\nb\rc\nd', 'a b c d'],
    ['a | b', 'a ¦ b'],
    ['a | | b', 'a ¦ ¦ b'],
    ['a\n|\nb', 'a ¦ b'],
    ['a|b', 'a|b'],
    ['a\0b', 'ab'],
    ['a\u2028b\u2029c\u0085d', 'a b c d'],
    ['a\vb\fc\u001Cd\u001De\u001Ef', 'a b c d e f'],
    ['a\u001Fb\tc', 'a\u001Fb\tc'],
  ])('writes the field %j as %j', (message, expected) => {
    const data = render(notification({ message }), { ...TEXT_ALL, includePayload: false });

    expect(data).toBe(expected);
  });

  it('splits back into its fields for any text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '|', '\n', '\r', '\0') });
    fc.assert(
      fc.property(text, text, (title, message) => {
        const data = render(notification({ title, message, priority: 3 }), { ...TEXT_ALL, includePayload: false });
        expect(data.split(' | ')).toHaveLength(3);
      }),
    );
  });

  it('has no line break of any reader, wherever the text stands', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '"', '\\', ...BREAK_CHARACTERS.split('')),
    });
    fc.assert(
      fc.property(text, (sent) => {
        const event = notification({ title: sent, message: sent, tags: [sent] });
        for (const config of [TEXT_ALL, JSON_ALL]) {
          expect(render(event, config, JSON.stringify({ [sent]: sent }, null, 1)).match(BREAKS)).toBeNull();
        }
      }),
    );
  });

  it('compacts a mebibyte of payload without touching its strings', () => {
    const body = { text: 'x \t'.repeat(300_000), list: [1, { a: '\\"' }] };

    const data = render(notification({ message: '' }), TEXT_ALL, JSON.stringify(body, null, 4));

    expect(data).toBe(` | ${JSON.stringify(body)}`);
  });
});
