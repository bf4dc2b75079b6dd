import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChannelKind } from '../../../core/channels/kinds.ts';
import type { Delivery, DeliveryState } from '../../../core/delivery/delivery.ts';
import type { Message } from '../../../core/delivery/message.ts';
import { buckets } from '../../../core/figures/bucket.ts';
import { figureChangesOf, type RowChange } from '../../../core/figures/change.ts';
import { type Batch, countBatch, maySplit, type PageStore } from '../../../core/figures/count.ts';
import { emptyPage, mergePages } from '../../../core/figures/page.ts';
import { addUsage, noUsage, type Usage, usageFields, usageOf } from '../../../core/usage/usage.ts';
import { memoryFigures } from '../../fakes/figures.ts';
import { attempt, deliveryRow, messageIdAt, messageRow, NOON, ORGANIZATION, routed } from './rows.ts';

type Record = RowChange & { readonly sequence: string };

const recordsOf = (changes: readonly Record[]): Batch['records'] =>
  changes.flatMap(({ sequence, ...change }) => {
    const changes = figureChangesOf(change);
    return changes === undefined ? [] : [{ sequence, ...changes }];
  });

const DAY = { from: NOON - 24 * 3_600_000, until: NOON + 24 * 3_600_000 };

async function pageOf({ figures }: ReturnType<typeof memoryFigures>, bucket: (typeof buckets)[number]) {
  const pages = await figures.readPages(ORGANIZATION, { bucket, ...DAY });
  return pages.map(({ page }) => page).reduce(mergePages, emptyPage);
}

async function usageIn(memory: ReturnType<typeof memoryFigures>, bucket: (typeof buckets)[number]): Promise<Usage> {
  const { webhooks } = await pageOf(memory, bucket);
  return Object.values(webhooks).reduce((sum, tally) => addUsage(sum, tally), noUsage);
}

const message = (index: number, kinds: readonly ChannelKind[] = ['slack']) => {
  const id = messageIdAt(NOON + index * 60_000, String(index % 10));
  return messageRow(
    id,
    kinds.map((kind, channel) => routed(`ch_${channel}`, kind)),
  );
};

describe('counting a batch', () => {
  const first = recordsOf([
    { sequence: '10', after: message(0) },
    { sequence: '11', after: message(1) },
  ]);
  const second = recordsOf([{ sequence: '12', after: message(2) }]);

  it('adds up in all bucket lengths', async () => {
    const memory = memoryFigures();

    await countBatch(memory.pages, { streamShard: 'shard', records: [...first, ...second] });

    for (const bucket of buckets)
      expect(await usageIn(memory, bucket)).toEqual({ ...noUsage, messages: 3, pending: 3 });
  });

  it('counts a batch once that comes twice, alone or with what follows', async () => {
    const memory = memoryFigures();
    const batches = [first, first, [...first, ...second], second];

    for (const records of batches) await countBatch(memory.pages, { streamShard: 'shard', records });

    expect(await usageIn(memory, '1h')).toEqual({ ...noUsage, messages: 3, pending: 3 });
  });

  it('counts what several shards tell under the same numbers', async () => {
    const memory = memoryFigures();

    for (const streamShard of ['one', 'other']) await countBatch(memory.pages, { streamShard, records: first });

    expect(await usageIn(memory, '1d')).toMatchObject({ messages: 4 });
  });

  it('orders positions by number, not as text', async () => {
    const memory = memoryFigures();
    const later = recordsOf([{ sequence: '100', after: message(3) }]);

    await countBatch(memory.pages, { streamShard: 'shard', records: [...first, ...later] });
    await countBatch(memory.pages, { streamShard: 'shard', records: first });

    expect(await usageIn(memory, '1d')).toMatchObject({ messages: 3 });
  });

  it('counts once when two instances count the same batch at the same time', async () => {
    const memory = memoryFigures();
    const batch = { streamShard: 'shard', records: [...first, ...second] };

    await Promise.all([countBatch(memory.pages, batch), countBatch(memory.pages, batch)]);

    expect(await usageIn(memory, '5m')).toMatchObject({ messages: 3 });
  });

  it('gives up, so that the batch comes again, when an item always changes meanwhile', async () => {
    const { pages } = memoryFigures();
    const restless: PageStore = { ...pages, write: async () => 'changed' };

    await expect(countBatch(restless, { streamShard: 'shard', records: first })).rejects.toThrow('8 times');
  });

  it('writes nothing for what counts nothing', async () => {
    const memory = memoryFigures();
    const claims = recordsOf([
      { sequence: '1', after: deliveryRow(messageIdAt(NOON), 'ch_a', { state: 'delivering' }) },
    ]);

    await countBatch(memory.pages, { streamShard: 'shard', records: claims });

    expect(memory.places()).toEqual([]);
  });

  it('keeps how channels stand by the hour alone', async () => {
    const memory = memoryFigures();

    await countBatch(memory.pages, {
      streamShard: 'shard',
      records: recordsOf([{ sequence: '1', after: message(0, ['live-stream']) }]),
    });

    const known = await Promise.all(buckets.map(async (bucket) => (await pageOf(memory, bucket)).channels['ch_0']));
    expect(known.map((figures) => figures?.standing !== undefined)).toEqual([false, true, false]);
  });
});

describe('an item that grows too large', () => {
  const ofWebhook = (index: number): Message => {
    const id = messageIdAt(NOON + index, String(index % 10));
    return messageRow(id, [routed(`ch_${index % 7}`)], { webhookId: `wh_${index}` });
  };
  const numbers = Array.from({ length: 300 }, (_, index) => index);
  const records = recordsOf(numbers.map((index) => ({ sequence: String(index + 1), after: ofWebhook(index) })));

  it.each([
    ['all at once', [records]],
    ['bit by bit', numbers.map((index) => records.slice(index, index + 1))],
    ['bit by bit and twice', numbers.flatMap((index) => [records.slice(0, index), records.slice(index, index + 20)])],
  ])('is split, and loses and repeats nothing: %s', async (_, batches) => {
    const memory = memoryFigures({ maxSeries: 20 });

    for (const some of batches) await countBatch(memory.pages, { streamShard: 'shard', records: some });

    const { webhooks, channels } = await pageOf(memory, '1h');
    expect(Object.keys(webhooks)).toHaveLength(300);
    expect(Object.values(webhooks).every(({ messages }) => messages === 1)).toBe(true);
    expect(Object.values(channels).reduce((sum, { pending }) => sum + pending, 0)).toBe(300);
    expect(memory.places().length).toBeGreaterThan(20);
  });
});

describe('a part of an item', () => {
  it('may be split until the ends of ids are as good as whole ids', () => {
    const place = { organizationId: ORGANIZATION, bucket: '5m', start: NOON, streamShard: 's' } as const;

    expect(['', 'abcde', 'abcdef'].map((path) => maySplit({ ...place, path }))).toEqual([true, true, false]);
  });
});

/** A life of rows: what happens to which message and channel. */
type Step = { readonly message: number; readonly channel: number; readonly to: DeliveryState | 'replay' };

const steps = fc.array(
  fc.record({
    message: fc.nat(5),
    channel: fc.nat(2),
    to: fc.constantFrom<Step['to'][]>('delivering', 'delivered', 'failed', 'skipped', 'retrying', 'queued', 'replay'),
  }),
  { maxLength: 60 },
);

/** The stream of a table in which all that happens, and the rows that it leaves. */
function lifeOf(life: readonly Step[]) {
  const messages = Array.from({ length: 6 }, (_, index) => message(index * 7, ['slack', 'live-stream', 'email']));
  const rows = new Map<string, Delivery>();
  const changes: RowChange[] = messages.map((after) => ({ after }));
  for (const { message: index, channel, to } of life) {
    const before = messages[index]!;
    const { channelId, kind, matched } = before.routing[channel]!;
    const key = `${before.id}#${channelId}`;
    if (to === 'replay') {
      const routing = before.routing.map((line) =>
        line.channelId === channelId ? { ...line, matched: !matched } : line,
      );
      const ever = [...before.routing, ...routing].filter((line) => line.matched).map((line) => line.channelId);
      const everMatched = new Set([...(before.everMatched ?? []), ...ever]);
      const after = { ...before, routing, everMatched };
      messages[index] = after;
      changes.push({ before: before, after: after });
    } else if (kind !== 'live-stream') {
      const known = rows.get(key);
      const tried = to === 'delivered' ? [attempt('delivered', 500)] : to === 'failed' ? [attempt('failed', 500)] : [];
      const after = deliveryRow(before.id, channelId, { state: to, attempts: [...(known?.attempts ?? []), ...tried] });
      rows.set(key, after);
      changes.push({ ...(known === undefined ? {} : { before: known }), after });
    }
  }
  const deliveries = [...rows.values()];
  const records = messages.map((row) => ({
    message: row,
    deliveries: deliveries.filter(({ messageId }) => messageId === row.id),
  }));
  return {
    changes,
    expected: records.map((record) => usageOf(record)).reduce((sum, one) => addUsage(sum, one), noUsage),
  };
}

describe('figures', () => {
  it('say what the tables say, whatever happened, however it was cut into batches and repeated', async () => {
    const cuts = fc.array(fc.record({ from: fc.nat(70), length: fc.nat(20) }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(steps, cuts, fc.constantFrom(3, Infinity), async (life, repeats, maxSeries) => {
        const memory = memoryFigures({ maxSeries });
        const { changes, expected } = lifeOf(life);
        const records = recordsOf(changes.map((change, index) => ({ ...change, sequence: String(index + 5) })));
        let done = 0;
        for (const { from, length } of repeats) {
          // A batch begins where the one before ended, or earlier when it is handed over again.
          const start = Math.min(from, done);
          await countBatch(memory.pages, { streamShard: 's', records: records.slice(start, start + length) });
          done = Math.max(done, start + length);
        }
        await countBatch(memory.pages, { streamShard: 's', records: records.slice(Math.min(done, records.length)) });

        for (const bucket of buckets) {
          const found = await usageIn(memory, bucket);
          expect(usageFields.map((field) => found[field])).toEqual(usageFields.map((field) => expected[field]));
        }
      }),
      { numRuns: 150 },
    );
  });
});
