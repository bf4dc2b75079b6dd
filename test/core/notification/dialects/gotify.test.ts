import { describe, expect, it } from 'vitest';
import { gotify } from '../../../../core/notification/dialects/gotify.ts';
import { multipart, reading, requestOf } from './reading.ts';

const to = '/message?token=A1';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('Gotify', () => {
  it('reads JSON, and answers with an integer id', async () => {
    const extras = { 'client::notification': { click: { url: 'https://x.test' } } };
    const read = await reading(gotify, { to, body: { title: 'Disk', message: 'full', priority: 8, extras } });

    expect(read).toMatchObject({ title: 'Disk', message: 'full\nhttps://x.test', priority: 5, tags: [] });
    expect(read).toMatchObject({
      answer: {
        status: 200,
        json: { appid: 1, title: 'Disk', message: 'full', priority: 8, extras, date: '2026-11-22T10:00:00.000Z' },
      },
    });
    expect(Number.isSafeInteger(Object(read).answer.json.id)).toBe(true);
  });

  it.each([
    [-1, 1],
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 3],
    [5, 3],
    [6, 4],
    [7, 4],
    [8, 5],
    [10, 5],
    [99, 5],
  ])('makes priority %s %s', async (priority, expected) => {
    expect(await reading(gotify, { to, body: { message: 'x', priority } })).toMatchObject({ priority: expected });
  });

  it('has no priority where none is given', async () => {
    expect(await reading(gotify, { to, body: { message: 'x' } })).not.toHaveProperty('priority');
  });

  it('reads a form with the query, and masks the token of both', async () => {
    const read = await reading(gotify, {
      to: `${to}&env=prod`,
      headers: FORM,
      body: 'title=a+b&message=x%26y&priority=5&token=B2',
    });

    expect(read).toMatchObject({
      title: 'a b',
      message: 'x&y',
      priority: 3,
      payload: { token: '••••', env: 'prod', title: 'a b', message: 'x&y', priority: '5' },
    });
  });

  it('reads a multipart form, as its manual sends one with curl', async () => {
    const form = await multipart({ title: 'my title', message: 'my message', priority: '5' });

    expect(await reading(gotify, { to, ...form })).toMatchObject({
      title: 'my title',
      message: 'my message',
      priority: 3,
    });
    const withFile = await multipart({ message: 'x', file: new File(['a'], 'a.txt') });
    expect(await reading(gotify, { to, ...withFile })).toMatchObject({
      notes: expect.arrayContaining(['files are not kept']),
    });
  });

  it.each([{ title: 'x' }, { message: '  ' }, { message: {} }])('requires a message: %j', async (body) => {
    expect(await reading(gotify, { to, body })).toEqual({ kind: 'invalid', error: "Field 'message' is required" });
  });

  it('refuses a body that is not the JSON it is said to be', async () => {
    expect(await reading(gotify, { to, headers: { 'content-type': 'application/json' }, body: 'oops' })).toMatchObject({
      kind: 'invalid',
      error: 'Invalid JSON body',
    });
  });

  it('finds its token in the query and in its header', () => {
    const { request } = requestOf(gotify, { to, headers: { 'x-gotify-key': 'H' } });

    expect(gotify.keysIn(request)).toEqual(['A1', 'H']);
    expect(gotify.keysIn(requestOf(gotify, { to: '/message' }).request)).toEqual([undefined, undefined]);
  });

  it('answers errors as Gotify does', () => {
    const { request } = requestOf(gotify, { to });

    expect(gotify.refused({ status: 401, error: 'Invalid API key' }, request).json).toEqual({
      error: 'Unauthorized',
      errorCode: 401,
      errorDescription: 'you need to provide a valid access token or user credentials to access this api',
    });
    expect(gotify.refused({ status: 413, error: 'Payload too large' }, request).json).toEqual({
      error: 'Request Entity Too Large',
      errorCode: 413,
      errorDescription: 'Payload too large',
    });
  });
});
