import { describe, expect, it } from 'vitest';
import { createRecentEvents } from '../../../live-stream/hub/recent-events.ts';
import { LiveNotification } from '../../../core/live/live-event.ts';
import { notification as row } from '../fakes/service.ts';

const notification = (...given: Parameters<typeof row>) => LiveNotification.parse(row(...given));

describe('recent events', () => {
  it('are those of one channel after a known event, in the order they were sent in', () => {
    const recent = createRecentEvents({ keepMs: 1000, maxBytes: 1e6 });
    const [a, b, c] = ['a', 'b', 'c'].map((message) => notification(message));
    const other = notification('other', { channelId: 'ch_2' });
    for (const event of [c!, other, a!, b!]) recent.append(event, 0);

    expect(recent.after('ch_1', c!.id)).toEqual([a, b]);
    expect(recent.after('ch_1', b!.id)).toEqual([]);
    expect(recent.after('ch_1', other.id)).toBeUndefined();
    expect(recent.has(other)).toBe(true);
  });

  it('may have one id in several channels, and are forgotten one by one', () => {
    const recent = createRecentEvents({ keepMs: 1000, maxBytes: 1e6 });
    const first = notification('a', { channelId: 'ch_1' });
    const [second, third] = ['ch_2', 'ch_3'].map((channelId) => ({ ...first, channelId }));
    for (const [at, event] of [first, second!, third!].entries()) recent.append(event, at);
    const next = notification('next', { channelId: 'ch_2' });
    recent.append(next, 3);

    expect(recent.after('ch_1', first.id)).toEqual([]);
    expect(recent.after('ch_2', first.id)).toEqual([next]);
    expect(recent.has({ ...first, channelId: 'ch_4' })).toBe(false);

    const known = [1000, 1001, 1002, 1003].map((now) => {
      recent.append(notification(`at ${now}`), now);
      return [first, second!, third!].map((event) => recent.has(event));
    });

    expect(known).toEqual([
      [true, true, true],
      [false, true, true],
      [false, false, true],
      [false, false, false],
    ]);
  });

  it('are forgotten after their time', () => {
    const recent = createRecentEvents({ keepMs: 1000, maxBytes: 1e6 });
    const [old, young] = [notification('old'), notification('young')];
    recent.append(old, 0);
    recent.append(young, 1001);

    expect(recent.after('ch_1', old.id)).toBeUndefined();
    expect(recent.after('ch_1', young.id)).toEqual([]);
  });

  it('never take more memory than allowed, however many come', () => {
    const recent = createRecentEvents({ keepMs: 1e9, maxBytes: 50_000 });
    const events = Array.from({ length: 5000 }, (_, n) => notification('x'.repeat(1000), { channelId: `ch_${n % 7}` }));

    for (const event of events) recent.append(event, 0);

    const kept = events.filter((event) => recent.has(event));
    expect(kept).toEqual(events.slice(-kept.length));
    // A text of a thousand characters may take two bytes for each; what is beside it takes several hundred more.
    expect(kept.length * 2_000).toBeLessThan(50_000);
    expect(kept).toHaveLength(18);
  });

  it('are all forgotten at once', () => {
    const recent = createRecentEvents({ keepMs: 1000, maxBytes: 1e6 });
    const event = notification('a');
    recent.append(event, 0);

    recent.clear();

    expect(recent.has(event)).toBe(false);
  });
});
