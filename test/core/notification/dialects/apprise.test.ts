import { describe, expect, it } from 'vitest';
import { apprise } from '../../../../core/notification/dialects/apprise.ts';
import { multipart, reading, requestOf } from './reading.ts';

const to = '/notify';

describe('Apprise API', () => {
  it.each([
    ['failure', 4],
    ['warning', 3],
    ['info', 2],
    ['success', 2],
    ['SUCCESS', 2],
  ])('makes the type %s priority %s', async (type, priority) => {
    expect(await reading(apprise, { to, body: { title: 'Disk', body: 'full', type } })).toMatchObject({
      title: 'Disk',
      message: 'full',
      priority,
    });
  });

  it('takes info for the type where none is given, and the query for what the body leaves out', async () => {
    expect(await reading(apprise, { to, body: { body: 'x' } })).toMatchObject({ priority: 2, about: {} });
    expect(await reading(apprise, { to: '/notify/?type=failure&title=T', body: { body: 'x' } })).toMatchObject({
      priority: 4,
      title: 'T',
    });
  });

  it('resolves by success', async () => {
    expect(await reading(apprise, { to, body: { body: 'x', type: 'success' } })).toMatchObject({
      about: { status: 'resolved' },
    });
  });

  it.each([
    ['ops,night', ['ops', 'night']],
    ['ops night', ['ops', 'night']],
    [
      ['ops', ['night', 'db']],
      ['ops', 'night', 'db'],
    ],
    [7, []],
  ])('reads the tags of %j', async (tag, tags) => {
    expect(await reading(apprise, { to, body: { body: 'x', tag } })).toMatchObject({ tags });
    expect(await reading(apprise, { to, body: { body: 'x', tags: tag } })).toMatchObject({ tags });
  });

  it.each([{}, { body: ' ' }, { body: 'x', type: 'loud' }])('refuses %j in its words', async (body) => {
    expect(await reading(apprise, { to, body })).toEqual({
      kind: 'invalid',
      error: 'Payload lacks minimum requirements',
    });
  });

  it('refuses a body that is not the JSON it is said to be', async () => {
    expect(await reading(apprise, { to, headers: { 'content-type': 'application/json' }, body: '[]' })).toMatchObject({
      kind: 'invalid',
    });
  });

  it('masks the addresses of other services, with every password in them', async () => {
    const urls = ['mailto://ann:secret@example.com', 'tgram://token/1'];
    const json = await reading(apprise, { to, body: { body: 'x', urls, n: 1 } });
    const form = await reading(apprise, {
      to,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `body=x&urls=${encodeURIComponent(urls[0]!)}&urls=b`,
    });
    const parts = await reading(apprise, {
      to,
      ...(await multipart({ body: 'x', urls: urls[0]!, attach: new File(['a'], 'a') })),
    });

    expect(json).toMatchObject({ payloadText: '{"body":"x","urls":"••••","n":1}', payload: { urls: '••••' } });
    expect(form).toMatchObject({ payload: { body: 'x', urls: '••••' } });
    expect(parts).toMatchObject({ payload: { urls: '••••' }, notes: expect.arrayContaining(['files are not kept']) });
    expect(JSON.stringify([json, form, parts])).not.toContain('secret');
  });

  it('finds a key in the path, in its header and in basic authentication', () => {
    const authorization = `Basic ${Buffer.from('user:pass').toString('base64')}`;

    const keysOf = (sent: Parameters<typeof requestOf>[1]) =>
      apprise.keysIn(requestOf(apprise, sent).request).filter((key) => key !== undefined);

    expect(keysOf({ to: '/notify/K' })).toEqual(['K']);
    expect(keysOf({ to: '/notify', headers: { 'x-apprise-config-id': 'H' } })).toEqual(['H']);
    expect(keysOf({ to: '', headers: { authorization } })).toEqual(['pass']);
  });

  it('answers in JSON who speaks it, and everyone else in text', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = { to, headers, body: 'body=x' };
    const { request } = requestOf(apprise, form);

    expect(await reading(apprise, { to, body: { body: 'x' } })).toMatchObject({
      answer: { status: 200, json: { error: null } },
    });
    expect(await reading(apprise, form)).toMatchObject({ answer: { status: 200, text: 'Notification(s) sent.' } });
    expect(apprise.refused({ status: 404, error: 'Not found' }, request)).toEqual({ text: 'Not found' });
    expect(
      apprise.refused({ status: 404, error: 'Not found' }, { ...request, headers: { accept: 'application/json' } }),
    ).toEqual({
      json: { error: 'Not found' },
    });
  });
});
