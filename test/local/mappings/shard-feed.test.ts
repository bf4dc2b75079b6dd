import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { InvocationResult } from '../../../local/lambda/protocol.ts';
import { type FeedRecord, ShardFeed } from '../../../local/mappings/shard-feed.ts';

const Handed = z.object({
  Records: z.array(z.object({ id: z.string() })),
  window: z.object({ start: z.string(), end: z.string() }),
  state: z.record(z.string(), z.unknown()),
  shardId: z.string(),
  eventSourceARN: z.string(),
  isFinalInvokeForWindow: z.boolean(),
  isWindowTerminatedEarly: z.boolean(),
});
type Handed = z.infer<typeof Handed>;

/** The beginning of a window. */
const START = Date.UTC(2026, 10, 20, 12);

const MAPPING = {
  kind: 'stream',
  name: 'Stack/Mapping',
  streamArn: 'arn:stream/current',
  table: 'Table',
  functionName: 'fn',
  batchSize: 3,
  gatherMs: 45_000,
  windowMs: 900_000,
  matches: (record: unknown) => !JSON.stringify(record).includes('held back'),
} as const;

const ok = (state = {}): InvocationResult => ({ kind: 'result', payload: { state } });
const FAILED: InvocationResult = { kind: 'error', type: 'Error', message: 'no' };

function rig(answers: readonly InvocationResult[] = [], isRepeated = () => false) {
  const handed: Handed[] = [];
  const kept: string[] = [];
  const pauses: number[] = [];
  const clock = { now: START };
  const feed = new ShardFeed(
    MAPPING,
    { id: 'shardId-1', streamArn: 'arn:stream/2026-11-20T00:00:00.000' },
    {
      invoke: async (event) => {
        handed.push(Handed.parse(event));
        return answers[handed.length - 1] ?? ok();
      },
      keep: (sequence) => kept.push(sequence),
      isRepeated,
      now: () => clock.now,
      pause: async (milliseconds) => {
        pauses.push(milliseconds);
        clock.now += milliseconds;
      },
    },
  );
  return { feed, handed, kept, pauses, clock };
}

const record = (id: string, afterMs = 0): FeedRecord => ({ sequence: id, at: START + afterMs, event: { id } });
const idsOf = (handed: readonly Handed[]) => handed.map(({ Records }) => Records.map(({ id }) => id));

describe('a shard that is fed to a function', () => {
  it('is gathered for as long as the mapping says, and handed over with the shard and the window', async () => {
    const { feed, handed, kept, clock } = rig();

    await feed.take([record('1'), record('2')]);
    clock.now += 44_999;
    await feed.tick();
    expect(handed).toEqual([]);
    clock.now += 1;
    await feed.tick();

    expect(handed).toEqual([
      {
        Records: [{ id: '1' }, { id: '2' }],
        window: { start: '2026-11-20T12:00:00.000Z', end: '2026-11-20T12:15:00.000Z' },
        state: {},
        shardId: 'shardId-1',
        eventSourceARN: 'arn:stream/2026-11-20T00:00:00.000',
        isFinalInvokeForWindow: false,
        isWindowTerminatedEarly: false,
      },
    ]);
    expect(kept).toEqual(['2']);
  });

  it('is handed over at once when a batch is full', async () => {
    const { feed, handed } = rig();

    await feed.take(['1', '2', '3', '4'].map((id) => record(id)));

    expect(idsOf(handed)).toEqual([['1', '2', '3']]);
  });

  it('is handed over before an invocation would carry more than it may', async () => {
    const { feed, handed } = rig();
    const large = (id: string) => ({ ...record(id), event: { id, text: 'x'.repeat(4 * 1024 * 1024) } });

    await feed.take([large('1'), large('2')]);

    expect(idsOf(handed)).toEqual([['1']]);
  });

  it('gets on past what the filters hold back, unless something before it is not done', async () => {
    const { feed, kept, handed } = rig();

    await feed.take([record('1 held back')]);
    await feed.take([record('2'), record('3 held back')]);

    expect(kept).toEqual(['1 held back']);
    expect(handed).toEqual([]);
  });

  it.each([
    ['an error', FAILED],
    ['an answer without a state', { kind: 'result', payload: undefined } as const],
  ])('is handed over again after %s, before anything that follows, ever more slowly', async (_, failure) => {
    const { feed, handed, kept, pauses } = rig([failure, failure]);

    await feed.take(['1', '2', '3', '4', '5', '6'].map((id) => record(id)));

    expect(idsOf(handed)).toEqual([
      ['1', '2', '3'],
      ['1', '2', '3'],
      ['1', '2', '3'],
      ['4', '5', '6'],
    ]);
    expect(pauses).toEqual([500, 1000]);
    expect(kept).toEqual(['3', '6', '6']);
  });

  it('goes on after 24 hours, when the stream has forgotten what failed', async () => {
    const { feed, handed, pauses } = rig(Array.from({ length: 5000 }, () => FAILED));

    await feed.take(['1', '2', '3'].map((id) => record(id)));

    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThanOrEqual(24 * 3_600_000);
    expect(handed.length).toBe(pauses.length + 1);
  });

  it('comes once more when it is to', async () => {
    const { feed, handed } = rig([], () => true);

    await feed.take(['1', '2', '3'].map((id) => record(id)));

    expect(idsOf(handed)).toEqual([
      ['1', '2', '3'],
      ['1', '2', '3'],
    ]);
  });
});

describe('a window', () => {
  it('carries on what the function answers, ends with an invocation of its own, and the next one begins with nothing', async () => {
    const { feed, handed, clock } = rig([ok({ sum: 1 }), ok({ sum: 2 })]);

    await feed.take([record('1'), record('2'), record('3'), record('4'), record('5', 900_000)]);
    clock.now = START + 945_000;
    await feed.tick();

    expect(idsOf(handed)).toEqual([['1', '2', '3'], ['4'], [], ['5']]);
    expect(handed.map(({ state }) => state)).toEqual([{}, { sum: 1 }, { sum: 2 }, {}]);
    expect(handed.map(({ isFinalInvokeForWindow }) => isFinalInvokeForWindow)).toEqual([false, false, true, false]);
    expect(handed.at(-1)?.window.start).toBe('2026-11-20T12:15:00.000Z');
  });

  it('ends when its time is over, though nothing follows', async () => {
    const { feed, handed, clock } = rig();

    await feed.take([record('1', 890_000)]);
    clock.now = START + 900_000;
    await feed.tick();
    await feed.tick();

    expect(idsOf(handed)).toEqual([['1'], []]);
  });

  it('ends with its shard', async () => {
    const { feed, handed } = rig();

    await feed.take([record('1')]);
    await feed.end();
    await feed.end();

    expect(idsOf(handed)).toEqual([['1'], []]);
  });
});
