import { expect, it } from 'vitest';
import type { RecordPage, StreamApi } from '../../../adapters/aws/live/stream-api.ts';
import { createShardReader } from '../../../live-stream/source/shard-reader.ts';

const record = { sequenceNumber: '1', createdAt: undefined, inserted: {} };
const EMPTY: RecordPage = { kind: 'page', records: [], next: 'it' };
const ONE: RecordPage = { kind: 'page', records: [record], next: 'it' };

/** The waits of a reader between these pages, in milliseconds. */
async function waitsBetween(pages: readonly RecordPage[]): Promise<number[]> {
  const waits: number[] = [];
  let now = 0;
  const left = [...pages];
  const api: StreamApi = {
    describe: async () => ({ kind: 'shards', shards: [] }),
    iterator: async () => ({ kind: 'iterator', value: 'it' }),
    read: async () => left.shift() ?? { kind: 'page', records: [] },
  };
  const clock = {
    now: () => now,
    random: () => 0,
    sleep: async (ms: number) => {
      waits.push(ms);
      now += ms;
    },
  };
  const options = { api, shardId: 'one', from: 'latest', isOld: () => false, onRecord: () => {} } as const;
  const reader = createShardReader(options, { clock, log: () => {}, signal: new AbortController().signal });
  await reader.open();
  await reader.run();
  return waits;
}

it('is looked at less and less while it has brought nothing, down to once a second', async () => {
  expect(await waitsBetween([EMPTY, EMPTY, EMPTY, EMPTY])).toEqual([500, 1000, 1000, 1000]);
});

it('is looked at four times a second for ten seconds after its last record, and then less and less', async () => {
  const waits = await waitsBetween([EMPTY, EMPTY, ONE, ...Array.from({ length: 43 }, () => EMPTY)]);

  expect(waits).toEqual([500, 1000, ...Array.from({ length: 40 }, () => 250), 500, 1000, 1000, 1000]);
});
