import { describe, expect, it } from 'vitest';
import { type AsOfPorts, readAsOf } from '../../../core/figures/as-of.ts';
import { figureChangesOf } from '../../../core/figures/change.ts';
import { countBatch } from '../../../core/figures/count.ts';
import { memoryFigures } from '../../fakes/figures.ts';
import { messageIdAt, messageRow, NOON, ORGANIZATION } from './rows.ts';

const MINUTE = 60_000;
const NOW = NOON + 30 * MINUTE;

async function read(stored: readonly string[], counted: readonly string[]) {
  const { pages, figures } = memoryFigures();
  const records = counted.map((id, index) => ({
    sequence: String(index + 1),
    ...figureChangesOf({ after: messageRow(id, []) })!,
  }));
  await countBatch(pages, { streamShard: 'shard', records });
  const asked: unknown[] = [];
  const newestMessages: AsOfPorts['newestMessages'] = {
    inShards: async (_, span) => {
      asked.push(span);
      return stored;
    },
  };
  return { asOf: await readAsOf({ newestMessages, figures }, ORGANIZATION, NOW), asked };
}

describe('up to when figures are counted', () => {
  const [one, other] = [messageIdAt(NOON + MINUTE, '1'), messageIdAt(NOON + 20 * MINUTE, '2')];

  it('is a minute ago while nothing happens', async () => {
    const { asOf, asked } = await read([], []);

    expect(asOf).toEqual({ kind: 'current', time: NOW - MINUTE });
    expect(asked).toEqual([{ from: NOW - 24 * 60 * MINUTE, until: NOW - MINUTE }]);
  });

  it('is a minute ago when the newest message of each shard is counted, or a newer one', async () => {
    const newer = messageIdAt(NOON + 21 * MINUTE, '2');

    expect((await read([one, other], [one, other, newer])).asOf.kind).toBe('current');
  });

  it('is when the newest message was accepted that is counted, when another is not', async () => {
    expect((await read([one, other], [one])).asOf).toEqual({ kind: 'behind', time: NOON + MINUTE });
  });

  it('is not a message of another shard, however new', async () => {
    const elsewhere = messageIdAt(NOON + 29.5 * MINUTE, '1');

    expect((await read([other], [elsewhere])).asOf).toEqual({ kind: 'behind', time: NOW - MINUTE });
  });

  it('is not a message of another shard in the same five minutes', async () => {
    const beside = messageIdAt(NOON + 20 * MINUTE + 1, '1');

    expect((await read([other], [beside])).asOf.kind).toBe('behind');
  });

  it('is not known when nothing is counted', async () => {
    expect((await read([one], [])).asOf).toEqual({ kind: 'behind' });
  });
});
