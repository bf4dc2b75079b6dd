import { describe, expect, it } from 'vitest';
import { MAX_TAGS_LENGTH } from '../../../core/notification/tags.ts';
import { readBody, readText } from './reading.ts';

describe('title and message of a JSON body', () => {
  it('takes the fields named title and message as they are, without a note', () => {
    const notification = readBody({ title: ' T ', message: 'M\n' });

    expect(notification).toMatchObject({ title: ' T ', message: 'M\n', notes: [] });
  });

  it('takes numbers as text', () => {
    expect(readBody({ title: 1, message: -2.5 })).toMatchObject({ title: '1', message: '-2.5' });
  });

  it.each([null, true, {}, [], '', '  ', '\0'])('treats a title or message of %j as absent', (value) => {
    const notification = readBody({ title: value, message: value });

    expect(notification).not.toHaveProperty('title');
    expect(notification.message).toBe(JSON.stringify({ title: value, message: value }));
    expect(notification.notes).toEqual(['message ← whole body']);
  });

  it('accepts at its top level what guessing would take for an id', () => {
    expect(readBody({ message: 'https://example.com/a' }).message).toBe('https://example.com/a');
  });

  it('cuts by code points and never inside a surrogate pair', () => {
    const notification = readBody({ title: `${'a'.repeat(199)}😀😀`, message: `${'b'.repeat(3999)}😀😀` });

    expect(notification.title).toBe(`${'a'.repeat(199)}😀`);
    expect(notification.message).toBe(`${'b'.repeat(3999)}😀`);
  });

  it('keeps text that is exactly as long as the limit', () => {
    expect(readBody({ message: '😀'.repeat(4000) }).message).toBe('😀'.repeat(4000));
  });

  it('makes lone surrogates well-formed', () => {
    const notification = readText(String.raw`{"title":"a\ud800","message":"\udc00b","tags":["\ud83d"]}`);

    expect(notification).toMatchObject({ title: 'a\uFFFD', message: '\uFFFDb', tags: ['\uFFFD'] });
  });

  it('removes NUL that comes from an escape', () => {
    const notification = readText(String.raw`{"title":"a\u0000b","message":"\u0000c","tags":["d\u0000","d"]}`);

    expect(notification).toMatchObject({ title: 'ab', message: 'c', tags: ['d'] });
  });

  it('treats __proto__ and constructor as ordinary keys', () => {
    const notification = readText('{"__proto__":{"message":"evil","priority":5},"constructor":{"title":"x"},"a":1}');

    expect(notification.message).toBe(
      '{"__proto__":{"message":"evil","priority":5},"constructor":{"title":"x"},"a":1}',
    );
    expect(notification).not.toHaveProperty('title');
    expect(notification).not.toHaveProperty('priority');
  });

  it.each([
    ['white space', '{ "foo" : [ 1,\n 2 ] }'],
    ['white space around it', ' \r\n{"foo":1}\t\n'],
    ['every digit', '{"a":1.0,"b":12345678901234567890,"c":1e3,"d":-0.10}'],
    ['every duplicate key', '{"a":1,"a":2,"b":{"a":1,"a":1}}'],
    ['keys in their order', '{"b":1,"2":2,"a":3,"1":4}'],
    ['escapes as they are', String.raw`{"a":"\u00e9\/\ud800\u0000"}`],
  ])('uses the whole body as the message when nothing is found: %s', (_, text) => {
    expect(readText(text)).toMatchObject({ message: text, notes: ['message ← whole body'] });
    expect(readText(text, { 'content-type': 'application/json' }).message).toBe(text);
  });

  it('uses the whole body without its byte-order marks', () => {
    expect(readText('\uFEFF \uFEFF{"a":"\uFEFF"}').message).toBe(' {"a":"\uFEFF"}');
  });

  it('says that the whole body was cut', () => {
    const { message, notes } = readText(`{"a":"${'😀'.repeat(4000)}"}`);

    expect(message).toBe(`{"a":"${'😀'.repeat(3994)}`);
    expect(notes).toEqual(['message ← whole body', 'message cut to 4,000 characters']);
  });

  it.each(['', '  ', '\0'])('is empty with a title of its own and a message of %j', (message) => {
    expect(readBody({ title: 'T', message })).toMatchObject({ title: 'T', message: '', notes: [] });
  });

  it.each([
    [{ title: 'T', message: '', description: 'D' }, 'D'],
    [{ title: 'T', message: null }, '{"title":"T","message":null}'],
    [{ subject: 'T', message: '' }, '{"subject":"T","message":""}'],
  ])('is not empty for %j', (body, message) => {
    expect(readBody(body).message).toBe(message);
  });

  it('reads a body nested 10,000 deep', () => {
    const text = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;

    expect(readText(text).message).toBe(text.slice(0, 4000));
  });
});

describe('priority of a JSON body', () => {
  it.each([
    [3.5, 4],
    [2.4, 2],
    [0, 1],
    [-9, 1],
    [1e9, 5],
    [5, 5],
  ])('reads %d as %i', (value, priority) => {
    expect(readBody({ message: 'm', priority: value }).priority).toBe(priority);
  });

  it('clamps a number too large for a double', () => {
    expect(readText('{"message":"m","priority":1e400}').priority).toBe(5);
    expect(readText('{"message":"m","priority":-1e400}').priority).toBe(1);
  });

  it.each(['3', true, [3], {}, ' '])('ignores a priority of %j, and says so', (value) => {
    const notification = readBody({ message: 'm', priority: value });

    expect(notification).not.toHaveProperty('priority');
    expect(notification.notes).toEqual(['priority ignored: not a number']);
  });

  it.each([null, ''])('has no priority, and nothing to say, for %j', (value) => {
    const notification = readBody({ message: 'm', priority: value });

    expect(notification).not.toHaveProperty('priority');
    expect(notification.notes).toEqual([]);
  });

  it('ignores a priority below the top level', () => {
    expect(readBody({ message: 'm', data: { priority: 3 } })).not.toHaveProperty('priority');
  });
});

describe('tags of a JSON body', () => {
  it.each([
    [
      ['a', ' b ', '', 'a', 'c,d'],
      ['a', 'b', 'c,d'],
    ],
    [['a', 1, null, ['b'], { c: 1 }, true], ['a']],
    ['a, b,,a', ['a', 'b']],
    ['', []],
    [5, []],
    [{ a: 1 }, []],
    [null, []],
  ])('reads %j as %j', (value, tags) => {
    expect(readBody({ message: 'm', tags: value }).tags).toEqual(tags);
  });

  it('keeps tags up to their total length and drops the rest', () => {
    const tag = 'x'.repeat(MAX_TAGS_LENGTH - 1);

    const { tags, notes } = readBody({ message: 'm', tags: [tag, 'y', 'z'] });

    expect(tags).toEqual([tag, 'y']);
    expect(notes).toEqual(['tags cut to 16,384 characters']);
  });

  it.each([
    [{ a: 1 }, 'tags ignored: neither a list nor text'],
    [5, 'tags ignored: neither a list nor text'],
    [['a', 1], 'tags ignored where they are not text'],
  ])('says what it ignores of %j', (value, note) => {
    expect(readBody({ message: 'm', tags: value }).notes).toEqual([note]);
  });
});

describe('notes on what was cut', () => {
  it('name title and message', () => {
    const long = readBody({ title: 'é'.repeat(201), message: '😀'.repeat(4001) });

    expect(long.notes).toEqual(['title cut to 200 characters', 'message cut to 4,000 characters']);
  });

  it('are not there for what is exactly as long as it may be, or was only longer by NUL', () => {
    expect(readBody({ title: '😀'.repeat(200), message: `\0${'😀'.repeat(4000)}` }).notes).toEqual([]);
  });
});
