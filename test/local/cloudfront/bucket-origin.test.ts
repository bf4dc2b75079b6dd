import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { bucketOrigin } from '../../../local/cloudfront/origins/bucket-origin.ts';
import type { Origin } from '../../../local/cloudfront/origins/origin.ts';

let origin: Origin;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'bucket-'));
  mkdirSync(join(folder, 'site/assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'outside');
  writeFileSync(join(folder, 'site/index.html'), '<p>');
  writeFileSync(join(folder, 'site/assets/a b.js'), '1');
  origin = bucketOrigin([{ folder: join(folder, 'site'), prefix: '', headers: { 'cache-control': 'no-cache' } }]);
});

async function fetchPath(path: string, headers: [string, string][] = [], method = 'GET') {
  const request = {
    method,
    path,
    query: '',
    headers,
    body: Readable.from([]),
    readTimeoutMs: 1,
    signal: AbortSignal.timeout(1000),
  };
  const { status, headers: answered, body } = await origin(request);
  return { status, headers: Object.fromEntries(answered), body: Buffer.from(body as Uint8Array).toString() };
}

describe('bucketOrigin', () => {
  it('serves deployed files with their type and the headers they were stored with', async () => {
    expect(await fetchPath('/index.html')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html', 'cache-control': 'no-cache' },
      body: '<p>',
    });
    expect(await fetchPath('/assets/a%20b.js')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/javascript' },
    });
  });

  it('answers 304 when the client has the same file', async () => {
    const { headers } = await fetchPath('/index.html');

    expect((await fetchPath('/index.html', [['if-none-match', headers['etag']!]])).status).toBe(304);
  });

  it.each([
    '/missing.html',
    '/',
    '/assets',
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
  ])('denies %s as S3 does', async (path) => {
    const { status, body } = await fetchPath(path);

    expect(status).toBe(403);
    expect(body).toContain('<Code>AccessDenied</Code>');
  });

  it('denies writing', async () => {
    expect((await fetchPath('/index.html', [], 'PUT')).status).toBe(403);
  });
});
