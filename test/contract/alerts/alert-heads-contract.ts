import { describe, expect, it } from 'vitest';
import { applyChange, type AlertHeads, type Changed } from '../../../core/alert/apply-change.ts';
import type { Change } from '../../../core/alert/change.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
let serial = 0;

/** A message id that no other has. */
function newMessageId(): string {
  serial += 1;
  return `msg_01HZ${String(serial).padStart(22, '0')}`;
}

/** What every store of alerts does. */
export function describeAlertHeads(name: string, create: () => AlertHeads): void {
  describe(`alerts ${name}`, () => {
    function rig() {
      const key = `disk ${newMessageId()}`;
      const heads = create();
      const said = (change: Partial<Change> = {}): Change => ({
        organizationId: 'org_1',
        webhookId: 'wh_1',
        webhookName: 'Monitoring',
        key,
        status: 'firing',
        messageId: newMessageId(),
        now: NOW,
        at: NOW,
        by: { type: 'sender' },
        matched: [],
        hops: [],
        ...change,
      });
      const ports = { heads, now: () => NOW, pause: async () => {} };
      const tell = async (change?: Partial<Change>): Promise<Changed> => {
        const changed = await applyChange(ports, said(change), false);
        if (changed === undefined) throw new Error('The alert was not written.');
        return changed;
      };
      return { tell, said, heads, read: async () => heads.read(said()) };
    }

    it('begins with the first message that fires', async () => {
      const { tell, read } = rig();

      const { effect, before, after } = await tell({
        matched: ['slack ch_1'],
        priority: 4,
        hops: ['a'],
        originId: 'msg_0',
      });

      expect([effect, before]).toEqual(['begin', undefined]);
      expect(after).toMatchObject({ status: 'firing', episode: 1, count: 1, turn: 1, maxPriority: 4, priority: 4 });
      expect(await read()).toEqual(after);
    });

    it('counts what repeats, takes its texts and its channels, and asks for no turn', async () => {
      const { tell, read } = rig();
      await tell({ matched: ['slack ch_1'], priority: 4 });

      const { effect, after } = await tell({ messageId: 'msg_2', matched: ['email ch_2'], now: NOW + 5, at: NOW + 5 });

      expect(effect).toBe('repeat');
      expect(after).toMatchObject({ count: 2, messageId: 'msg_2', turn: 1, lastAt: NOW + 5, maxPriority: 4 });
      expect(after).not.toHaveProperty('priority');
      expect(await read()).toEqual(after);
    });

    it('fires again where somebody has it, once the priority is above every one before', async () => {
      const { tell, read } = rig();
      await tell({ priority: 3 });
      await tell({ status: 'acknowledged' });

      const same = await tell({ priority: 3 });
      const louder = await tell({ priority: 4 });

      expect([same.effect, same.after?.status]).toEqual(['repeat', 'acknowledged']);
      expect([louder.effect, louder.after?.status, louder.after?.turn]).toEqual(['raise', 'firing', 2]);
      expect(louder.after).not.toHaveProperty('acknowledged');
      expect(await read()).toEqual(louder.after);
    });

    it('only counts what is older than what is known, open or not', async () => {
      const { tell, read } = rig();
      await tell({ at: NOW - 1000 });
      const late = await tell({ at: NOW - 2000, priority: 5, matched: ['slack ch_9'] });
      await tell({ status: 'resolved', at: NOW - 500 });
      const later = await tell({ at: NOW - 600 });

      expect([late.effect, late.after?.count, late.after?.maxPriority]).toEqual(['count', 2, 0]);
      expect([later.effect, later.after?.status, later.after?.count]).toEqual(['count', 'resolved', 3]);
      expect(await read()).toEqual(later.after);
    });

    it('changes nothing by a late resolve, a late acknowledgement, or one of what is acknowledged', async () => {
      const { tell, read } = rig();
      await tell();
      await tell({ status: 'acknowledged' });
      const before = await read();

      const results = [
        await tell({ status: 'resolved', at: NOW - 1 }),
        await tell({ status: 'acknowledged', at: NOW - 1 }),
        await tell({ status: 'acknowledged' }),
      ];

      expect(results.map(({ effect }) => effect)).toEqual([undefined, undefined, undefined]);
      expect(await read()).toEqual(before);
    });

    it('knows of nothing to resolve or to acknowledge before anything fired', async () => {
      const { tell, read } = rig();

      const results = [await tell({ status: 'resolved' }), await tell({ status: 'acknowledged' })];

      expect(results).toEqual([
        { before: undefined, after: undefined },
        { before: undefined, after: undefined },
      ]);
      expect(await read()).toBeUndefined();
    });

    it('begins the next episode after a resolve, with the same time too', async () => {
      const { tell, read } = rig();
      const first = await tell({ matched: ['slack ch_1'], priority: 5 });
      const resolved = await tell({ status: 'resolved', messageId: 'msg_end' });

      const again = await tell({ priority: 2 });

      expect(resolved.after).toMatchObject({
        status: 'resolved',
        turn: 2,
        resolved: { at: NOW, messageId: 'msg_end' },
      });
      expect([again.effect, again.before]).toEqual(['begin-again', resolved.after]);
      expect(again.after).toMatchObject({ episode: 2, count: 1, turn: 3, maxPriority: 2, followers: [] });
      expect(again.after?.id).not.toBe(first.after?.id);
      expect(await read()).toEqual(again.after);
    });

    it('ends an acknowledgement once, and a silence only while it lasts', async () => {
      const { tell, read, heads, said } = rig();
      await tell();
      const taken = await tell({ status: 'acknowledged', by: { type: 'user', id: 'usr_1' }, until: NOW + 60_000 });
      const seen = taken.after;
      const change = said({ by: { type: 'system' } });

      const lapsed = await heads.write({ change, effect: 'lapse', seen });
      const again = await heads.write({ change, effect: 'lapse', seen });
      await tell({ now: NOW + 1, at: NOW });
      const silent = await heads.write({ change: said({ status: 'resolved' }), effect: 'resolve', seen });

      expect([lapsed.kind, again.kind, silent.kind]).toEqual(['written', 'refused', 'refused']);
      expect(await read()).toMatchObject({ status: 'firing', turn: 2, count: 2 });
    });

    it('sets its timer anew when the webhook resolves sooner than before', async () => {
      const { tell, read } = rig();
      await tell();

      const { effect, after } = await tell({ autoResolveSeconds: 60 });

      expect(effect).toBe('repeat');
      expect(after).toMatchObject({ autoResolveSeconds: 60, dueAt: NOW + 60_000 });
      expect(await read()).toEqual(after);
    });

    it('is one alert with the right count when fifty senders begin it at once', async () => {
      const { tell, read } = rig();

      const results = await Promise.all(
        Array.from({ length: 50 }, async (_none, index) => tell({ matched: [`slack ch_${index % 5}`] })),
      );

      const head = await read();
      expect(results.filter(({ effect }) => effect === 'begin')).toHaveLength(1);
      expect(new Set(results.map(({ after }) => after?.id)).size).toBe(1);
      expect([head?.count, head?.episode, head?.followers.length]).toEqual([50, 1, 5]);
    });

    it('is begun again by one of many that race behind a resolve', async () => {
      const { tell, read } = rig();
      await tell();
      await tell({ status: 'resolved' });

      const results = await Promise.all(Array.from({ length: 20 }, async () => tell()));

      expect(results.filter(({ effect }) => effect === 'begin-again')).toHaveLength(1);
      expect(await read()).toMatchObject({ episode: 2, count: 20, status: 'firing' });
    });
  });
}
