import { describe, expect, it } from 'vitest';
import { figureChangesOf } from '../../../core/figures/change.ts';
import { countBatch } from '../../../core/figures/count.ts';
import { spanUsage } from '../../../core/figures/span-usage.ts';
import { noUsage } from '../../../core/usage/usage.ts';
import { memoryFigures } from '../../fakes/figures.ts';
import { messageIdAt, messageRow, NOON, ORGANIZATION, routed } from './rows.ts';

const MINUTE = 60_000;
const SPAN = { from: NOON, until: NOON + 10 * MINUTE };
const idAt = (minute: number, last = '0') => messageIdAt(NOON + minute * MINUTE, last);

async function usageOf({ stored, counted }: { stored: readonly string[]; counted: readonly string[] }) {
  const { pages, figures } = memoryFigures();
  const rows = counted.map((id) => messageRow(id, [routed('ch_a')]));
  const records = rows.map((after, index) => ({ sequence: String(index + 1), ...figureChangesOf({ after })! }));
  await countBatch(pages, { streamShard: 'shard', records });
  return spanUsage({ figures, edges: async () => stored }, ORGANIZATION, SPAN);
}

describe('the usage of a span', () => {
  it('is what its figures say when they hold its oldest and its newest message, in every shard', async () => {
    const stored = [idAt(1), idAt(9), idAt(4, '1')];

    const usage = await usageOf({ stored, counted: [idAt(9), idAt(1), idAt(4, '1'), idAt(5), idAt(12)] });

    expect(usage).toEqual({ ...noUsage, messages: 4, pending: 4 });
  });

  it('is nothing where nothing was stored', async () => {
    expect(await usageOf({ stored: [], counted: [] })).toEqual(noUsage);
  });

  it.each([
    ['nothing', []],
    ['not the oldest message', [idAt(9)]],
    ['not the newest message', [idAt(1)]],
    ['another shard', [idAt(1, '1'), idAt(9, '1')]],
  ])('is not known when figures hold %s', async (_, counted) => {
    expect(await usageOf({ stored: [idAt(1), idAt(9)], counted })).toBeUndefined();
  });
});
