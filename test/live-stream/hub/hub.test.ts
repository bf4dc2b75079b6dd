import { expect, it } from 'vitest';
import { createHub, type Hub } from '../../../live-stream/hub/hub.ts';
import { createPayloads } from '../../../live-stream/hub/payloads.ts';
import { Reader } from '../../../live-stream/hub/reader.ts';
import { createRecentEvents } from '../../../live-stream/hub/recent-events.ts';
import { notification } from '../fakes/service.ts';

const clock = { now: () => Date.now(), random: () => 0, sleep: async () => {} };
const config = { format: 'text', includePriority: false, includeTags: false, includePayload: false } as const;

function startHub(): Hub {
  return createHub({
    payloads: createPayloads({ read: async () => undefined, clock, maxCachedCharacters: 0 }),
    recent: createRecentEvents({ keepMs: 1000, maxBytes: 1e6 }),
    clock,
    log: () => {},
    metrics: { sent: () => {} },
  });
}

/** A live reader of a channel. @returns what is written to it, one text for each write. */
async function read(hub: Hub, channelId: string): Promise<string[]> {
  const writes: string[] = [];
  const reader = new Reader(clock);
  hub.join(reader, { channelId, settings: { config, pauses: [] } });
  reader.attach({
    closed: false,
    write: (frame) => void writes.push(String(frame)),
    hold: () => {},
    drained: async () => {},
    end: () => {},
    drop: () => {},
  });
  await reader.catchUp({ gap: false, events: [] }, async () => '');
  return writes;
}

const messagesIn = (writes: readonly string[]): string[] =>
  writes.flatMap((text) => [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data));

it('writes the events that one page brings to a channel at once', async () => {
  const hub = startHub();
  const writes = await read(hub, 'ch_1');

  for (let n = 0; n < 5; n += 1) hub.accept(notification(`n${n}`, { channelId: 'ch_1' }));
  await Promise.resolve();

  const [retry, ...frames] = writes;
  expect(retry).toBe('retry: 3000\n');
  expect(frames).toHaveLength(1);
  expect(messagesIn(frames)).toEqual(['n0', 'n1', 'n2', 'n3', 'n4']);
});

it('gives each of many channels all its events of a page once, in order', async () => {
  const hub = startHub();
  const channels = Array.from({ length: 150 }, (_, n) => `ch_${n}`);
  const writes = await Promise.all(channels.map(async (channelId) => read(hub, channelId)));

  for (let round = 0; round < 3; round += 1) {
    for (const channelId of channels) hub.accept(notification(`${channelId} ${round}`, { channelId }));
  }
  await Promise.resolve();

  for (const [n, channelId] of channels.entries()) {
    expect(messagesIn(writes[n]!)).toEqual([`${channelId} 0`, `${channelId} 1`, `${channelId} 2`]);
  }
});
