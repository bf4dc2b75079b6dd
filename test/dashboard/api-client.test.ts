import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bodyOf, createApiClient, done } from '../../dashboard/src/api/client.ts';

const answer = (status: number, fields: { data?: unknown; error?: unknown } = {}) =>
  Promise.resolve({ ...fields, response: new Response(null, { status }) });

describe('an answer of the API', () => {
  it('is its body', async () => {
    expect(await bodyOf(answer(200, { data: { id: 'wh_1' } }))).toEqual({ id: 'wh_1' });
  });

  it('is an error with status, text and faults when it is a refusal', async () => {
    const error = { error: 'Invalid request', details: [{ path: 'name', message: 'is too long' }] };

    await expect(bodyOf(answer(400, { error }))).rejects.toMatchObject({
      name: 'ApiError',
      status: 400,
      message: 'Invalid request',
      details: [{ path: 'name', message: 'is too long' }],
    });
  });

  it.each([undefined, 'a page of a proxy', { error: 7, details: 'none' }, { details: [null, 1, { path: 'a' }] }])(
    'is an error in words of its own when its body is not the API’s: %j',
    async (error) => {
      await expect(done(answer(502, { error }))).rejects.toMatchObject({
        status: 502,
        message: 'The router answered with status 502',
        details: [],
      });
    },
  );

  it('is no success without a body where there must be one', async () => {
    await expect(bodyOf(answer(200))).rejects.toMatchObject({ status: 200 });
    await expect(done(answer(204))).resolves.toBeUndefined();
  });
});

describe('a call of the API', () => {
  const requests: Request[] = [];
  let respond: () => Promise<Response>;

  beforeEach(() => {
    requests.length = 0;
    respond = async () => Response.json({ items: [], nextCursor: null });
    vi.stubGlobal('location', { origin: 'https://notify.example.com' });
    vi.stubGlobal('fetch', (request: Request) => {
      requests.push(request);
      return respond();
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  const clientOf = (tokens: (string | undefined)[], onUnauthorized: (refused: object) => void = () => {}) => {
    let session = 0;
    return createApiClient({ credential: async () => ({ token: tokens.shift(), session: session++ }), onUnauthorized });
  };

  it('goes to the origin of the page with the credential of this moment', async () => {
    const client = clientOf(['first', 'renewed', undefined]);

    for (let call = 0; call < 3; call += 1) await client.GET('/api/v1/me');

    expect(requests.map(({ url }) => url)).toEqual(Array(3).fill('https://notify.example.com/api/v1/me'));
    const credentials = requests.map(({ headers }) => headers.get('authorization'));
    expect(credentials).toEqual(['Bearer first', 'Bearer renewed', null]);
  });

  it('tells of a credential that proves nothing any more, and of no other refusal', async () => {
    const onUnauthorized = vi.fn<(refused: object) => void>();
    const client = clientOf(['allowed', 'ended'], onUnauthorized);

    respond = async () => Response.json({ error: 'x' }, { status: 403 });
    await client.GET('/api/v1/me');
    expect(onUnauthorized).not.toHaveBeenCalled();

    respond = async () => Response.json({ error: 'x' }, { status: 401 });
    await client.GET('/api/v1/me');
    expect(onUnauthorized.mock.calls).toEqual([[{ token: 'ended', session: 1 }]]);
  });

  it('tells which credential was refused, when the answer comes after that to a later call', async () => {
    const onUnauthorized = vi.fn<(refused: object) => void>();
    const client = clientOf(['first', 'second'], onUnauthorized);
    const late = Promise.withResolvers<Response>();
    const refusal = () => Response.json({ error: 'x' }, { status: 401 });

    respond = () => late.promise;
    const first = client.GET('/api/v1/me');
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    respond = async () => refusal();
    await client.GET('/api/v1/me');
    late.resolve(refusal());
    await first;

    expect(onUnauthorized.mock.calls).toEqual([[{ token: 'second', session: 1 }], [{ token: 'first', session: 0 }]]);
  });

  it('fails in plain words when nobody answers', async () => {
    respond = () => Promise.reject(new TypeError('fetch failed'));

    await expect(clientOf([]).GET('/api/v1/me')).rejects.toMatchObject({
      status: 0,
      message: 'The router did not answer',
    });
  });
});
