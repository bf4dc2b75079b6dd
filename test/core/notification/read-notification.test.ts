import { describe, expect, it } from 'vitest';
import { readNotification } from '../../../core/notification/read-notification.ts';
import { readBody, readText } from './reading.ts';

describe('detecting what a body is', () => {
  it.each(['application/json', 'application/vnd.api+json', 'APPLICATION/JSON; charset=utf-8', 'text/x-json'])(
    'reads JSON when the content type is %s',
    (contentType) => {
      const notification = readText('{"message":"hi"}', { 'content-type': contentType });

      expect(notification).toMatchObject({ format: 'json', message: 'hi' });
    },
  );

  it.each(['', '  \n', '[]', '"x"', 'null', '1', 'true', '{"a":', 'hello', '\u00a0{}', '{}x'])(
    'refuses %j when a JSON content type is declared',
    (text) => {
      const result = readNotification({ text, headers: { 'content-type': 'application/json' } });

      expect(result).toEqual({ kind: 'invalid-json' });
    },
  );

  it.each(['{"message":"hi"}', ' \r\n\t{"message":"hi"}\n', '\uFEFF{"message":"hi"}', ' \uFEFF {"message":"hi"}'])(
    'reads %j as JSON without a JSON content type',
    (text) => {
      const notification = readText(text, { 'content-type': 'application/x-www-form-urlencoded' });

      expect(notification).toMatchObject({ format: 'json', message: 'hi', payloadText: '{"message":"hi"}' });
    },
  );

  it.each(['{not json', ' {"a":1', '[]', '"x"', 'payload=%7B%7D', 'null'])(
    'reads %j as plain text without a JSON content type',
    (text) => {
      const notification = readText(text);

      expect(notification).toMatchObject({ format: 'text', message: text, payload: {}, payloadText: '{}', tags: [] });
    },
  );

  it.each(['', ' \n\t'])('gives an empty message for the body %j without a JSON content type', (text) => {
    expect(readText(text).message).toBe('');
  });

  it('keeps the whole body as payload, its text with every digit', () => {
    const text = '{"message":"hi","id":12345678901234567890,"n":1.0}';

    const notification = readText(text);

    expect(notification.payloadText).toBe(text);
    expect(notification.payload).toMatchObject({ message: 'hi', n: 1 });
  });

  it.each([
    ['the same text, longer than a title', 'x'.repeat(300), 'x'.repeat(300)],
    ['the same text once it is cut to a title', '🙂'.repeat(250), '🙂'.repeat(200)],
  ])('guesses no title that says what the message says: %s', (_, subject, text) => {
    expect(readBody({ subject, data: { description: text } })).not.toHaveProperty('title');
  });

  it('ignores X- headers for a JSON body', () => {
    const notification = readBody({ message: 'm' }, { 'x-title': 't', 'x-priority': '5', 'x-tags': 'a' });

    expect(notification).toMatchObject({ message: 'm', tags: [] });
    expect(notification).not.toHaveProperty('title');
    expect(notification).not.toHaveProperty('priority');
  });
});

describe('reading a plain-text body', () => {
  it('takes title, priority and tags from the X- headers', () => {
    const notification = readText('disk full\n', {
      'x-title': 'db-1',
      'x-priority': '3.5',
      'x-tags': 'disk, db,,disk',
    });

    expect(notification).toMatchObject({
      content: { title: 'db-1', message: 'disk full\n', priority: 4, tags: ['disk', 'db'] },
      format: 'text',
      payload: {},
      payloadText: '{}',
      notes: [],
    });
  });

  it('cuts message and title at their limits', () => {
    const notification = readText('😀'.repeat(4001), { 'x-title': 'é'.repeat(201) });

    expect(notification.message).toBe('😀'.repeat(4000));
    expect(notification.title).toBe('é'.repeat(200));
    expect(notification.notes).toEqual(['title cut to 200 characters', 'message cut to 4,000 characters']);
  });

  it.each(['high', '0x5', 'NaN', 'Infinity', '1,5', '3 4'])('ignores X-Priority %j, and says so', (priority) => {
    const notification = readText('m', { 'x-priority': priority });

    expect(notification).not.toHaveProperty('priority');
    expect(notification.notes).toEqual(['priority ignored: not a number']);
  });

  it.each(['', '  '])('has nothing to say of X-Priority %j', (priority) => {
    expect(readText('m', { 'x-priority': priority })).toMatchObject({ notes: [] });
  });

  it('says that X-Tags were cut', () => {
    expect(readText('m', { 'x-tags': 'x'.repeat(16_385) })).toMatchObject({
      tags: [],
      notes: ['tags cut to 16,384 characters'],
    });
  });

  it.each([
    ['-9', 1],
    [' 2 ', 2],
    ['1e9', 5],
    ['1e400', 5],
    ['+4.', 4],
    ['.6', 1],
  ])('reads X-Priority %j as %i', (text, priority) => {
    expect(readText('m', { 'x-priority': text }).priority).toBe(priority);
  });

  it.each(['', '  ', '\0'])('has no title for X-Title %j', (title) => {
    expect(readText('m', { 'x-title': title })).not.toHaveProperty('title');
  });
});
