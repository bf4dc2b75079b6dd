import { expect, it } from 'vitest';
import { createSharedReads } from '../../live-stream/shared-reads.ts';

/** Reads that end when they are told to. */
function slowReads() {
  const ends: ((answer: string | Error) => void)[] = [];
  const reads = createSharedReads(
    async () =>
      new Promise<string>((settle, fail) => {
        ends.push((answer) => (answer instanceof Error ? fail(answer) : settle(answer)));
      }),
  );
  return { reads, ends };
}

const turn = async (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

it('shares the next read among those who ask while one is under way', async () => {
  const { reads, ends } = slowReads();
  const first = reads.read('a');
  await turn();
  const others = [reads.read('a'), reads.read('a')];
  await turn();
  const startedBefore = ends.length;

  ends[0]!('old');
  await turn();
  ends[1]!('new');

  expect(startedBefore).toBe(1);
  expect(await first).toBe('old');
  expect(await Promise.all(others)).toEqual(['new', 'new']);
  expect(ends).toHaveLength(2);
});

it('reads different things at the same time', async () => {
  const { reads, ends } = slowReads();

  const both = [reads.read('a'), reads.read('b')];
  await turn();
  ends[0]!('of a');
  ends[1]!('of b');

  expect(await Promise.all(both)).toEqual(['of a', 'of b']);
});

it('gives a failure to those who share it, and reads again for the next', async () => {
  const { reads, ends } = slowReads();
  const first = reads.read('a');
  await turn();
  const second = reads.read('a');

  ends[0]!(new Error('throttled'));
  await expect(first).rejects.toThrow('throttled');
  await turn();
  ends[1]!('well');

  expect(await second).toBe('well');
});
