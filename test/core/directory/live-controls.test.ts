import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Channel } from '../../../core/directory/channel.ts';
import { pausesAfter, streamEndpointOf } from '../../../core/directory/live-controls.ts';
import { type Pause, isPausedAt } from '../../../core/live/pause.ts';

const DAY = 24 * 3600 * 1000;
const NOW = Date.parse('2026-11-20T10:00:00.000Z');

describe('pauses of a stream', () => {
  it('begin when it is switched off and end when it is switched on', () => {
    const off = pausesAfter([], false, NOW);
    const on = pausesAfter(off, true, NOW + 10);

    expect(off).toEqual([{ from: NOW }]);
    expect(on).toEqual([{ from: NOW, until: NOW + 10 }]);
    expect([NOW - 1, NOW, NOW + 9, NOW + 10].map((at) => isPausedAt(on, at))).toEqual([false, true, true, false]);
  });

  it('do not change when the switch does not', () => {
    const off = [{ from: NOW }];

    expect(pausesAfter(off, false, NOW + 10)).toEqual(off);
    expect(pausesAfter([], true, NOW)).toEqual([]);
  });

  it('are forgotten after 30 days, unless they last', () => {
    const pauses = [{ from: 0, until: NOW - 31 * DAY }, { from: NOW - 40 * DAY, until: NOW - 29 * DAY }, { from: 5 }];

    expect(pausesAfter(pauses, false, NOW)).toEqual(pauses.slice(1));
  });

  it('say of every moment of the last 30 days what the switch was, up to 500 switches', () => {
    const steps = fc.array(fc.record({ enabled: fc.boolean(), after: fc.integer({ min: 1, max: 1000 }) }), {
      maxLength: 50,
    });
    fc.assert(
      fc.property(steps, (switches) => {
        let pauses: Pause[] = [];
        let at = NOW;
        const history: { from: number; enabled: boolean }[] = [{ from: NOW, enabled: true }];
        for (const { enabled, after } of switches) {
          at += after;
          pauses = pausesAfter(pauses, enabled, at);
          history.push({ from: at, enabled });
        }
        for (const { from, enabled } of history) expect(isPausedAt(pauses, from)).toBe(!enabled);
      }),
    );
  });
});

describe('what the stream service reads of a channel', () => {
  const channel: Channel = {
    id: 'ch_1',
    organizationId: 'org_1',
    kind: 'live-stream',
    name: 'Live',
    enabled: true,
    streamId: 'stream-1',
    config: { format: 'json', includePriority: true, includeTags: true, includePayload: false },
    createdAt: '',
    updatedAt: '',
    version: 1,
  };

  it('has no pauses when it was never switched off', () => {
    expect(streamEndpointOf(channel)).toMatchObject({ channelId: 'ch_1', enabled: true, pauses: [] });
  });

  it('has the pauses that it had', () => {
    const pauses = [{ from: NOW, until: NOW + 10 }];

    expect(streamEndpointOf({ ...channel, pauses })).toMatchObject({ pauses });
  });

  it('is nothing for a channel without a stream', () => {
    const { streamId: _, ...hook } = channel;

    expect(streamEndpointOf({ ...hook, kind: 'webhook' })).toBeUndefined();
  });
});
