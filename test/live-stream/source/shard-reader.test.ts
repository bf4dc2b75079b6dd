import { expect, it } from 'vitest';
import type { RecordPage, StreamApi } from '../../../adapters/aws/live/stream-api.ts';
import { createPollPace } from '../../../live-stream/source/poll-pace.ts';
import { createShardReader } from '../../../live-stream/source/shard-reader.ts';

const record = { sequenceNumber: '1', createdAt: undefined, inserted: {} };
const EMPTY: RecordPage = { kind: 'page', records: [], full: false, next: 'it' };
const ONE: RecordPage = { kind: 'page', records: [record], full: false, next: 'it' };
const FULL: RecordPage = { kind: 'page', records: [record], full: true, next: 'it' };

/** The waits of the only reader between these pages, in milliseconds. */
async function waitsBetween(pages: readonly RecordPage[]): Promise<number[]> {
  const waits: number[] = [];
  let now = 0;
  const left = [...pages];
  const api: StreamApi = {
    describe: async () => ({ kind: 'shards', shards: [] }),
    iterator: async () => ({ kind: 'iterator', value: 'it' }),
    read: async () => left.shift() ?? { kind: 'page', records: [], full: false },
  };
  const clock = {
    now: () => now,
    random: () => 0,
    sleep: async (ms: number) => {
      waits.push(ms);
      now += ms;
    },
  };
  const pace = createPollPace(() => now);
  const options = { api, shardId: 'one', from: 'latest', isOld: () => false, onRecord: () => {}, pace } as const;
  const reader = createShardReader(options, { clock, log: () => {}, signal: new AbortController().signal });
  await reader.open();
  await reader.run();
  return waits;
}

it('waits between two looks as long as the pace says', async () => {
  expect(await waitsBetween([EMPTY, ONE, EMPTY])).toEqual([250, 250, 250]);
});

it('looks again at once when a page was full, because there may be more already', async () => {
  expect(await waitsBetween([FULL, FULL, ONE])).toEqual([250]);
});
