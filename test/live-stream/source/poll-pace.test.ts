import { beforeEach, expect, it } from 'vitest';
import { createPollPace, type PollPace } from '../../../live-stream/source/poll-pace.ts';

const FOUR = ['a', 'b', 'c', 'd'];
/** Looks a second over all quiet shards of one task. */
const BUDGET = 7.75;
const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;

let now: number;
let pace: PollPace;

beforeEach(() => {
  now = 1_000_000;
  pace = createPollPace(() => now);
});

/** Looks at each shard once; `busy` ones bring a record. @returns the waits, by shard. */
function look(shards: readonly string[], busy: readonly string[] = []): number[] {
  return shards.map((shard) => pace.waitAfter(shard, busy.includes(shard) ? 1 : 0));
}

const looksASecond = (waits: readonly number[]): number => waits.reduce((sum, wait) => sum + 1000 / wait, 0);

/** The waits once all shards are known to it. */
function settled(shards: readonly string[]): number[] {
  look(shards);
  return look(shards);
}

it('looks at the four shards of a new table about twice a second while none has brought anything', () => {
  expect(settled(FOUR)).toEqual([516, 516, 516, 516]);
});

it('looks at a single shard four times a second, which is as often as AWS advises', () => {
  expect(settled(['a'])).toEqual([250]);
});

it('looks at each of many shards once a second, and never less often', () => {
  const many = Array.from({ length: 20 }, (_, n) => String(n));

  expect(new Set(settled(many))).toEqual(new Set([1000]));

  look(many, ['3']);
  now += 11 * SECOND;
  expect(new Set(look(many))).toEqual(new Set([1000]));
});

it('looks at a shard four times a second for ten seconds after its last record', () => {
  settled(FOUR);

  expect(look(FOUR, ['a'])).toEqual([250, 1000, 1000, 1000]);
  now += 9.9 * SECOND;
  expect(look(FOUR, FOUR)).toEqual([250, 250, 250, 250]);
  now += 10 * SECOND;
  expect(look(FOUR)).toEqual([516, 516, 516, 516]);
});

it.each([
  { brought: ['a'], waits: [250, 1000, 1000, 1000] },
  { brought: ['a', 'b'], waits: [348, 348, 1000, 1000] },
  { brought: ['a', 'b', 'c'], waits: [444, 444, 444, 1000] },
  { brought: FOUR, waits: [516, 516, 516, 516] },
])('gives the shards that brought records within a day what the others leave: $brought', ({ brought, waits }) => {
  settled(FOUR);
  look(FOUR, brought);

  now += DAY - 1;

  expect(look(FOUR)).toEqual(waits);
});

it('treats a shard like any other a day after its last record', () => {
  settled(FOUR);
  look(FOUR, ['a']);

  now += DAY;

  expect(look(FOUR)).toEqual([516, 516, 516, 516]);
});

it('never spends more than its budget on quiet shards', () => {
  for (let brought = 0; brought <= FOUR.length; brought += 1) {
    pace = createPollPace(() => now);
    settled(FOUR);
    look(FOUR, FOUR.slice(0, brought));
    now += 11 * SECOND;

    expect(looksASecond(look(FOUR))).toBeLessThanOrEqual(BUDGET + 0.05);
  }
});

it('looks at the children of a shard like at the shard itself, which is gone', () => {
  settled(FOUR);
  look(FOUR, ['a']);
  now += 11 * SECOND;

  pace.handOver('a', ['e', 'f']);

  expect(look(['e', 'f', 'b', 'c', 'd'])).toEqual([421, 421, 1000, 1000, 1000]);
});

it('keeps what it knows of a child that was looked at before its parent was known to have ended', () => {
  settled(FOUR);
  look(['e'], ['e']);

  pace.handOver('a', ['e']);

  expect(look(['e'])).toEqual([250]);
});

it('shares its looks among the shards that are left when one ends without children', () => {
  settled(FOUR);

  pace.handOver('d', []);

  expect(look(['a', 'b', 'c'])).toEqual([387, 387, 387]);
});
