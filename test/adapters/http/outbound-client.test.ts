import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createOutboundClient,
  type OutboundClient,
  type OutboundClientOptions,
} from '../../../adapters/http/outbound-client.ts';
import type { HttpRequest } from '../../../core/channels/http-exchange.ts';
import { type Receiver, startHttp, startTcp } from './receiver.ts';

let clients: OutboundClient[] = [];

function clientOf(options: Partial<OutboundClientOptions> = {}): OutboundClient {
  const client = createOutboundClient({
    allowedCidrs: ['127.0.0.0/8'],
    timeoutMs: 300,
    resolve: () => Promise.resolve(['127.0.0.1']),
    ...options,
  });
  clients.push(client);
  return client;
}

function post(receiver: Receiver, change: Partial<HttpRequest> = {}): HttpRequest {
  return {
    kind: 'http',
    method: 'POST',
    url: `http://receiver.test:${receiver.port}/in?a=%20b`,
    headers: {},
    body: '{}',
    ...change,
  };
}

afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});

const aborted = (socket: Socket) => socket.on('error', () => undefined).resetAndDestroy();

describe('a receiver that answers', () => {
  it('gets the request as given, with the name as host, and its answer comes back whole', async () => {
    const seen: unknown[] = [];
    await using receiver = await startHttp(async (request, answer) => {
      const body = Buffer.concat(await request.toArray()).toString();
      seen.push([request.method, request.url, request.headers.host, request.headers['x-a'], body]);
      answer.writeHead(202, { 'Retry-After': '7', 'x-list': ['a', 'b'] }).end('grüße');
    });

    const result = await clientOf().send(post(receiver, { headers: { 'x-a': 'b' }, body: '{"ü":1}' }));

    expect(seen).toEqual([['POST', '/in?a=%20b', `receiver.test:${receiver.port}`, 'b', '{"ü":1}']]);
    expect(result).toMatchObject({ kind: 'response', status: 202, body: 'grüße', truncated: false });
    expect(result).toHaveProperty('headers.retry-after', '7');
    expect(result).toHaveProperty('headers.x-list', 'a, b');
    expect(result).toHaveProperty('durationMs', expect.any(Number));
  });

  it('gets binary bodies byte for byte', async () => {
    const body = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const digests: string[] = [];
    await using receiver = await startHttp(async (request, answer) => {
      digests.push(
        createHash('sha256')
          .update(Buffer.concat(await request.toArray()))
          .digest('hex'),
      );
      answer.end();
    });

    await clientOf().send(post(receiver, { body }));

    expect(digests).toEqual([createHash('sha256').update(body).digest('hex')]);
  });

  it('is not followed when it redirects', async () => {
    await using inside = await startHttp((_, answer) => answer.end('inside'));
    await using receiver = await startHttp((_, answer) =>
      answer.writeHead(307, { location: `http://127.0.0.1:${inside.port}/` }).end(),
    );

    const result = await clientOf().send(post(receiver));

    expect(result).toMatchObject({ kind: 'response', status: 307 });
    expect(inside.connections()).toBe(0);
  });

  it('is read up to 64 KB and no further', async () => {
    let written = 0;
    await using receiver = await startHttp((_, answer) => {
      const write = () => {
        while (!answer.destroyed && written < 500_000_000 && answer.write(Buffer.alloc(65_536, 'x'))) written += 65_536;
      };
      answer.on('drain', write);
      write();
    });

    const result = await clientOf({ timeoutMs: 5000 }).send(post(receiver));

    expect(result).toMatchObject({ kind: 'response', status: 200, body: 'x'.repeat(65_536), truncated: true });
    expect(written).toBeLessThan(50_000_000);
  });

  it('is not called truncated when it sends exactly 64 KB', async () => {
    await using receiver = await startHttp((_, answer) => answer.end('x'.repeat(65_536)));

    const result = await clientOf().send(post(receiver));

    expect(result).toMatchObject({ kind: 'response', body: 'x'.repeat(65_536), truncated: false });
  });

  it('is believed on its status when its body drips beyond the time allowed', async () => {
    await using receiver = await startHttp((_, answer) => {
      answer.write('o');
      const drip = setInterval(() => answer.write('k'), 20);
      answer.on('close', () => clearInterval(drip));
    });

    const result = await clientOf().send(post(receiver));

    expect(result).toMatchObject({
      kind: 'response',
      status: 200,
      truncated: true,
      body: expect.stringMatching(/^ok+$/),
    });
  });

  it('is believed on its status when it closes in the middle of its body', async () => {
    await using receiver = await startTcp((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nok'));
    });

    const result = await clientOf().send(post(receiver));

    expect(result).toMatchObject({ kind: 'response', status: 200, body: 'ok', truncated: true });
  });

  it('is heard when it refuses a large body before it has read it', async () => {
    await using receiver = await startHttp((_, answer) =>
      answer.writeHead(413, { connection: 'close' }).end('too large'),
    );

    const result = await clientOf({ timeoutMs: 2000 }).send(post(receiver, { body: 'x'.repeat(100_000) }));

    expect(result).toMatchObject({ kind: 'response', status: 413 });
  });
});

describe('a receiver that gives no answer', () => {
  it('fails with a timeout after the request left when it hangs', async () => {
    await using receiver = await startHttp(() => undefined);

    const result = await clientOf().send(post(receiver));

    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
      message: 'no answer within 300 ms',
      maybeDelivered: true,
    });
    expect(result.kind === 'failed' && result.durationMs).toBeGreaterThanOrEqual(299);
  });

  it('fails with a timeout when the head of its answer drips', async () => {
    await using receiver = await startTcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-drip: ');
      const drip = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(drip));
    });

    const result = await clientOf().send(post(receiver));

    expect(result).toMatchObject({ kind: 'failed', reason: 'timeout', maybeDelivered: true });
  });

  it('fails as reset when it resets after the request', async () => {
    await using receiver = await startTcp((socket) => {
      socket.once('data', () => aborted(socket));
    });

    const result = await clientOf().send(post(receiver));

    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'reset',
      message: 'the connection was closed before an answer came (ECONNRESET)',
      maybeDelivered: true,
    });
  });

  it.each(['not http at all\r\n\r\n', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`])(
    'fails as protocol error when it does not speak HTTP',
    async (answer) => {
      await using receiver = await startTcp((socket) => {
        socket.once('data', () => socket.write(answer));
      });

      const result = await clientOf().send(post(receiver));

      expect(result).toMatchObject({ kind: 'failed', reason: 'protocol', maybeDelivered: true });
    },
  );

  it('fails as unreachable, surely not delivered, when nothing listens', async () => {
    const receiver = await startHttp((_, answer) => answer.end());
    await receiver[Symbol.asyncDispose]();

    const result = await clientOf().send(post(receiver));

    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'connect',
      message: 'no connection (ECONNREFUSED)',
      maybeDelivered: false,
    });
  });
});

describe('a name', () => {
  it('is resolved once for each request', async () => {
    const asked: string[] = [];
    await using receiver = await startHttp((_, answer) => answer.end());
    const client = clientOf({
      resolve: (host) => {
        asked.push(host);
        return Promise.resolve(['127.0.0.1']);
      },
    });

    await client.send(post(receiver));
    await client.send(post(receiver));

    expect(asked).toEqual(['receiver.test', 'receiver.test']);
  });

  it('gains nothing by changing its answer between check and connection', async () => {
    await using receiver = await startHttp((_, answer) => answer.end('checked'));
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const client = clientOf({
      allowedCidrs: ['127.0.0.1/32'],
      resolve: () => Promise.resolve(answers.shift() ?? ['127.0.0.3']),
    });

    const first = await client.send(post(receiver));
    const second = await client.send(post(receiver));
    const third = await client.send(post(receiver));

    expect([first, second, third].map(({ kind }) => kind)).toEqual(['response', 'refused', 'refused']);
    expect(receiver.connections()).toBe(1);
  });

  it('never gets the pooled connection to an address that it had before', async () => {
    await using one = await startHttp((_, answer) => answer.end('one'));
    const answers = [['127.0.0.1'], ['127.0.0.9'], ['127.0.0.1']];
    const client = clientOf({ resolve: () => Promise.resolve(answers.shift() ?? []) });

    const results = [await client.send(post(one)), await client.send(post(one)), await client.send(post(one))];

    expect(results).toMatchObject([
      { kind: 'response', body: 'one' },
      { kind: 'failed', reason: 'connect' },
      { kind: 'response', body: 'one' },
    ]);
    expect(one.connections()).toBe(1);
  });

  it('is reached at its second address when the first takes no connection', async () => {
    await using receiver = await startHttp((_, answer) => answer.end('second'));

    const result = await clientOf({ resolve: () => Promise.resolve(['127.0.0.9', '127.0.0.1']) }).send(post(receiver));

    expect(result).toMatchObject({ kind: 'response', body: 'second' });
  });

  it('is not tried at its second address when the first may have taken the request', async () => {
    let requests = 0;
    await using receiver = await startTcp((socket) => {
      socket.once('data', () => {
        requests += 1;
        aborted(socket);
      });
    });

    const result = await clientOf({ resolve: () => Promise.resolve(['127.0.0.1', '127.0.0.1']) }).send(post(receiver));

    expect(result).toMatchObject({ kind: 'failed', reason: 'reset' });
    expect(requests).toBe(1);
  });

  it.each([
    ['rejects', () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })), ' (ENOTFOUND)'],
    ['answers with nothing', () => Promise.resolve([]), ''],
  ])('fails as unknown, surely not delivered, when the resolver %s', async (_, resolve, code) => {
    await using receiver = await startHttp((_, answer) => answer.end());

    const result = await clientOf({ resolve }).send(post(receiver));

    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'dns',
      message: `the host name has no address${code}`,
      maybeDelivered: false,
    });
  });

  it('fails with a timeout when the resolver hangs', async () => {
    await using receiver = await startHttp((_, answer) => answer.end());

    const result = await clientOf({ resolve: () => new Promise(() => undefined) }).send(post(receiver));

    expect(result).toMatchObject({ kind: 'failed', reason: 'timeout', maybeDelivered: false });
  });

  it('is resolved by the system when no resolver is given', async () => {
    await using receiver = await startHttp((_, answer) => answer.end('local'));
    const client = createOutboundClient({ allowedCidrs: ['127.0.0.0/8', '::1/128'], timeoutMs: 2000 });
    clients.push(client);

    const result = await client.send(post(receiver, { url: `http://localhost:${receiver.port}/` }));

    expect(result).toMatchObject({ kind: 'response', body: 'local' });
  });
});

describe('a caller that calls off', () => {
  it('gets a failure at once when the request is under way', async () => {
    const stop = new AbortController();
    await using receiver = await startHttp(() => stop.abort());

    const result = await clientOf({ timeoutMs: 10_000 }).send(post(receiver), stop.signal);

    expect(result).toMatchObject({ kind: 'failed', reason: 'aborted', maybeDelivered: true });
  });

  it.each(['http://receiver.test:PORT/', 'http://127.0.0.1:PORT/'])(
    'sends nothing when it did so before: %s',
    async (url) => {
      await using receiver = await startHttp((_, answer) => answer.end());

      const result = await clientOf().send(
        post(receiver, { url: url.replace('PORT', String(receiver.port)) }),
        AbortSignal.abort(),
      );

      expect(result).toMatchObject({ kind: 'failed', reason: 'aborted', maybeDelivered: false });
      expect(receiver.connections()).toBe(0);
    },
  );
});

describe('many requests at once', () => {
  it('do not wait for one that hangs, and each ends with its own answer', async () => {
    await using receiver = await startHttp((request, answer) => {
      if (request.url !== '/hang') answer.end(request.url);
    });
    const client = clientOf({ timeoutMs: 1500 });
    const send = (path: string) => client.send(post(receiver, { url: `http://receiver.test:${receiver.port}${path}` }));

    const hanging = send('/hang');
    const answered = await Promise.all(Array.from({ length: 50 }, (_, index) => send(`/${index}`)));

    expect(answered).toMatchObject(Array.from({ length: 50 }, (_, index) => ({ kind: 'response', body: `/${index}` })));
    expect(await hanging).toMatchObject({ kind: 'failed', reason: 'timeout' });
  });
});

describe('the connection pool', () => {
  it('reuses a connection for the next request to the same place', async () => {
    await using receiver = await startHttp((_, answer) => answer.end());
    const client = clientOf();

    await client.send(post(receiver));
    await client.send(post(receiver));

    expect(receiver.connections()).toBe(1);
  });

  it('says that a request may have been delivered when a reused connection breaks', async () => {
    await using receiver = await startTcp((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
        socket.once('data', () => aborted(socket));
      });
    });
    const client = clientOf();

    await client.send(post(receiver));
    const result = await client.send(post(receiver));

    expect(result).toMatchObject({ kind: 'failed', reason: 'reset', maybeDelivered: true });
    expect(receiver.connections()).toBe(1);
  });

  it('drops its idle connections after a pause, as when a function was frozen', async () => {
    await using receiver = await startHttp((_, answer) => answer.end());
    let now = 0;
    const client = clientOf({ now: () => now });

    await client.send(post(receiver));
    now = 60_000;
    const result = await client.send(post(receiver));

    expect(result).toMatchObject({ kind: 'response', durationMs: 0 });
    expect(receiver.connections()).toBe(2);
  });

  it('ignores the proxies of the environment', async () => {
    await using proxy = await startHttp((_, answer) => answer.writeHead(502).end());
    await using receiver = await startHttp((_, answer) => answer.end('direct'));
    process.env['HTTP_PROXY'] = `http://127.0.0.1:${proxy.port}`;
    process.env['NODE_USE_ENV_PROXY'] = '1';

    const result = await clientOf().send(post(receiver));

    delete process.env['HTTP_PROXY'];
    delete process.env['NODE_USE_ENV_PROXY'];
    expect(result).toMatchObject({ kind: 'response', body: 'direct' });
    expect(proxy.connections()).toBe(0);
  });

  it('closes its connections when it is closed', async () => {
    const closed = Promise.withResolvers<void>();
    await using receiver = await startHttp((request, answer) => {
      void once(request.socket, 'close').then(() => closed.resolve());
      answer.end();
    });
    const client = clientOf();
    await client.send(post(receiver));

    client.close();

    await expect(closed.promise).resolves.toBeUndefined();
  });
});
