import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Channel, Webhook } from '../../dashboard/src/api/types.ts';
import { heightAt, ribbonsOf, ROW } from '../../dashboard/src/overview/map/layout.ts';
import { busiestOf, routingMap, SHOWN } from '../../dashboard/src/overview/map/routing.ts';
import { shareOut } from '../../dashboard/src/overview/map/share-out.ts';
import { aChannel, aWebhook } from './organization.ts';

const AT = '2026-11-22T12:00:00.000Z';
const series = (id: string, messages: number, delivered: number, failed = 0) => ({
  id,
  name: id,
  points: [{ at: AT, messages, delivered, failed, skipped: 0, pending: 0, p50Ms: 1, p95Ms: 1 }],
});
const links = (...ids: string[]) =>
  ids.map((channelId) => ({ channelId, enabled: true, filter: null, answers: false }));

describe('sharing out what is known at both ends', () => {
  it('is exact where that leaves one answer', () => {
    const pairs = [
      { from: 0, to: 0 },
      { from: 0, to: 1 },
      { from: 1, to: 1 },
    ];

    expect(shareOut([10, 5], [7, 8], pairs).map((count) => Math.round(count))).toEqual([7, 3, 5]);
  });

  it('adds up at the far end whatever the links are, and never goes below nothing', () => {
    const some = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 6 });
    const counts = fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(some, counts, (leaving, coming) => {
        const pairs = leaving.flatMap((_, from) => coming.map((__, to) => ({ from, to })));
        const shares = shareOut(leaving, coming, pairs);
        const arrived = coming.map((_, to) =>
          shares.reduce((sum, share, at) => sum + (pairs[at]?.to === to ? share : 0), 0),
        );
        expect(shares.every((share) => share >= 0 && Number.isFinite(share))).toBe(true);
        for (const [to, total] of coming.entries()) expect(arrived[to]).toBeCloseTo(total, 3);
      }),
    );
  });
});

describe('the map', () => {
  it('has the busiest first, quiet ones too, with what their links carry and how much arrived', () => {
    const map = routingMap({
      byWebhook: [series('calm', 1, 1), series('busy', 9, 8, 1)],
      byChannel: [series('chat', 0, 7, 1), series('pager', 0, 2)],
      webhooks: [aWebhook('busy', links('chat')), aWebhook('calm', links('pager')), aWebhook('idle', links('chat'))],
      channels: [aChannel('chat'), aChannel('pager'), aChannel('unused')],
    });

    expect(map.webhooks.map(({ id, count }) => [id, count])).toEqual([
      ['busy', 9],
      ['calm', 1],
      ['idle', 0],
    ]);
    expect(map.channels.map(({ id, success }) => [id, success])).toEqual([
      ['chat', 7 / 8],
      ['pager', 1],
      ['unused', undefined],
    ]);
    expect(map.links.map(({ from, to, href }) => [from, to, href])).toEqual([
      [0, 0, 'webhooks/busy/channels/chat'],
      [1, 1, 'webhooks/calm/channels/pager'],
      [2, 0, 'webhooks/idle/channels/chat'],
    ]);
  });

  it('leaves out links that are off', () => {
    const off = [{ channelId: 'chat', enabled: false, filter: null, answers: false }];

    const map = routingMap({
      byWebhook: [],
      byChannel: [],
      webhooks: [aWebhook('w', off)],
      channels: [aChannel('chat')],
    });

    expect(map.links).toEqual([]);
  });

  it('stays small for 10,000 webhooks and 1,000 channels: the busiest, and the others as one', () => {
    const byWebhook = Array.from({ length: 10_000 }, (_, index) => series(`w${index}`, index, index));
    const byChannel = Array.from({ length: 1000 }, (_, index) => series(`c${index}`, 0, index));
    const webhooks: Webhook[] = busiestOf(byWebhook).map((id) => aWebhook(id, links('c999', 'c1')));
    const channels: Channel[] = byChannel.map(({ id }) => aChannel(id));

    const map = routingMap({ byWebhook, byChannel, webhooks, channels });

    expect(map.webhooks).toHaveLength(SHOWN + 1);
    expect(map.webhooks[0]?.id).toBe('w9999');
    expect(map.webhooks.at(-1)).toMatchObject({ id: undefined, name: '9988 other webhooks' });
    expect(map.channels.at(-1)).toMatchObject({ id: undefined, name: '988 other channels' });
    expect(map.links.length).toBeLessThanOrEqual((SHOWN + 1) * 3);
    expect(map.links.filter(({ from }) => from === 0).map(({ to }) => to)).toEqual([0, SHOWN]);
  });

  it('counts among the others what had no room in the answer', () => {
    const nameless = { ...series('', 7, 7), id: null, name: null };

    const map = routingMap({ byWebhook: [series('a', 9, 9), nameless], byChannel: [], webhooks: [], channels: [] });

    expect(map.webhooks.at(-1)).toMatchObject({ id: undefined, name: 'All other webhooks', count: 7 });
  });

  it('keeps a deleted webhook of which there are figures, without links', () => {
    const map = routingMap({
      byWebhook: [{ ...series('gone', 4, 4), name: null }],
      byChannel: [],
      webhooks: [],
      channels: [],
    });

    expect(map.webhooks).toMatchObject([{ name: 'Deleted', count: 4 }]);
    expect(map.links).toEqual([]);
  });
});

describe('its ribbons', () => {
  const map = routingMap({
    byWebhook: [series('a', 90, 90), series('b', 10, 10)],
    byChannel: [series('x', 0, 60), series('y', 0, 40)],
    webhooks: [
      aWebhook('a', [
        { channelId: 'x', enabled: true, filter: { priority: { gte: 4 } }, answers: false },
        { channelId: 'y', enabled: true, filter: { priority: { gte: 3 } }, answers: false },
      ]),
      aWebhook('b', links('x')),
    ],
    channels: [aChannel('x'), aChannel('y')],
  });

  it('are as wide as what they carry, and stay within the rows they join', () => {
    const ribbons = ribbonsOf(map);

    const widths = Object.fromEntries(ribbons.map(({ link, width }) => [`${link.from}-${link.to}`, width]));
    expect(widths['0-0']! / widths['1-0']!).toBeCloseTo(5, 1);
    for (const { link, start, end, width } of ribbons) {
      expect(Math.abs(start - (link.from + 0.5) * ROW) + width / 2).toBeLessThanOrEqual(ROW / 2);
      expect(Math.abs(end - (link.to + 0.5) * ROW) + width / 2).toBeLessThanOrEqual(ROW / 2);
    }
  });

  it('have a place also where their neighbours have no links', () => {
    const lonely = { id: 'lonely', name: 'lonely', count: 0, success: undefined, kind: undefined };
    const [from = lonely] = map.webhooks;

    const ribbons = ribbonsOf({
      webhooks: [lonely, from],
      channels: [lonely, lonely, lonely],
      links: [{ from: 1, to: 2, count: 5, filter: null, href: undefined }],
    });

    expect(ribbons).toMatchObject([{ start: 2 * ROW, end: 2.5 * ROW, width: 34 }]);
  });

  it('have labels that lie on them and not on each other', () => {
    const labelled = ribbonsOf(map).filter(({ labelAt }) => labelAt !== undefined);

    expect(labelled).toHaveLength(2);
    const [first, second] = labelled.map((ribbon) => ({ at: ribbon.labelAt!, y: heightAt(ribbon, ribbon.labelAt!) }));
    expect(Math.abs(first!.y - second!.y) >= 20 || Math.abs(first!.at - second!.at) >= 0.3).toBe(true);
  });

  it('rise from one end to the other', () => {
    const ribbon = { start: 10, end: 110 };

    expect([0, 0.5, 1].map((at) => Math.round(heightAt(ribbon, at)))).toEqual([10, 60, 110]);
  });
});
