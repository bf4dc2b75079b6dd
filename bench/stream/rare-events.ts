import { setTimeout as delay } from 'node:timers/promises';
import { quantile, verdictOf } from '../ratio.ts';
import type { Table } from '../report.ts';
import { startOurs } from './ours.ts';
import { Readers } from './readers.ts';

/** As a new table has on AWS. */
const SHARDS = 4;
/** Services that are measured side by side, each with an event stream of its own. */
const SERVICES = 4;
const ROUNDS = 5;
/** A shard no longer counts as busy after that. */
const QUIET_MS = 10_500;
const SPREAD_MS = 2000;
const TARGETS = { p50: { atMost: 300 }, p99: { atMost: 600 } };

/** Which shards bring events: where it is more than one, they share the looks that we pay for. */
const CASES = [
  { name: 'in one of four shards', channels: 1 },
  { name: 'in each of four shards', channels: SHARDS },
];

/** How late an event is that comes alone, more than ten seconds after the one before it in its shard. */
export async function measureRareEvents(): Promise<Table> {
  const rows: Table['rows'][number][] = [];
  for (const { name, channels } of CASES) {
    const perService = await Promise.all(Array.from({ length: SERVICES }, async () => latencies(channels)));
    const times = perService.flat();
    const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
    const verdicts = [verdictOf({ median: p50, target: TARGETS.p50 }), verdictOf({ median: p99, target: TARGETS.p99 })];
    rows.push([name, times.length, p50, verdicts[0] ?? '', p99, verdicts[1] ?? '']);
  }
  return { title: 'rare events', columns: ['of', 'events', 'p50, ms', 'target', 'p99, ms', 'target'], rows };
}

/** One service follows four shards, and its readers one channel in each of the first `channels`. */
async function latencies(channels: number): Promise<number[]> {
  const contender = await startOurs(channels, SHARDS);
  const readers = Array.from({ length: channels }, () => new Readers(contender));
  try {
    for (const [channel, reader] of readers.entries()) await reader.open(1, () => channel);
    const all: number[] = [];
    // The first event tells in which shard its channel is.
    for (let round = -1; round < ROUNDS; round += 1) {
      await delay(QUIET_MS);
      const times = await Promise.all(
        readers.map(async (reader, channel) => {
          await delay(Math.random() * SPREAD_MS);
          return reader.exchange([[channel]], { everyMs: 0, expected: 1 });
        }),
      );
      if (round >= 0) all.push(...times.flat());
    }
    return all;
  } finally {
    for (const reader of readers) reader.close(0);
    await contender.stop();
  }
}
