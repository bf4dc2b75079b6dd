import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStreams, webhooksWithout } from '../../dashboard/src/live/coverage.ts';
import { type LiveEvent, parseLiveEvent, passes, sentAt } from '../../dashboard/src/live/live-event.ts';
import { openStream, type StreamState } from '../../dashboard/src/live/open-stream.ts';
import { arrived, emptyTail, KEPT, released } from '../../dashboard/src/live/tail.ts';
import type { Channel, Webhook } from '../../dashboard/src/api/types.ts';

const ULID = '01KA2Y6Q5F3V6R3M0Z9W8J7X4T';
const event = (n: number): LiveEvent => ({ id: `msg_${n}`, message: `Event ${n}`, tags: [] });

describe('an event of a stream', () => {
  it('is read from JSON, without its payload', () => {
    const data = JSON.stringify({ title: 'A', message: 'B', priority: 4, tags: ['x', 7], payload: { big: 1 } });

    expect(parseLiveEvent(ULID, data)).toEqual({
      id: `msg_${ULID}`,
      title: 'A',
      message: 'B',
      priority: 4,
      tags: ['x', '7'],
    });
  });

  it.each(['plain | text', '[1]x', '"text"', '7', 'null'])('is its own text where it is no JSON object: %s', (data) => {
    expect(parseLiveEvent(ULID, data)).toEqual({ id: `msg_${ULID}`, message: data, tags: [] });
  });

  it('keeps no more than a card shows, however much there is', () => {
    const tags = Array.from({ length: 10_000 }, () => 'x'.repeat(10_000));
    const data = JSON.stringify({ title: 'x'.repeat(1e6), message: 'x'.repeat(1e6), tags });

    expect(JSON.stringify(parseLiveEvent(ULID, data)).length).toBeLessThan(50_000);
  });

  it('knows when it was sent by its id', () => {
    expect(sentAt(parseLiveEvent('01BX5ZZKBKACTAV9WEVGEMMVRZ', '{}'))).toBe(1_508_808_576_371);
  });

  it.each([
    [{ text: '', priority: 0 }, true],
    [{ text: ' DISK ', priority: 0 }, true],
    [{ text: 'prod', priority: 3 }, true],
    [{ text: 'nothing', priority: 0 }, false],
    [{ text: '', priority: 4 }, false],
  ])('passes a filter by text, tag and priority: %j', (filter, expected) => {
    expect(passes({ ...event(1), title: 'Disk full', priority: 3, tags: ['Production'] }, filter)).toBe(expected);
  });
});

describe('the tail', () => {
  it('is as long after a million events as after two hundred', () => {
    let tail = emptyTail;
    for (let n = 0; n < 1000; n += 1) tail = arrived(tail, event(n), false);
    for (let n = 1000; n < 2000; n += 1) tail = arrived(tail, event(n), true);

    expect([tail.shown.length, tail.waiting.length, tail.waitingCount]).toEqual([KEPT, KEPT, 1000]);
  });

  it('shows what waited, newest first, when it is released', () => {
    let tail = arrived(emptyTail, event(1), false);
    tail = arrived(tail, event(2), true);
    tail = arrived(tail, event(3), true);

    const before = tail.shown.map(({ id }) => id);
    const after = released(tail);

    expect(before).toEqual(['msg_1']);
    expect(after.shown.map(({ id }) => id)).toEqual(['msg_3', 'msg_2', 'msg_1']);
    expect([after.waiting, after.waitingCount]).toEqual([[], 0]);
  });

  it('puts nothing before what waits: the order stays that of arrival', () => {
    const tail = arrived(arrived(emptyTail, event(1), true), event(2), false);

    expect([tail.shown, tail.waitingCount]).toEqual([[], 2]);
  });
});

describe('a reader of a stream', () => {
  /** Stands in for the browser's own, which there is none of here. */
  class FakeSource extends EventTarget {
    static readonly CLOSED = 2;
    static opened: FakeSource[] = [];
    readyState = 1;
    readonly url: string;

    constructor(url: string) {
      super();
      this.url = url;
      FakeSource.opened.push(this);
    }

    close(): void {
      this.readyState = FakeSource.CLOSED;
    }

    say(lastEventId: string): void {
      this.dispatchEvent(new MessageEvent('message', { data: 'text', lastEventId }));
    }

    refuse(): void {
      this.readyState = FakeSource.CLOSED;
      this.dispatchEvent(new Event('error'));
    }
  }

  beforeEach(() => {
    FakeSource.opened = [];
    vi.useFakeTimers();
    vi.stubGlobal('EventSource', FakeSource);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  const read = () => {
    const ids: string[] = [];
    const states: StreamState[] = [];
    const close = openStream('https://router.example/api/stream/secret', {
      onState: (state) => states.push(state),
      onEvent: (id) => ids.push(id),
    });
    return { ids, states, close };
  };

  it('tells of each event once, though a resumed stream repeats the last second', () => {
    const { ids } = read();
    const [source] = FakeSource.opened;

    for (const id of ['A', 'B', 'A', 'B', 'C']) source?.say(id);

    expect(ids).toEqual(['A', 'B', 'C']);
  });

  it('comes back by itself after a refusal, less and less often, where it was', () => {
    const { states } = read();
    FakeSource.opened[0]?.say('A');
    const waits = [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000];

    const early = waits.map((wait) => {
      FakeSource.opened.at(-1)?.refuse();
      vi.advanceTimersByTime(wait - 1);
      const opened = FakeSource.opened.length;
      vi.advanceTimersByTime(1);
      return FakeSource.opened.length - opened;
    });

    expect(early).toEqual(waits.map(() => 1));
    expect(FakeSource.opened.map(({ url }) => url).slice(0, 2)).toEqual([
      '/api/stream/secret',
      '/api/stream/secret?since=A',
    ]);
    expect(states.slice(0, 3)).toEqual(['connecting', 'refused', 'connecting']);
  });

  it('never comes back once it was closed', () => {
    const { close } = read();
    FakeSource.opened[0]?.refuse();

    close();
    vi.advanceTimersByTime(1_000_000);

    expect(FakeSource.opened).toHaveLength(1);
  });
});

describe('which stream a page reads', () => {
  const channel = (id: string, part: Partial<Channel> = {}): Channel => ({
    id,
    kind: 'live-stream',
    name: id,
    enabled: true,
    disabledReason: null,
    config: {},
    slug: null,
    managedBy: null,
    drift: false,
    updates: 'each',
    createdAt: '',
    updatedAt: '',
    streamUrl: `https://router.example/api/stream/${id}`,
    health: { state: 'unused', successRate: null, p95Ms: null, lastDeliveredAt: null, lastFailure: null },
    ...part,
  });
  const webhook = (id: string, channels: Webhook['channels'], enabled = true): Webhook => ({
    id,
    publicId: id,
    endpointUrl: '',
    name: id,
    enabled,
    requireApiKey: false,
    apiKeyPrefix: null,
    slug: null,
    managedBy: null,
    drift: false,
    preset: null,
    templates: null,
    lifecycle: null,
    channels,
    createdAt: '',
    updatedAt: '',
  });
  const link = (channelId: string, part: object = {}) => ({
    channelId,
    enabled: true,
    filter: null,
    answers: false,
    ...part,
  });

  it('is the one that misses least; no other kind, and none that is switched off', () => {
    const webhooks = [webhook('w1', [link('b')]), webhook('w2', [link('a'), link('b')])];
    const { streamUrl: _, ...chat } = channel('chat', { kind: 'slack' });

    const streams = openStreams([channel('a'), channel('b'), channel('off', { enabled: false }), chat], webhooks);

    expect(streams.map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('misses webhooks without a link, with a filter, or with a link that is off; not those that are off', () => {
    const webhooks = [
      webhook('linked', [link('a')]),
      webhook('filtered', [link('a', { filter: { priority: { gte: 4 } } })]),
      webhook('paused', [link('a', { enabled: false })]),
      webhook('other', [link('b')]),
      webhook('off', [], false),
    ];

    expect(webhooksWithout(channel('a'), webhooks).map(({ id }) => id)).toEqual(['filtered', 'paused', 'other']);
  });
});
