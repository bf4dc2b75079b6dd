/**
 * Streams to thousands of readers, ours beside nginx with nchan where Debian's package `libnginx-mod-nchan` is
 * installed: memory per idle connection, CPU per delivered event, time from publishing to receipt. The same load
 * generator reads from both, in turn, in one run. Ours polls its event stream, four times a second at most, as DynamoDB
 * Streams allows; nchan is handed its events. Where each channel has one reader, a service in Node that does only what is
 * unavoidable stands beside them. Then how late rare events are, with the four shards of a new table, and the way of a
 * notification through the whole local stack, by hops.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { ratio } from './ratio.ts';
import type { Report, Table } from './report.ts';
import { startBareNode } from './stream/bare-node.ts';
import type { Contender } from './stream/contender.ts';
import { startNchan } from './stream/nchan.ts';
import { startOurs } from './stream/ours.ts';
import { memoryOf, openFilesLimit } from './stream/process-figures.ts';
import { measureRareEvents } from './stream/rare-events.ts';
import { Readers } from './stream/readers.ts';
import { COLUMNS, type Finding, type Load, rounds, type Subject } from './stream/rounds.ts';
import { measureWholeWay } from './stream/whole-way.ts';

const FEW = 1000;
const SOME = 5000;
const MANY = 9000;
/** Garbage of the opening is collected and freed within this time, if it ever is. */
const REST_MS = 8000;
const MIB = 1024 * 1024;
const MEMORY_TARGET = { atMost: 1.1 };

/**
 * Ours waits for its next look at the event stream, nchan is handed its events: in a burst that wait is paid once, so
 * ours is to come close.
 */
const BURST_P50_TARGET = { atMost: 1.25 };
const BURST_P50_MS_TARGET = { atMost: 300 };

const rowsOf = (findings: readonly Finding[]): Table['rows'] => findings.flatMap(({ rows }) => rows);

const loads = (readers: number): Load[] => [
  { name: 'one event at a time', batches: Math.round(60_000 / readers) + 4, size: 1, everyMs: 300 },
  {
    name: 'bursts of 10 events',
    batches: 2,
    size: 10,
    everyMs: 1000,
    p50Target: BURST_P50_TARGET,
    p50MsTarget: BURST_P50_MS_TARGET,
  },
];

/** What both needed, as tables, and ratios of ours to nchan's; no ratios when nchan is not installed. */
export async function run(): Promise<Report> {
  const files = await openFilesLimit();
  const many = Math.min(MANY, Math.floor(files / 2) - 250);
  const some = Math.min(SOME, Math.floor(files / 3) - 250);
  if (many < MANY) console.log(`only ${many} readers: raise the limit of open files (ulimit -n) to ${2 * MANY + 500}`);
  const memory: Finding[] = [];
  const events: Finding[] = [];
  const starters = { ours: async () => startOurs(many), nchan: async () => startNchan(many) };
  await withSubjects([starters.ours, starters.nchan], async (subjects) => {
    memory.push(await memorySlope(subjects, many));
    events.push(...(await oneChannel(subjects, many)));
  });
  await withSubjects([starters.ours, starters.nchan, startBareNode], async (subjects) => {
    events.push(...(await manyChannels(subjects, some)));
  });
  return {
    ratios: [...memory, ...events].flatMap(({ ratios }) => ratios),
    tables: [
      {
        title: 'memory',
        columns: ['of', 'bytes per idle connection', `MiB at ${FEW}`, `MiB at ${many}`],
        rows: rowsOf(memory),
      },
      {
        title: 'events, medians of the rounds',
        columns: COLUMNS,
        rows: rowsOf(events),
      },
      await measureRareEvents(),
      await measureWholeWay(),
    ],
  };
}

type Starter = () => Promise<Contender | undefined>;

/** @param starters ours first; one that cannot start is left out. */
async function withSubjects<T>(
  starters: readonly Starter[],
  use: (subjects: readonly Subject[]) => Promise<T>,
): Promise<T> {
  const contenders: Contender[] = [];
  for (const start of starters) contenders.push(...[(await start()) ?? []].flat());
  const subjects = contenders.map((contender) => ({ contender, readers: new Readers(contender) }));
  try {
    return await use(subjects);
  } finally {
    for (const { contender, readers } of subjects) {
      readers.close(0);
      await contender.stop();
    }
  }
}

async function oneChannel(subjects: readonly Subject[], many: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const count of [many, SOME, FEW].filter((count) => count <= many)) {
    for (const { readers } of subjects) readers.close(count);
    await delay(1000);
    for (const load of loads(count)) {
      const name = `${count} readers of one channel, ${load.name}`;
      findings.push(await rounds(name, { subjects, load, readersPerEvent: count, channels: 1 }));
    }
  }
  return findings;
}

async function manyChannels(subjects: readonly Subject[], count: number): Promise<Finding[]> {
  for (const { readers } of subjects) await readers.open(count, (reader) => reader);
  const findings: Finding[] = [];
  for (const load of [
    { name: 'one event each over ten seconds', batches: 10, size: Math.floor(count / 10), everyMs: 1000 },
    { name: 'one event each at once', batches: 1, size: count, everyMs: 5000 },
  ]) {
    const name = `${count} readers of ${count} channels, ${load.name}`;
    findings.push(await rounds(name, { subjects, load, readersPerEvent: 1, channels: count }));
  }
  return findings;
}

async function memorySlope(subjects: readonly Subject[], many: number): Promise<Finding> {
  const slopes: number[] = [];
  const rows: Table['rows'][number][] = [];
  for (const { contender, readers } of subjects) {
    await readers.open(FEW, () => 0);
    await delay(REST_MS);
    const few = await memoryOf(await contender.pids());
    await readers.open(many, () => 0);
    await delay(REST_MS);
    const grown = await memoryOf(await contender.pids());
    const slope = (grown - few) / (many - FEW);
    rows.push([contender.name, Math.round(slope), few / MIB, grown / MIB]);
    slopes.push(slope);
  }
  const [ours = Number.NaN, nchan] = slopes;
  const ratios = nchan === undefined ? [] : [ratio('memory per idle connection', [ours / nchan], MEMORY_TARGET)];
  return { ratios, rows };
}
