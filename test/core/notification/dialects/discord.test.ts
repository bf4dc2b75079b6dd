import { describe, expect, it } from 'vitest';
import { discord } from '../../../../core/notification/dialects/discord.ts';
import { messageNumber } from '../../../../core/notification/dialects/message-number.ts';
import { MESSAGE_ID, multipart, reading, requestOf } from './reading.ts';

const NUMBER = String(messageNumber(MESSAGE_ID));
const embed = {
  title: 'Build failed',
  url: 'https://ci.example/1',
  description: '2 of 40 tests',
  fields: [{ name: 'Branch', value: 'main' }, { value: 'alone' }],
  footer: { text: 'CI' },
};

describe('Discord webhooks', () => {
  it('reads the content and the embeds', async () => {
    expect(
      await reading(discord, { body: { username: 'CI', content: 'api', embeds: [embed, { title: 'More' }] } }),
    ).toMatchObject({
      title: 'Build failed',
      message: 'api\n\n2 of 40 tests\nBranch: main\nalone\nCI\n\nMore\nhttps://ci.example/1',
      tags: [],
      about: undefined,
      answer: { status: 204 },
    });
  });

  it('reads content alone, and a title alone as the message', async () => {
    const content = await reading(discord, { body: { content: 'hello' } });
    const title = await reading(discord, { body: { embeds: [{ description: '' }, { title: 'T' }] } });

    expect(content).toMatchObject({ message: 'hello' });
    expect(content).not.toHaveProperty('title');
    expect(title).toMatchObject({ message: 'T' });
    expect(title).not.toHaveProperty('title');
  });

  it.each(['true', '1', 'TRUE'])('gives the message back for ?wait=%s, and knows it by its id', async (wait) => {
    expect(await reading(discord, { to: `?wait=${wait}`, body: { content: 'hello', username: 'CI' } })).toMatchObject({
      about: { key: NUMBER },
      answer: {
        status: 200,
        json: { id: NUMBER, content: 'hello', author: { username: 'CI' }, embeds: [], edited_timestamp: null },
      },
    });
  });

  it('changes a message', async () => {
    const sent = { method: 'PATCH', to: `/messages/${NUMBER}`, body: { embeds: [embed, 7] } };

    expect(await reading(discord, sent)).toMatchObject({
      title: 'Build failed',
      about: { key: NUMBER },
      answer: {
        status: 200,
        json: { id: NUMBER, content: '', embeds: [embed], edited_timestamp: '2026-11-22T10:00:00.000Z' },
      },
    });
    expect(await reading(discord, { ...sent, to: '/messages/abc' })).toMatchObject({ kind: 'invalid', code: 50_035 });
  });

  it('reads payload_json beside files, which it does not keep', async () => {
    const form = await multipart({
      payload_json: '{"content":"see the log","n":12345678901234567890}',
      'files[0]': new File(['line 1'], 'log.txt'),
    });

    expect(await reading(discord, form)).toMatchObject({
      message: 'see the log',
      payloadText: '{"content":"see the log","n":12345678901234567890}',
      notes: expect.arrayContaining(['files are not kept']),
      answer: { status: 200 },
    });
  });

  it('reads the fields of a form without payload_json, and names files that come alone', async () => {
    const files = { username: 'CI', file: new File(['a'], 'log.txt'), other: new File(['b'], 'b.txt') };

    expect(await reading(discord, await multipart(files))).toMatchObject({
      message: 'log.txt, b.txt',
      payload: { username: 'CI' },
    });
    expect(await reading(discord, await multipart({ content: 'x' }))).toMatchObject({ message: 'x' });
  });

  it.each([{}, { content: '' }, { embeds: [] }, { embeds: [{}] }])('refuses an empty message: %j', async (body) => {
    expect(await reading(discord, { body })).toEqual({
      kind: 'invalid',
      error: 'Cannot send an empty message',
      code: 50_006,
    });
  });

  it.each([
    { headers: { 'content-type': 'application/json' }, body: 'oops' },
    { headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: 'oops' },
    { headers: { 'content-type': 'multipart/form-data' }, body: new Uint8Array([1]) },
  ])('refuses what it cannot read: %j', async (sent) => {
    expect(await reading(discord, sent)).toMatchObject({ kind: 'invalid' });
  });

  it('refuses a payload_json that is none', async () => {
    expect(await reading(discord, await multipart({ payload_json: '{' }))).toMatchObject({ kind: 'invalid' });
  });

  it('has no key of its own, and answers errors as Discord does', () => {
    const { request } = requestOf(discord, {});
    const refused = (status: 400 | 401 | 404 | 413 | 429 | 503, error = 'words', code?: number) =>
      discord.refused({ status, error, ...(code === undefined ? {} : { code }) }, request).json;

    expect(discord.keysIn(request)).toEqual([]);
    expect(refused(404)).toEqual({ message: 'Unknown Webhook', code: 10_015 });
    expect(refused(401)).toEqual({ message: 'Invalid Webhook Token', code: 50_027 });
    expect(refused(413)).toEqual({ message: 'Request entity too large', code: 40_005 });
    expect(refused(400, 'Cannot send an empty message', 50_006)).toEqual({
      message: 'Cannot send an empty message',
      code: 50_006,
    });
    expect(refused(429, 'Message quota exceeded')).toEqual({
      message: 'Message quota exceeded',
      code: 0,
      retry_after: 3600,
      global: false,
    });
    expect(refused(503, 'Service unavailable')).toEqual({ message: 'Service unavailable', code: 0 });
  });
});
