import { afterEach, describe, expect, it } from 'vitest';
import { scaledClock, until } from './fakes/scaled-clock.ts';
import { TestService } from './fakes/service.ts';

let service: TestService;

afterEach(async () => service.stop().catch(() => undefined));

const health = async (): Promise<number> => (await fetch(`http://127.0.0.1:${service.port}/healthz`)).status;
const pause = async (ms: number): Promise<void> => scaledClock(1).sleep(ms);

describe('starting', () => {
  it('is healthy only once the event stream can be read', async () => {
    service = new TestService();
    service.startFailure = new Error('no iterators yet');
    service.port = await service.service.start();
    const streamId = service.addChannel();

    const before = await health();
    const refused = await fetch(service.url(streamId));
    service.startFailure = undefined;
    await until(async () => (await health()) === 200);

    expect(before).toBe(503);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '3']);
  });
});

describe('keepalive', () => {
  it('comes to every stream once per interval', async () => {
    service = await new TestService({ keepaliveMs: 150 }).start();
    const startedAt = performance.now();
    const client = await service.open(service.addChannel());

    await until(() => client.body.split(': keepalive\n\n').length > 3);
    const intervals = (performance.now() - startedAt) / 150;

    // None comes before its time, however late a busy machine sends it.
    expect(intervals).toBeGreaterThan(1.9);
  });
});

describe('reading the stream', () => {
  it('goes on after the last reader left, then stops, and starts anew before the next one is answered', async () => {
    service = await new TestService({ lingerMs: 60 }).start();
    const streamId = service.addChannel();
    const first = await service.open(streamId);
    const position = service.send('one');
    await first.received(1);
    first.socket.destroy();
    await pause(20);
    const linger = service.sink;
    await until(() => service.sink === undefined);

    const second = await service.open(streamId, { 'last-event-id': position.id });
    service.send('two');

    expect(linger).toBeDefined();
    expect(service.starts).toBe(2);
    expect(await second.received(1)).toEqual(['two']);
  });

  it('answers 503 when it cannot be started again, and serves when it can', async () => {
    service = await new TestService({ lingerMs: 1 }).start();
    const streamId = service.addChannel();
    await until(() => service.sink === undefined);
    service.startFailure = new Error('throttled');

    const refused = await fetch(service.url(streamId));
    service.startFailure = undefined;
    const client = await service.open(streamId);

    expect(refused.status).toBe(503);
    expect(client.status).toBe(200);
  });
});

describe('stopping', () => {
  it('spreads the ends of streams, takes no new ones and tells readers when to come back', async () => {
    service = await new TestService({ drainMs: 3000 }).start();
    const streamId = service.addChannel();
    const clients = await Promise.all(Array.from({ length: 10 }, async () => service.open(streamId)));

    const stopped = service.service.stop();
    const during = [await health(), (await fetch(service.url(streamId))).status];
    service.send('still served');
    const openDuring = clients.filter(({ closed }) => !closed).length;
    await stopped;
    await until(() => clients.every(({ closed }) => closed));

    expect(during).toEqual([503, 503]);
    expect(openDuring).toBeGreaterThan(0);
    for (const { body } of clients) expect(body).toMatch(/\n\nretry: [1-5]\d{3}\n$/);
    await expect(health()).rejects.toThrow('fetch failed');
  });
});
