import { EventSource } from 'eventsource';
import { ulid } from 'ulid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scaledClock, until } from './fakes/scaled-clock.ts';
import { Network } from './fakes/network.ts';
import { CONFIG, notification, type RawClient, TestService } from './fakes/service.ts';

let service: TestService;
let streamId: string;

beforeEach(async () => {
  service = await new TestService().start();
  streamId = service.addChannel();
});

afterEach(async () => service.stop());

const pause = async (ms: number): Promise<void> => scaledClock(1).sleep(ms);

describe('an open stream', () => {
  it('begins with the documented head and the comment', async () => {
    const client = await service.open(streamId);

    expect(client.head.split('\r\n')).toEqual(
      expect.arrayContaining([
        'HTTP/1.1 200 OK',
        'content-type: text/event-stream; charset=utf-8',
        'cache-control: no-store, no-transform',
        'x-accel-buffering: no',
        'access-control-allow-origin: *',
      ]),
    );
    expect(client.head.toLowerCase()).not.toContain('transfer-encoding');
    expect(client.body).toBe(': connected\n\n');
  });

  it('says when to reconnect in the block of the first event, once, so that no block is an empty event', async () => {
    const client = await service.open(streamId);
    service.send('one');
    service.send('two');
    await client.received(2);

    const blocks = client.body.split('\n\n').filter((block) => block !== '' && !block.startsWith(':'));

    expect(blocks.map((block) => block.replace(/\w{26}/, 'ULID').replace(/data: .*/, 'data'))).toEqual([
      'retry: 3000\nid: ULID\ndata',
      'id: ULID\ndata',
    ]);
  });

  it('brings the events of its own channel, in stream order, to every reader', async () => {
    service.addChannel(2);
    const clients = await Promise.all([service.open(streamId), service.open(streamId)]);

    service.send('one');
    service.send('of another channel', { channelId: 'ch_2' });
    service.send('two');

    for (const client of clients) expect(await client.received(2)).toEqual(['one', 'two']);
  });

  it('is read by an unmodified EventSource', async () => {
    const source = new EventSource(service.url(streamId));
    const events: { id: string; data: string }[] = [];
    source.addEventListener('message', ({ lastEventId, data }) => events.push({ id: lastEventId, data }));
    await new Promise((resolve) => source.addEventListener('open', resolve, { once: true }));

    const event = service.send('Hello', { title: 'CI', priority: 3, tags: ['a'], payload: { text: '{"n":1.0}' } });

    await until(() => events.length === 1);
    source.close();
    expect(events[0]!.id).toBe(event.id);
    expect(JSON.parse(events[0]!.data)).toMatchObject({
      title: 'CI',
      message: 'Hello',
      priority: 3,
      payload: { n: 1 },
    });
  });

  it('sends an event once although the stream brings it twice', async () => {
    const client = await service.open(streamId);

    service.sink!(service.send('one'));
    service.send('two');

    expect(await client.received(2)).toEqual(['one', 'two']);
  });

  it('survives a row that it does not understand', async () => {
    const client = await service.open(streamId);

    service.sink!({ kind: 'mystery', channelId: 'ch_1' });
    service.sink!(notification('no ULID', { id: 'msg_1' }));
    service.send('next');

    expect(await client.received(1)).toEqual(['next']);
    expect(service.logged.join('')).toContain('event.malformed');
  });

  it.each(['json', 'text'] as const)(
    'keeps to its lines with CR, LF and NUL in every field in %s format',
    async (format) => {
      const id = service.addChannel(2, { config: { ...CONFIG, format } });
      const client = await service.open(id);
      const evil = 'a\r\n\r\nid: x\ndata: y\0\r: z';

      service.send(evil, {
        channelId: 'ch_2',
        title: evil,
        tags: [evil],
        payload: { text: `{"k":\r\n\r\n${JSON.stringify(evil)}}` },
      });

      await until(() => client.body.includes('data: ') && client.body.endsWith('\n\n'));
      const [, event] = client.body.split('\n\n');
      expect(event).toMatch(/^retry: 3000\nid: [0-9A-Z]{26}\ndata: [^\r\n\0]*$/);
    },
  );

  it('carries a payload of a mebibyte', async () => {
    const client = await service.open(streamId);
    const text = JSON.stringify({ text: 'é'.repeat(512 * 1024) });

    service.send('large', { payload: { text } });

    expect(await client.received(1)).toEqual(['large']);
    expect(client.body).toContain(text);
  });

  it('leaves out what was routed while the channel was off', async () => {
    const id = service.addChannel(2, { pauses: [{ from: Date.now() - 5000, until: Date.now() - 1000 }] });
    const client = await service.open(id);

    service.send('routed while off', { channelId: 'ch_2', id: ulid(Date.now() - 2000) });
    service.send('routed now', { channelId: 'ch_2' });

    expect(await client.received(1)).toEqual(['routed now']);
  });
});

describe('a large payload', () => {
  it('is fetched once for all readers and keeps its place in the order', async () => {
    const clients = await Promise.all([service.open(streamId), service.open(streamId)]);
    const keys: string[] = [];
    service.payloads.set('org_1/msg_1.json', '{"large":true}');
    service.onPayload = async (key) => {
      keys.push(key);
      await pause(20);
    };

    service.send('large', { payload: { key: 'org_1/msg_1.json' } });
    service.send('small');

    for (const client of clients) expect(await client.received(2)).toEqual(['large', 'small']);
    expect(clients[0].body).toContain('"payload":{"large":true}');
    expect(keys).toEqual(['org_1/msg_1.json']);
  });

  it('ends the streams when it cannot be read, so that readers resume with it', async () => {
    const client = await service.open(streamId);
    service.onPayload = async () => {
      throw new Error('connection reset');
    };

    const before = service.send('before');
    service.send('large', { payload: { key: 'k' } });
    await until(() => client.closed);
    service.onPayload = undefined;
    service.payloads.set('k', '{}');
    const resumed = await service.open(streamId, { 'last-event-id': before.id });

    expect(await resumed.received(1)).toEqual(['large']);
  });

  it('is left out when there is none', async () => {
    const client = await service.open(streamId);

    service.send('no body', { payload: { key: 'missing' } });

    expect(await client.received(1)).toEqual(['no body']);
    expect(client.body).not.toContain('payload');
  });
});

describe('resuming', () => {
  it('continues exactly behind a recent event, in the order of sending, whatever the ids are', async () => {
    await service.open(streamId);
    const late = notification('late, with a lower id');
    const position = service.send('position');
    service.send('next');
    service.sink!(late);
    service.send('last');

    const client = await service.open(streamId, { 'Last-Event-ID': position.id });
    service.send('live');

    expect(await client.received(4)).toEqual(['next', 'late, with a lower id', 'last', 'live']);
  });

  it('accepts the position in the query, and in the header before it', async () => {
    const first = service.send('first');
    const second = service.send('second');
    service.send('third');

    const byQuery = await service.open(streamId, {}, `?since=${first.id.toLowerCase()}`);
    const byHeader = await service.open(streamId, { 'last-event-id': second.id }, `?since=${first.id}`);
    const byQueryOnly = await service.open(streamId, { 'last-event-id': 'nonsense' }, `?since=${second.id}`);

    expect(await byQuery.received(2)).toEqual(['second', 'third']);
    expect(await byHeader.received(1)).toEqual(['third']);
    expect(await byQueryOnly.received(1)).toEqual(['third']);
  });

  it('begins now when the position is malformed', async () => {
    service.send('before');

    const client = await service.open(streamId, { 'last-event-id': 'not-a-ulid' });
    service.send('after');

    expect(await client.received(1)).toEqual(['after']);
  });

  it('reads older events from the table from one second before the position', async () => {
    const now = Date.now();
    const [tooOld, repeated, position, next] = [-5000, -500, 0, 1].map((offset) =>
      service.store(String(offset), { id: ulid(now - 600_000 + offset) }),
    );

    const client = await service.open(streamId, { 'last-event-id': position!.id });

    expect(await client.received(2)).toEqual([repeated!.message, next!.message]);
    expect(client.messages).not.toContain(tooOld!.message);
    expect(client.body).not.toContain(': gap');
  });

  it('takes the id of a foreign channel as a position only', async () => {
    const foreign = service.send('secret of another tenant', { channelId: 'ch_2' });
    service.send('mine');

    const client = await service.open(streamId, { 'last-event-id': foreign.id });

    expect(await client.received(1)).toEqual(['mine']);
    expect(client.body).not.toContain('secret');
  });

  it('is seamless when stored events are still on their way through the stream', async () => {
    const position = ulid(Date.now() - 1);
    const stored = Array.from({ length: 5 }, (_, n) => service.store(`stored ${n}`));

    const client = await service.open(streamId, { 'last-event-id': position });
    for (const event of stored) service.sink!(event);
    service.send('live');

    const messages = await client.received(6);
    expect(messages).toEqual([...stored.map(({ message }) => message), 'live']);
  });

  it('continues exactly behind an event that the table gave out before the stream brought it', async () => {
    const [before, position, after] = ['before', 'position', 'after'].map((message) => service.store(message));

    const client = await service.open(streamId, { 'last-event-id': position!.id });
    for (const event of [before!, position!, after!]) service.sink!(event);
    service.send('live');

    expect(await client.received(2)).toEqual(['after', 'live']);
    expect(client.messages).not.toContain('before');
  });

  it('holds live events back until what came before them is sent', async () => {
    service.payloads.set('slow', '{}');
    service.onPayload = async () => pause(30);
    service.store('first', { payload: { key: 'slow' } });
    const client = await service.open(streamId, { 'last-event-id': ulid(Date.now() - 5000) });

    service.send('second');
    service.send('third');

    expect(await client.received(3)).toEqual(['first', 'second', 'third']);
  });

  it('says that there is a gap and sends the newest thousand when more was missed', async () => {
    const position = ulid(Date.now() - 3_600_000);
    for (let n = 0; n < 1005; n += 1) service.store(`${n}`, { id: ulid(Date.now() - 3_500_000 + n) });

    const client = await service.open(streamId, { 'last-event-id': position });

    const messages = await client.received(1000);
    expect(client.body.startsWith(': connected\n\n: gap\n\nretry: 3000\nid: ')).toBe(true);
    expect([messages.length, messages[0], messages.at(-1)]).toEqual([1000, '5', '1004']);
  });

  it('says that there is a gap when the position is older than a day', async () => {
    service.store('kept');

    const client = await service.open(streamId, {}, `?since=${'0'.repeat(26)}`);

    expect(await client.received(1)).toEqual(['kept']);
    expect(client.body).toContain(': gap\n\n');
  });

  it('replays neither control events nor what was routed while the channel was off', async () => {
    const from = Date.now() - 60_000;
    const id = service.addChannel(2, { pauses: [{ from, until: from + 1000 }] });
    service.store('while off', { channelId: 'ch_2', id: ulid(from + 500) });
    service.control({ type: 'test' }, 'ch_2');
    service.store('while on', { channelId: 'ch_2' });

    const client = await service.open(id, { 'last-event-id': ulid(from - 1) });

    expect(await client.received(1)).toEqual(['while on']);
  });
});

describe('control events', () => {
  it('close ends the streams of the channel and of no other', async () => {
    const client = await service.open(streamId);
    const other = await service.open(service.addChannel(2));

    service.control({ type: 'close' });

    await until(() => client.closed);
    expect(other.closed).toBe(false);
  });

  it('configure switches the format for the events that follow', async () => {
    const client = await service.open(streamId);

    service.send('as JSON');
    service.control({ type: 'configure', config: { ...CONFIG, format: 'text', includePayload: false } });
    service.send('as text');

    await until(() => client.body.includes('data: as text\n\n'));
    expect(client.body).toContain('"message":"as JSON"');
  });

  it('test writes a comment', async () => {
    const client = await service.open(streamId);

    service.control({ type: 'test' });

    await until(() => client.body.endsWith(': test\n\n'));
    expect(client.messages).toEqual([]);
  });
});

/** Sends events of a mebibyte, each once the one before has reached a reader. */
async function sendMebibytes(count: number, reader: RawClient): Promise<void> {
  const text = JSON.stringify('x'.repeat(1024 * 1024));
  for (let n = 0; n < count; n += 1) {
    service.send(`${n}`, { payload: { text } });
    await until(() => reader.text.length > (n + 1) * text.length);
  }
}

describe('a slow reader', () => {
  it('is dropped with a log line while others get everything', async () => {
    const slow = await service.open(streamId);
    slow.socket.pause();
    const quick = await service.open(streamId);

    await sendMebibytes(20, quick);

    expect(quick.messages).toHaveLength(20);
    const dropped = service.logged.filter((line) => line.includes('stream.dropped'));
    expect(dropped).toHaveLength(1);
    expect(dropped[0]).toContain('"channelId":"ch_1"');
    expect(service.logged.join('')).not.toContain(streamId);
  });
});

describe('a reader that is gone without a word', () => {
  let network: Network;
  let gone: RawClient;

  beforeEach(async () => {
    await service.stop();
    service = await new TestService({ perChannel: 2 }).start();
    service.addChannel();
    network = await Network.before(service.port);
    gone = service.raw(`GET /api/stream/${streamId} HTTP/1.1\r\nhost: localhost\r\n\r\n`, network.port);
    await until(() => gone.text.includes(': connected\n\n'));
    network.goSilent();
  });

  afterEach(() => network.close());

  it('is dropped when too much waits for it, holds nobody up and leaves its place to another', async () => {
    const other = await service.open(streamId);

    await sendMebibytes(20, other);

    expect(other.messages).toHaveLength(20);
    expect(service.logged.filter((line) => line.includes('stream.dropped'))).toHaveLength(1);
    expect((await service.open(streamId)).status).toBe(200);
    expect(gone.messages).toEqual([]);
    expect(gone.closed).toBe(false);
  });

  it('does not keep the service from stopping', async () => {
    service.send('into the void');

    await service.service.stop();

    expect(service.logged.at(-1)).toContain('service.stopped');
    expect(gone.messages).toEqual([]);
  });
});
