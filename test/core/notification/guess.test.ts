import { describe, expect, it } from 'vitest';
import {
  mapWrapperNames,
  messageNames,
  titleNames,
  wordyMessageNames,
  wrapperNames,
} from '../../../core/notification/guessing.ts';
import { readBody } from './reading.ts';

describe('guessing a message', () => {
  it.each(messageNames.filter((name) => name !== 'text'))('finds it under %s', (name) => {
    expect(readBody({ [name]: 'It happened' }).message).toBe('It happened');
  });

  it.each(wordyMessageNames)('finds words under %s, but no single word', (name) => {
    expect(readBody({ [name]: 'It happened' }).message).toBe('It happened');
    expect(readBody({ [name]: ' failure ' }).notes).toEqual(['message ← whole body']);
  });

  it.each(['Message', 'MESSAGE', 'mes_sage', 'Mes-Sage', 'me ss age'])('compares names loosely: %s', (name) => {
    expect(readBody({ [name]: 'It happened' })).toMatchObject({ message: 'It happened', format: 'json' });
  });

  it('does not take a key for a name because it is full of separators', () => {
    expect(readBody({ [`message${'_'.repeat(40)}`]: 'no' }).notes).toEqual(['message ← whole body']);
  });

  it('prefers the name that comes first in the list, whatever the order of the body', () => {
    expect(readBody({ reason: 'R', summary: 'S', description: 'D' })).toMatchObject({ message: 'D', title: 'S' });
  });

  it('notes the path that gave it', () => {
    const notification = readBody({ data: { issue: { 'Des cription': 'D', title: 'T' } } });

    expect(notification.notes).toEqual(['title ← data.issue.title', 'message ← data.issue["Des cription"]']);
  });

  it.each([
    'https://example.com/incidents/1?x=y',
    'mailto:ops@example.com',
    'arn:aws:sns:us-east-1:123456789012:alerts',
    '550e8400-e29b-41d4-a716-446655440000',
    '{550E8400-E29B-41D4-A716-446655440000}',
    '6dcb09b5b57875f334f61aebed695e2e4193db5e',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'evt_1NG8Du2eZvKYlo2CUI79vXWy',
    '2024-05-01',
    '2024-05-01T12:30:00Z',
    '2024-05-01 12:30:00.123+02:00',
  ])('never takes %s', (value) => {
    const notification = readBody({ description: value, data: { description: 'Words' }, subject: value });

    expect(notification).toMatchObject({ message: 'Words', notes: ['message ← data.description'] });
  });

  it.each([
    'See https://example.com/a',
    'deadbeef',
    'disk_usage_is_very_high',
    '2024-05-01 was a bad day',
    'Disk full',
  ])('takes %s', (value) => {
    expect(readBody({ description: value }).message).toBe(value);
  });

  it.each([true, null, ['a'], {}, '', ' '])('never takes %j', (value) => {
    expect(readBody({ description: value, reason: 'R' }).message).toBe('R');
  });

  it('takes a number', () => {
    expect(readBody({ description: 42 }).message).toBe('42');
  });

  it('takes long text without looking for an id in it', () => {
    expect(readBody({ description: 'a'.repeat(3000) }).message).toBe('a'.repeat(3000));
  });
});

describe('guessing a title', () => {
  it.each(titleNames.filter((name) => name !== 'title'))('finds it under %s', (name) => {
    expect(readBody({ [name]: 'Alarm', message: 'M' })).toMatchObject({ title: 'Alarm', message: 'M' });
  });

  it('lets a name of both lists serve the message first', () => {
    const notification = readBody({ summary: 'S' });

    expect(notification).toMatchObject({ message: 'S', notes: ['message ← summary'] });
    expect(notification).not.toHaveProperty('title');
  });

  it('never uses one value for both', () => {
    const notification = readBody({ name: 'Same', description: 'Same' });

    expect(notification.message).toBe('Same');
    expect(notification).not.toHaveProperty('title');
  });

  it('falls back on what kind of thing happened when the body has no title and no message of its own', () => {
    const notification = readBody({ type: 'invoice.paid', data: { description: 'Invoice 12' } });

    expect(notification).toMatchObject({ title: 'invoice.paid', message: 'Invoice 12' });
  });

  it('does not fall back on it when the body says its message itself', () => {
    expect(readBody({ type: 'info', message: 'M' })).not.toHaveProperty('title');
  });

  it('prefers a title further down to what kind of thing happened', () => {
    expect(readBody({ action: 'created', data: { issue: { title: 'T' } } }).title).toBe('T');
  });
});

describe('looking inside wrappers', () => {
  it.each(wrapperNames)('finds title and message under %s', (name) => {
    // At the top level `attachments` are those of a chat.
    const body = { data: { [name]: { title: 'T', description: 'D' } } };

    expect(readBody(body)).toMatchObject({ title: 'T', message: 'D' });
  });

  it('prefers the top level, then the shallowest wrapper, then the order of the list', () => {
    const deep = { alert: { description: 'alert' }, data: { event: { description: 'deep' } } };

    expect(readBody({ ...deep, reason: 'top' }).message).toBe('top');
    expect(readBody(deep).message).toBe('alert');
    expect(readBody({ alert: { reason: 'alert' }, event: { reason: 'event' } }).message).toBe('event');
  });

  it('looks three wrappers deep and no deeper', () => {
    const three = { data: { data: { data: { reason: 'R' } } } };

    expect(readBody(three).message).toBe('R');
    expect(readBody({ data: three }).notes).toEqual(['message ← whole body']);
  });

  it('looks into the first object of a list', () => {
    const notification = readBody({ alerts: ['x', { reason: 'first' }, { reason: 'second' }] });

    expect(notification).toMatchObject({ message: 'first', notes: ['message ← alerts[1].reason'] });
  });

  it.each([[[]], [['a', 1]]])('finds nothing in the list %j', (list) => {
    expect(readBody({ data: list }).notes).toEqual(['message ← whole body']);
  });

  it.each(mapWrapperNames)('looks into a map of %s, but not into a list of them', (name) => {
    expect(readBody({ [name]: { description: 'D' } }).message).toBe('D');
    expect(readBody({ [name]: [{ description: 'D' }] }).notes).toEqual(['message ← whole body']);
  });

  it('opens a wrapper that is JSON in a string', () => {
    const Message = JSON.stringify({ AlarmName: 'cpu', NewStateReason: 'Threshold crossed' });

    const notification = readBody({ Type: 'Notification', Message });

    expect(notification).toMatchObject({ title: 'cpu', message: 'Threshold crossed' });
  });

  it('opens such a string once only', () => {
    const inner = JSON.stringify({ reason: 'R' });

    const notification = readBody({ data: JSON.stringify({ data: inner }) });

    expect(notification.notes).toEqual(['message ← whole body']);
  });

  it('takes a string that only looks like JSON as text', () => {
    expect(readBody({ Message: '{broken' }).message).toBe('{broken');
  });
});

describe('a value for machines', () => {
  const id = '9b8e1d6c-3f0a-4c57-8a51-0c2f6d1e7b34';

  it.each([
    [{ description: 'https://ci.example/1', id: 7 }, 'https://ci.example/1', 'description'],
    [{ subject: 'Deploy', data: { url: 'x', reason: '2026-11-20T09:00:00Z' } }, '2026-11-20T09:00:00Z', 'data.reason'],
    [{ content: 'd41d8cd98f00b204e9800998ecf8427e', text2: 'x' }, 'd41d8cd98f00b204e9800998ecf8427e', 'content'],
  ])('is better than the whole body: %j', (body, message, path) => {
    expect(readBody(body)).toMatchObject({ message, notes: expect.arrayContaining([`message ← ${path}`]) });
  });

  it('gives way to any text for people, wherever that stands', () => {
    expect(readBody({ body: id, data: { detail: { reason: 'R' } } }).message).toBe('R');
  });

  it('is the best of several by the order of the list', () => {
    expect(readBody({ reason: id, body: 'https://example.com/a' }).message).toBe('https://example.com/a');
  });

  it('is never a title, nor a message under a name that wants words', () => {
    expect(readBody({ name: id, note: id }).notes).toEqual(['message ← whole body']);
  });
});
