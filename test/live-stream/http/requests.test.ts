import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../fakes/scaled-clock.ts';
import { TestService } from '../fakes/service.ts';

let service: TestService;

afterEach(async () => service.stop());

async function started(...options: ConstructorParameters<typeof TestService>): Promise<string> {
  service = await new TestService(...options).start();
  return service.addChannel();
}

async function answer(head: string): Promise<{ status: number; head: string; body: string }> {
  const client = service.raw(head);
  await until(() => client.text.includes('\r\n\r\n') && (client.closed || client.body.length > 0));
  return { status: client.status, head: client.head.toLowerCase(), body: client.body };
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

describe('a request that says where its router keeps its data', () => {
  const asking = (streamId: string, dataSet: string): string =>
    `GET /api/stream/${streamId} HTTP/1.1\r\nhost: localhost\r\ndata-set: ${dataSet}\r\n\r\n`;

  it('is refused with 503 when that is elsewhere, and the log says where', async () => {
    const streamId = await started({ dataSet: 'directory-old,live-old,counters-old,bodies' });

    const { status, body } = await answer(asking(streamId, 'directory-new,live-new,counters-new,bodies'));

    expect([status, body]).toEqual([503, 'Service unavailable\n']);
    expect(service.logged.join('')).toMatch(
      /stream\.other-data.*"ours":"directory-old,live-old,counters-old,bodies".*"theirs":"directory-new/,
    );
  });

  it.each([
    ['the tables of the service', 'data-set: tables\r\n'],
    ['nothing, as those of older routers', ''],
  ])('is served when it names %s', async (_what, header) => {
    const streamId = await started({ dataSet: 'tables' });

    const { status } = await answer(`GET /api/stream/${streamId} HTTP/1.1\r\nhost: localhost\r\n${header}\r\n`);

    expect(status).toBe(200);
  });

  it('leaves the service healthy, because the load balancer would only start it again', async () => {
    const streamId = await started({ dataSet: 'tables' });
    await answer(asking(streamId, 'others'));

    expect((await answer('GET /healthz HTTP/1.1\r\nhost: localhost\r\ndata-set: others\r\n\r\n')).status).toBe(200);
  });
});

describe('a request for no stream', () => {
  it.each([
    ['an unknown ID', '/api/stream/unknown-unknown-unkno'],
    ['an ID of 20 characters', `/api/stream/${'a'.repeat(20)}`],
    ['an ID of 22 characters', `/api/stream/${'a'.repeat(22)}`],
    ['an ID with a foreign character', `/api/stream/${'a'.repeat(20)}.`],
    ['an ID with an encoded slash', `/api/stream/${'a'.repeat(10)}%2F${'a'.repeat(10)}`],
  ])('answers 404 in plain text for %s', async (_what, path) => {
    await started();

    const { status, head, body } = await answer(get(path));

    expect(status).toBe(404);
    expect(head).toContain('content-type: text/plain');
    expect(body).toBe('Not found\n');
  });

  it.each([
    ['an ID with a slash', `/api/stream/${'a'.repeat(10)}/${'a'.repeat(10)}`],
    ['an ID with a slash at its end', `/api/stream/${'a'.repeat(21)}/`],
    ['an empty ID', '/api/stream/'],
    ['another path', '/api/other'],
    ['a path that is no URL', '//'],
  ])('answers 404 as the API does for %s', async (_what, path) => {
    await started();

    const { status, head, body } = await answer(get(path));

    expect(status).toBe(404);
    expect(head).toContain('content-type: application/json');
    expect(body).toBe('{"error":"Not found"}');
  });

  it('does not read the directory for an ID of the wrong form', async () => {
    await started();
    const reads: string[] = [];
    service.onRead = (streamId) => reads.push(streamId);

    await answer(get(`/api/stream/${'a'.repeat(20)}`));

    expect(reads).toEqual([]);
  });

  it('answers 404 while the channel is off', async () => {
    await started();
    const streamId = service.addChannel(2, { enabled: false });

    expect((await answer(get(`/api/stream/${streamId}`))).status).toBe(404);
  });

  it.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])('answers 405 to %s', async (method) => {
    const streamId = await started();

    const client = service.raw(
      `${method} /api/stream/${streamId} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
    );
    await until(() => client.closed);

    expect(client.status).toBe(405);
    expect(client.head.toLowerCase()).toContain('allow: get');
  });

  it('keeps the connection for the next request after a refusal', async () => {
    const streamId = await started();
    const client = service.raw(get('/api/stream/unknown-unknown-unkno'));
    await until(() => client.body.length > 0);

    client.socket.write(get(`/api/stream/${streamId}`));

    await until(() => client.text.includes(': connected'));
    expect(client.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 200']);
  });
});

describe('a channel that is switched off at the moment of opening', () => {
  it('is answered 404 when the directory says so after subscribing', async () => {
    const streamId = await started();
    let reads = 0;
    service.onRead = () => {
      if ((reads += 1) === 2) service.addChannel(1, { enabled: false });
    };

    expect((await answer(get(`/api/stream/${streamId}`))).status).toBe(404);
  });

  it('is answered 404 when the stream says so before the answer', async () => {
    const streamId = await started();
    let reads = 0;
    service.onRead = () => {
      if ((reads += 1) === 2) service.control({ type: 'close' });
    };

    expect((await answer(get(`/api/stream/${streamId}`))).status).toBe(404);
  });

  it('gives back what the stream had taken', async () => {
    const streamId = await started({ perChannel: 1 });
    let reads = 0;
    service.onRead = () => {
      if ((reads += 1) === 2) service.control({ type: 'close' });
    };
    await answer(get(`/api/stream/${streamId}`));

    const client = await service.open(streamId);
    service.send('after');

    expect(await client.received(1)).toEqual(['after']);
  });
});

describe('unusual clients', () => {
  it('serves HTTP/1.0', async () => {
    const streamId = await started();
    const client = service.raw(`GET /api/stream/${streamId} HTTP/1.0\r\n\r\n`);
    await until(() => client.text.includes(': connected'));

    service.send('old style');

    expect(await client.received(1)).toEqual(['old style']);
    expect(client.head.toLowerCase()).not.toContain('chunked');
  });

  it('closes a connection that sends a second request into its stream', async () => {
    const streamId = await started();
    const client = await service.open(streamId);

    client.socket.write(get(`/api/stream/${streamId}`));

    await until(() => client.closed);
    expect(client.text.match(/HTTP/g)).toHaveLength(1);
  });

  it('closes a connection that sends two requests at once, and frees the slot', async () => {
    const streamId = await started({ perChannel: 1 });
    const client = service.raw(get(`/api/stream/${streamId}`).repeat(2));

    await until(() => client.closed);

    expect(client.text).not.toContain(': connected');
    await until(async () => (await answer(get(`/api/stream/${streamId}`))).status === 200);
  });

  it.each(['end', 'destroy'] as const)('frees the slot when the client is gone by %s', async (how) => {
    const streamId = await started({ perChannel: 1 });
    const client = await service.open(streamId);
    expect((await answer(get(`/api/stream/${streamId}`))).status).toBe(429);

    client.socket[how]();

    await until(async () => (await answer(get(`/api/stream/${streamId}`))).status === 200);
  });

  it('frees the slot when the client is gone although it still had a body to send', async () => {
    const streamId = await started({ perChannel: 1 });
    const client = await service.open(streamId, { 'content-length': '10000000' });
    client.socket.write('x'.repeat(1_000_000));

    client.socket.destroy();

    await until(async () => (await answer(get(`/api/stream/${streamId}`))).status === 200);
    expect(client.status).toBe(200);
  });
});

describe('a connection that only half stands', () => {
  it.each([
    ['says nothing', 408, ''],
    ['stops in its head', 408, 'GET /api/stream/x HTTP/1.1\r\nhost: lo'],
    ['stops in its body', 405, 'POST /api/stream/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n1'],
  ])('is closed when it %s', async (_where, status, head) => {
    await started({ requestMs: 50 });

    const client = service.raw(head);

    await until(() => client.closed);
    expect(client.status).toBe(status);
  });

  it('is no open stream: that one stays, however long it says nothing', async () => {
    const streamId = await started({ requestMs: 50 });
    const client = await service.open(streamId);
    const other = service.raw('GET');
    await until(() => other.closed);

    service.send('still there');

    expect(await client.received(1)).toEqual(['still there']);
  });
});

describe('limits', () => {
  it('refuses the twenty-first of 25 connections from one address', async () => {
    await started();
    const streamIds = Array.from({ length: 25 }, (_, n) => service.addChannel(n));

    const clients = streamIds.map((streamId) => service.raw(get(`/api/stream/${streamId}`)));
    await until(() => clients.every(({ text }) => text.includes('\r\n\r\n')));

    const refused = clients.filter(({ status }) => status === 429);
    expect(clients.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(refused).toHaveLength(5);
    expect(refused[0]!.head.toLowerCase()).toContain('content-type: text/plain');
    expect(refused[0]!.head.toLowerCase()).toMatch(/retry-after: \d+/);
  });

  it('counts the address the nearest trusted proxy saw, not what the client claims', async () => {
    await started({ perClient: 1, trustedProxies: 2 });
    const [first, second, third] = [1, 2, 3].map((n) => service.addChannel(n));
    await service.open(first!, { 'x-forwarded-for': '1.1.1.1, 203.0.113.7, 10.0.0.1' });

    const forged = await answer(
      `GET /api/stream/${second} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 9.9.9.9, 203.0.113.7, 10.0.0.2\r\n\r\n`,
    );
    const other = await service.open(third!, { 'x-forwarded-for': '203.0.113.8, 10.0.0.1' });

    expect(forged.status).toBe(429);
    expect(other.status).toBe(200);
  });

  it('believes no header when no proxy is trusted', async () => {
    await started({ perClient: 1 });
    const [first, second] = [1, 2].map((n) => service.addChannel(n));
    await service.open(first!, { 'x-forwarded-for': '1.1.1.1' });

    const { status } = await answer(
      `GET /api/stream/${second} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 2.2.2.2\r\n\r\n`,
    );

    expect(status).toBe(429);
  });

  it('counts the readers of a channel whoever they are', async () => {
    const streamId = await started({ perChannel: 2, trustedProxies: 1 });
    await service.open(streamId, { 'x-forwarded-for': '203.0.113.1' });
    await service.open(streamId, { 'x-forwarded-for': '203.0.113.2' });

    const { status } = await answer(
      `GET /api/stream/${streamId} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 203.0.113.3\r\n\r\n`,
    );

    expect(status).toBe(429);
  });
});
