import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Notification } from '../../../core/message/notification.ts';
import { decodeBody } from '../../../core/notification/decode-body.ts';
import { kindNames, messageNames, titleNames, wrapperNames } from '../../../core/notification/guessing.ts';
import { readNotification } from '../../../core/notification/read-notification.ts';
import { readText } from './reading.ts';

const names = [...messageNames, ...titleNames, ...kindNames, ...wrapperNames];
const oddNames = ['text', 'blocks', 'elements', 'fields', 'priority', 'tags', '__proto__', 'constructor', 'toString'];
const key = fc.oneof(fc.constantFrom(...names, ...oddNames), fc.string());
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\ud800', '\udc00', '\0', '😀', 'a', '<', '@', '|', '>', '&amp;', '{', '"') }),
  fc
    .tuple(fc.constantFrom('😀', 'a', '\ud800', 'é'), fc.integer({ min: 195, max: 205 }), fc.constantFrom(1, 20))
    .map(([unit, count, times]) => unit.repeat(count * times)),
);
const { body } = fc.letrec<{ value: unknown; body: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.double(),
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('body'),
  ),
  body: fc.dictionary(key, tie('value'), { maxKeys: 6 }),
}));
const header = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('=?', 'utf-8', '?', 'q', 'é', ' ') }),
);
const headers = fc.record(
  {
    'content-type': fc.oneof(header, fc.constantFrom('application/json', 'text/plain; charset=utf-16')),
    'x-title': header,
    'x-priority': fc.oneof(header, fc.double().map(String)),
    'x-tags': header,
  },
  { requiredKeys: [] },
);

function expectWithinLimits({ content: { title, message, priority, tags } }: Notification): void {
  expect(Array.from(message).length).toBeLessThanOrEqual(4000);
  expect(Array.from(title ?? '').length).toBeLessThanOrEqual(200);
  expect([undefined, 1, 2, 3, 4, 5]).toContain(priority);
  expect(new Set(tags).size).toBe(tags.length);
  for (const text of [title ?? 'x', message, ...tags]) expect(text.isWellFormed() && !text.includes('\0')).toBe(true);
  for (const tag of tags) expect(tag.trim()).toBe(tag);
  expect(title).not.toBe('');
  expect(tags).not.toContain('');
}

describe('reading any body', () => {
  it('never throws and keeps every limit, whatever the bytes and headers', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          text.map((value) => Buffer.from(value)),
        ),
        headers,
        (bytes, given) => {
          const result = readNotification({ text: decodeBody(bytes, given['content-type']), headers: given });

          expect(['notification', 'invalid-json']).toContain(result.kind);
          if (result.kind === 'notification') expectWithinLimits(result.notification);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('keeps every limit and the whole payload, whatever the JSON', () => {
    fc.assert(
      fc.property(body, (value) => {
        const json = JSON.stringify(value);

        const notification = readText(json, { 'content-type': 'application/json' });

        expectWithinLimits(notification);
        expect(notification.payload).toEqual(JSON.parse(json));
        expect(notification.payloadText).toBe(json);
      }),
      { numRuns: 300 },
    );
  });

  it('never gives a guessed title that is also the message', () => {
    fc.assert(
      fc.property(body, (value) => {
        const { title, message, notes } = readText(JSON.stringify(value));

        fc.pre(notes.some((note) => note.startsWith('title ← ') && !note.includes('attachments[')));
        expect(title).not.toBe(message);
      }),
      { numRuns: 300 },
    );
  });
});
