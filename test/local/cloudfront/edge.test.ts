import { once } from 'node:events';
import { createServer, get, request, type IncomingMessage, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { toPattern, type Behavior } from '../../../local/cloudfront/distribution.ts';
import { Edge } from '../../../local/cloudfront/edge.ts';
import { balancerOrigin } from '../../../local/cloudfront/origins/balancer-origin.ts';
import type { Origin, OriginRequest } from '../../../local/cloudfront/origins/origin.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

const behavior = (pattern: string, changes: Partial<Behavior> = {}): Behavior => ({
  pattern: toPattern(pattern),
  methods: new Set(['GET', 'HEAD', 'POST']),
  origin: { domain: pattern, path: '', headers: [['x-origin', 'ours']], readTimeoutMs: 1000 },
  forwards: { viewer: true, viewerAddress: false },
  viewerRequest: undefined,
  compresses: false,
  responseHeaders: [],
  ...changes,
});

async function serve(behaviors: Behavior[], originOf: (domain: string) => Origin): Promise<string> {
  const edge = new Edge({ id: 'E1', rootObject: '', behaviors, errorSeconds: new Map() }, originOf);
  return listen(createServer({ maxHeaderSize: 65_536 }, (incoming, response) => void edge.handle(incoming, response)));
}

/** An edge whose origins answer which behaviour was taken, and keep what was forwarded. */
async function serveEchoing(behaviors: Behavior[]): Promise<{ url: string; forwarded: OriginRequest[] }> {
  const forwarded: OriginRequest[] = [];
  const url = await serve(behaviors, (domain) => async (seen) => {
    forwarded.push(seen);
    return {
      status: 200,
      headers: [
        ['connection', 'x-hop'],
        ['x-hop', '1'],
        ['x-kept', '1'],
      ],
      body: Buffer.from(domain),
    };
  });
  return { url, forwarded };
}

/** Asks for a path to the letter, which `fetch` would tidy up. */
async function bodyAt(url: string, path: string): Promise<string> {
  const [answer] = await once(get(url, { path }), 'response');
  const chunks: Buffer[] = await (answer as IncomingMessage).toArray();
  return Buffer.concat(chunks).toString();
}

const headersOf = (seen: OriginRequest | undefined) => Object.fromEntries(seen?.headers ?? []);

describe('behaviours', () => {
  it.each([
    ['/api/stream/abc', '/api/stream/*'],
    ['/api/v1', '/api/*'],
    ['/n/abc', '/n/*'],
    ['/n', '*'],
    ['/', '*'],
    ['/x.html', '*'],
  ])('serve %s by the first pattern that matches: %s', async (path, expected) => {
    const { url } = await serveEchoing(['/api/stream/*', '/api/*', '/n/*', '*'].map((pattern) => behavior(pattern)));

    expect(await (await fetch(url + path)).text()).toBe(expected);
  });

  it.each([
    ['//n//abc', '/n/*'],
    ['/x/../n/abc', '/n/*'],
    ['/n/../x', '*'],
    ['/%6E/abc', '/n/*'],
    ['/api/stream/../v1/me', '/api/*'],
    ['/n%2Fabc', '*'],
  ])('compare %s without dot segments, empty ones and needless encoding: %s', async (path, expected) => {
    const { url, forwarded } = await serveEchoing(['/api/*', '/n/*', '*'].map((pattern) => behavior(pattern)));

    expect(await bodyAt(url, path)).toBe(expected);
    expect(forwarded.map((seen) => seen.path)).toEqual([path]);
  });

  it.each([
    ['a URL of 8,193 bytes', `/${'a'.repeat(8192)}`, {}],
    ['headers of 20 KB', '/', { 'x-long': 'a'.repeat(20_480) }],
  ])('answer 413 to %s, and ask no origin', async (_, path, headers) => {
    const { url, forwarded } = await serveEchoing([behavior('*')]);

    expect((await fetch(url + path, { headers })).status).toBe(413);
    expect(forwarded).toEqual([]);
  });

  it('answer 403 to a method that is not allowed', async () => {
    const { url } = await serveEchoing([behavior('*')]);

    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
  });
});

it('answers everybody with an error of the origin while it is kept', async () => {
  let asked = 0;
  const url = await serve([behavior('*')], () => async () => {
    asked += 1;
    return { status: 503, headers: [], body: Buffer.from('down') };
  });

  const [first, second] = [await fetch(`${url}/n/a?1`), await fetch(`${url}/n/a?2`)];

  expect([first.status, second.status, await second.text(), asked]).toEqual([503, 503, 'down', 1]);
});

describe('forwarding', () => {
  it('replaces Host, appends the viewer to x-forwarded-for and sets the headers of the origin', async () => {
    const { url, forwarded } = await serveEchoing([behavior('*')]);

    await fetch(`${url}/a%20b?c=d%20e`, {
      headers: { 'x-forwarded-for': '1.2.3.4', 'x-origin': 'theirs', cookie: 'a=b' },
    });

    expect(forwarded[0]).toMatchObject({ path: '/a%20b', query: 'c=d%20e' });
    const headers = headersOf(forwarded[0]);
    expect(headers).toMatchObject({
      host: '*',
      'x-forwarded-for': '1.2.3.4, 127.0.0.1',
      'x-origin': 'ours',
      cookie: 'a=b',
    });
    expect(headers).not.toHaveProperty('connection');
  });

  it('tells the address and port of the viewer where a policy asks for it, over what the viewer claims', async () => {
    const forwards = { viewer: true, viewerAddress: true };
    const { url, forwarded } = await serveEchoing([behavior('/told', { forwards }), behavior('*')]);
    const headers = { 'cloudfront-viewer-address': '1.2.3.4:5' };

    await fetch(`${url}/told`, { headers });

    expect(headersOf(forwarded[0])['cloudfront-viewer-address']).toMatch(/^127\.0\.0\.1:[1-9]\d+$/);
  });

  it('sets the headers of the origin over those of the viewer', async () => {
    const { url, forwarded } = await serveEchoing([behavior('*')]);

    await fetch(url, { headers: { 'x-origin': 'forged' } });

    expect(forwarded[0]?.headers.filter(([name]) => name === 'x-origin')).toEqual([['x-origin', 'ours']]);
  });

  it('drops query, cookies and credentials without an origin request policy', async () => {
    const { url, forwarded } = await serveEchoing([
      behavior('*', { forwards: { viewer: false, viewerAddress: false } }),
    ]);

    await fetch(`${url}/?a=b`, { headers: { authorization: 'Bearer x', cookie: 'a=b' } });

    expect(forwarded[0]?.query).toBe('');
    expect(headersOf(forwarded[0])).not.toHaveProperty('authorization');
    expect(headersOf(forwarded[0])).not.toHaveProperty('cookie');
  });

  it('keeps headers of the connection back', async () => {
    const { url } = await serveEchoing([behavior('*')]);

    const { headers } = await fetch(url);

    expect([headers.get('x-kept'), headers.get('x-hop')]).toEqual(['1', null]);
  });

  it('sends no body in answer to HEAD', async () => {
    const { url } = await serveEchoing([behavior('*')]);

    const response = await fetch(url, { method: 'HEAD' });

    expect([response.headers.get('content-length'), await response.text()]).toEqual(['1', '']);
  });
});

describe('functions', () => {
  const run = async (code: string, path = '/') => {
    const { url, forwarded } = await serveEchoing([behavior('*', { viewerRequest: code })]);
    const response = await fetch(url + path);
    return { status: response.status, body: await response.text(), type: response.headers.get('x-a'), forwarded };
  };

  it('rewrite the request', async () => {
    const code = "function handler(e) { e.request.uri = '/index.html'; return e.request; }";

    expect((await run(code, '/deep?q=1&r')).forwarded[0]).toMatchObject({ path: '/index.html', query: 'q=1&r' });
  });

  it('let a request pass to the letter when they change nothing', async () => {
    const { url, forwarded } = await serveEchoing([
      behavior('*', { viewerRequest: 'function handler(e) { return e.request; }' }),
    ]);

    await fetch(`${url}/a%2Fb?b=1&a=&b=2&c`, { headers: { cookie: 'x=1; y=2', 'X-Kept': 'a, b' } });

    expect(forwarded[0]).toMatchObject({ path: '/a%2Fb', query: 'b=1&a=&b=2&c' });
    expect(headersOf(forwarded[0])).toMatchObject({ cookie: 'x=1; y=2', 'x-kept': 'a, b' });
  });

  it('answer themselves, also asynchronously', async () => {
    const code =
      "async function handler() { return { statusCode: 404, headers: { 'x-a': { value: 'b' } }, body: 'no' }; }";

    expect(await run(code)).toMatchObject({ status: 404, body: 'no', type: 'b', forwarded: [] });
  });

  it('see nothing of Node', async () => {
    const code =
      'function handler(e) { return { statusCode: typeof require === "undefined" && typeof process === "undefined" ? 200 : 500, headers: {} }; }';

    expect((await run(code)).status).toBe(200);
  });

  it('throw at the start when they do not compile', async () => {
    await expect(serveEchoing([behavior('*', { viewerRequest: 'function handler( {' })])).rejects.toThrow(
      'Unexpected token',
    );
  });
});

describe('a load balancer as origin', () => {
  const read = (url: string): Promise<IncomingMessage> => new Promise((settle) => void get(url, settle));

  it('passes a stream on as it comes and ends it upstream when the viewer leaves', async () => {
    let ended = false;
    const upstream = await listen(
      createServer((_, response) => {
        response.once('close', () => (ended = true));
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(': connected\n\n');
      }),
    );
    const url = await serve([behavior('*')], () => balancerOrigin(() => upstream));

    const response = await read(url);
    const [first] = await once(response, 'data');
    response.destroy();

    expect(String(first)).toBe(': connected\n\n');
    await expect.poll(() => ended).toBe(true);
  });

  it('adds the edge to x-forwarded-for after the viewer', async () => {
    const upstream = await listen(
      createServer((incoming, response) => response.end(incoming.headers['x-forwarded-for'])),
    );
    const url = await serve([behavior('*')], () => balancerOrigin(() => upstream));

    expect(await (await fetch(url)).text()).toBe('127.0.0.1, 127.0.0.1');
  });

  it('passes request bodies on', async () => {
    const upstream = await listen(createServer((incoming, response) => void incoming.pipe(response)));
    const url = await serve([behavior('*')], () => balancerOrigin(() => upstream));

    expect(await (await fetch(url, { method: 'POST', body: 'hello' })).text()).toBe('hello');
  });

  it('answers 503 when no task is healthy and 502 when it refuses', async () => {
    const none = await serve([behavior('*')], () => balancerOrigin(() => undefined));
    const refusing = await serve([behavior('*')], () => balancerOrigin(() => 'http://127.0.0.1:1'));

    expect([(await fetch(none)).status, (await fetch(refusing)).status]).toEqual([503, 502]);
  });

  it('answers 504 when the task is silent for longer than the read timeout', async () => {
    const upstream = await listen(createServer(() => {}));
    const impatient = behavior('*');
    const url = await serve([{ ...impatient, origin: { ...impatient.origin, readTimeoutMs: 50 } }], () =>
      balancerOrigin(() => upstream),
    );

    expect((await fetch(url)).status).toBe(504);
  });

  it('cuts a stream that is silent for longer than the read timeout', async () => {
    const upstream = await listen(createServer((_, response) => void response.write('first')));
    const impatient = behavior('*');
    const url = await serve([{ ...impatient, origin: { ...impatient.origin, readTimeoutMs: 100 } }], () =>
      balancerOrigin(() => upstream),
    );

    const response = await read(url);
    response.resume();

    await expect(once(response, 'end')).rejects.toThrow('aborted');
  });
});

it('understands a request target in absolute form', async () => {
  const { url, forwarded } = await serveEchoing([behavior('*')]);
  const { port } = new URL(url);

  await new Promise((settle) => {
    request({ port, host: '127.0.0.1', path: 'http://somewhere.example/path?q' }, settle).end();
  });

  expect(forwarded[0]).toMatchObject({ path: '/path', query: 'q' });
});
