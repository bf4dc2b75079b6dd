import { describe, expect, it } from 'vitest';
import type { AskEnds, AskList, AskOpener, AskTimers } from '../../../core/ask/ask-store.ts';
import type { Ask } from '../../../core/ask/ask.ts';
import { anAsk, NOW } from '../../fakes/asks.ts';

let serial = 0;

/** An ask that no other test knows, of an organisation of its own. */
function newAsk(own: Partial<Ask> = {}): Ask {
  serial += 1;
  const ulid = `01KAG20RM0${String(serial).padStart(16, '0')}`;
  return anAsk({ id: `ask_${ulid}`, organizationId: `org_${serial}`, messageId: `msg_${ulid}`, ...own });
}

const yes = {
  option: 'yes',
  by: { type: 'user', id: 'usr_1', name: 'ann@example.com' },
  channelId: null,
  at: NOW,
} as const;
const answered = { status: 'answered', answer: yes, at: NOW } as const;

/** What every store of asks does. */
export function describeAskStore(name: string, create: () => AskOpener & AskEnds & AskList & AskTimers): void {
  describe(`asks ${name}`, () => {
    it('keeps an ask whole, with or without what is optional', async () => {
      const store = create();
      const plain = newAsk();
      const full = newAsk({ text: true, onExpiry: 'no', approvers: ['slack:U1'], hops: ['a'], originId: 'msg_0' });

      await store.open(plain);
      await store.open(full);

      expect(await store.read(plain.id)).toEqual(plain);
      expect(await store.read(full.id)).toEqual(full);
      expect(await store.read('ask_none')).toBeUndefined();
    });

    it('gives the ask that is there when the same one is opened again', async () => {
      const store = create();
      const ask = newAsk();
      await store.open(ask);
      await store.end(ask.id, answered);

      const again = await store.open({ ...ask, seed: 'another' });

      expect(again).toMatchObject({ seed: ask.seed, status: 'answered' });
    });

    it('ends once, however many want to at the same time', async () => {
      const store = create();
      const ask = newAsk();
      await store.open(ask);

      const results = await Promise.all(
        Array.from({ length: 100 }, async (_, index) =>
          store.end(
            ask.id,
            index % 5 === 0
              ? { status: 'cancelled', at: NOW }
              : { ...answered, answer: { ...yes, by: { type: 'user', id: `usr_${index}` } } },
          ),
        ),
      );

      const winners = results.filter((result) => result?.kind === 'ended');
      expect(winners).toHaveLength(1);
      expect(results.map((result) => result?.ask)).toEqual(results.map(() => winners[0]?.ask));
      expect(await store.read(ask.id)).toEqual(winners[0]?.ask);
    });

    it('takes no answer when its time is over, and expires no sooner', async () => {
      const store = create();
      const ask = newAsk();
      await store.open(ask);

      const early = await store.end(ask.id, { status: 'expired', at: ask.endsAt - 1 });
      const late = await store.end(ask.id, { ...answered, at: ask.endsAt });
      const expired = await store.end(ask.id, { status: 'expired', at: ask.endsAt });

      expect([early?.kind, late?.kind, expired?.kind]).toEqual(['refused', 'refused', 'ended']);
      expect(await store.read(ask.id)).toEqual({ ...ask, status: 'expired', dueAt: ask.endsAt });
    });

    it('ends none that is not there', async () => {
      expect(await create().end('ask_none', answered)).toBeUndefined();
    });

    it('is due when it expires, and at once when it has ended, until that is told', async () => {
      const store = create();
      const ask = newAsk();
      await store.open(ask);
      const dueAt = async (until: number) => {
        const found = [];
        for await (const due of store.due(until)) if (due.id === ask.id) found.push(due);
        return found;
      };

      const before = [await dueAt(ask.endsAt - 1), await dueAt(ask.endsAt)];
      const end = await store.end(ask.id, answered);
      const untold = await dueAt(NOW);
      await store.clear(ask);
      const stillUntold = await dueAt(NOW);
      await store.clear(end?.ask ?? ask);
      const told = await dueAt(ask.endsAt);

      const due = { id: ask.id, organizationId: ask.organizationId };
      expect(before).toEqual([[], [{ ...due, dueAt: ask.endsAt }]]);
      expect(untold).toEqual([{ ...due, dueAt: NOW }]);
      expect(stillUntold).toEqual(untold);
      expect(told).toEqual([]);
      expect((await store.read(ask.id))?.status).toBe('answered');
    });

    it('lists the asks of an organisation, newest first, page by page, by how they stand now', async () => {
      const store = create();
      const asks = [newAsk(), newAsk(), newAsk(), newAsk()].map((ask) => ({
        ...ask,
        organizationId: `org_list_${serial}`,
      }));
      for (const ask of asks) await store.open(ask);
      const [first, second, third, fourth] = asks.map(({ id }) => id);
      await store.end(third ?? '', answered);
      const query = { organizationId: asks[0]?.organizationId ?? '', now: NOW };
      const idsOf = async (own: Partial<Parameters<AskList['list']>[0]>) => {
        const { items, next } = await store.list({ ...query, page: { limit: 10 }, ...own });
        return [items.map(({ id }) => id), next];
      };

      expect(await idsOf({})).toEqual([[fourth, third, second, first], undefined]);
      expect(await idsOf({ page: { limit: 2 } })).toEqual([[fourth, third], third]);
      expect(await idsOf({ page: { limit: 2, after: third ?? '' } })).toEqual([[second, first], undefined]);
      expect(await idsOf({ status: 'answered' })).toEqual([[third], undefined]);
      expect(await idsOf({ status: 'pending' })).toEqual([[fourth, second, first], undefined]);
      expect(await idsOf({ status: 'expired', now: NOW + 600_000 })).toEqual([[fourth, second, first], undefined]);
      expect(await idsOf({ organizationId: 'org_other' })).toEqual([[], undefined]);
    });
  });
}
