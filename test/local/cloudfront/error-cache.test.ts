import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ErrorCache } from '../../../local/cloudfront/error-cache.ts';
import type { OriginResponse } from '../../../local/cloudfront/origins/origin.ts';

const DECLARED_NONE = new Map<number, number>();

/** An edge whose origin answers with its statuses one after the other, then with 200. */
function edge(
  statuses: readonly number[],
  options: { seconds?: Map<number, number>; headers?: [string, string][] } = {},
) {
  const left = [...statuses];
  const time = { ms: 0 };
  const cache = new ErrorCache(options.seconds ?? DECLARED_NONE, () => time.ms);
  const ask = async (): Promise<OriginResponse> => ({
    status: left.shift() ?? 200,
    headers: options.headers ?? [],
    body: Readable.from([Buffer.from('said '), Buffer.from('once')]),
  });
  const get = async (uri = '/n/a', method = 'GET') => (await cache.answer({ method, uri }, ask)).status;
  return { cache, ask, get, time };
}

describe('errors of an origin', () => {
  it.each([404, 414, 500, 501, 502, 503, 504])('answer everybody for ten seconds: %i', async (status) => {
    const { get, time } = edge([status]);

    expect(await get()).toBe(status);
    time.ms = 9999;
    expect(await get()).toBe(status);
    time.ms = 10_000;
    expect(await get()).toBe(200);
  });

  it('answer the same body again', async () => {
    const { cache, ask } = edge([503]);
    const request = { method: 'GET', uri: '/' };

    await cache.answer(request, ask);

    expect((await cache.answer(request, ask)).body).toEqual(Buffer.from('said once'));
  });

  it('are not kept when the distribution declares no time', async () => {
    const { get } = edge([503, 404], { seconds: new Map([503, 404].map((status) => [status, 0])) });

    expect([await get(), await get(), await get()]).toEqual([503, 404, 200]);
  });

  it.each([400, 401, 403, 405, 410, 413, 429])('are not kept when they are %i', async (status) => {
    const { get } = edge([status]);

    expect([await get(), await get()]).toEqual([status, 200]);
  });

  it.each([
    [404, [404, 200]],
    [501, [501, 200]],
    [503, [503, 503]],
  ])('heed no-store when they are a %i: %j', async (status, expected) => {
    const { get } = edge([status], { headers: [['Cache-Control', 'no-store']] });

    expect([await get(), await get()]).toEqual(expected);
  });

  it('are kept by path and method, and of reading only', async () => {
    const { get } = edge([503, 503, 503]);

    expect([await get('/a'), await get('/b'), await get('/b', 'POST'), await get('/b', 'POST')]).toEqual([
      503, 503, 503, 200,
    ]);
    expect([await get('/a', 'HEAD'), await get('/a')]).toEqual([200, 503]);
  });
});
