import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compressed } from '../../../local/cloudfront/compression.ts';
import type { HeaderList } from '../../../local/cloudfront/headers.ts';

const html: HeaderList = [
  ['content-type', 'text/html; charset=utf-8'],
  ['etag', '"abc"'],
];
const body = Buffer.from('x'.repeat(1000));
const answer = { status: 200, headers: html, body };

const compress = async (change: Partial<typeof answer> = {}, encodings = 'gzip, br') => {
  const given = { ...answer, ...change };
  const got = await compressed(given, [['Accept-Encoding', encodings]]);
  return { ...got, headers: Object.fromEntries(got.headers), isSame: got.body === given.body };
};
const bytes = (value: unknown) => Buffer.from(value as Uint8Array);

describe('an answer of a behaviour that compresses', () => {
  it('comes in brotli when the viewer takes both, with a weak etag', async () => {
    const { headers, body: sent } = await compress();

    expect(headers).toMatchObject({ 'content-encoding': 'br', etag: 'W/"abc"', vary: 'Accept-Encoding' });
    expect(brotliDecompressSync(bytes(sent))).toEqual(body);
  });

  it('comes in gzip when the viewer takes no brotli', async () => {
    const { headers, body: sent } = await compress({}, 'gzip, deflate, br;q=0');

    expect(headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect(gunzipSync(bytes(sent))).toEqual(body);
  });

  it.each([
    ['the viewer takes neither', {}, 'identity'],
    ['it is smaller than 1,000 bytes', { body: Buffer.alloc(999) }, 'br'],
    ['its type gains nothing', { headers: [['content-type', 'image/png']] satisfies HeaderList }, 'br'],
    ['its status is another one', { status: 206 }, 'br'],
    ['it is encoded already', { headers: [['content-encoding', 'gzip'], ...html] satisfies HeaderList }, 'br'],
  ])('stays as it is when %s', async (_, change, encodings) => {
    expect(await compress(change, encodings)).toMatchObject({ isSame: true });
  });
});
