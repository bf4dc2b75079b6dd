/**
 * Streams to thousands of readers, ours beside nginx with nchan where Debian's package `libnginx-mod-nchan` is
 * installed: memory per idle connection, CPU per delivered event, time from publishing to receipt. The same load
 * generator reads from both, in turn, in one run. Ours polls its event stream, four times a second at most, as DynamoDB
 * Streams allows; nchan is handed its events. Then the way of a notification through the whole local stack, by hops.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { median, type Ratio, ratio } from './ratio.ts';
import type { Report, Table } from './report.ts';
import type { Contender } from './stream/contender.ts';
import { startNchan } from './stream/nchan.ts';
import { startOurs } from './stream/ours.ts';
import { cpuOf, memoryOf, openFilesLimit } from './stream/process-figures.ts';
import { Readers } from './stream/readers.ts';
import { measureWholeWay } from './stream/whole-way.ts';

const FEW = 1000;
const SOME = 5000;
const MANY = 9000;
const ROUNDS = 5;
/** Garbage of the opening is collected and freed within this time, if it ever is. */
const REST_MS = 8000;
const MIB = 1024 * 1024;
const MEMORY_TARGET = { atMost: 1.1 };
const CPU_TARGET = { atMost: 1.2 };

/**
 * Ours waits for its next look at the event stream, nchan is handed its events: in a burst that wait is paid once, so
 * ours is to come close.
 */
const BURST_P50_TARGET = { atMost: 1.25 };

/** What one contender needed in one round. */
interface Figures {
  readonly cpuMicroseconds: number;
  readonly p50: number;
  readonly p99: number;
}

type Subject = { readonly contender: Contender; readonly readers: Readers };

/** How events are published: `size` at a time. */
interface Load {
  readonly name: string;
  readonly batches: number;
  readonly size: number;
  readonly everyMs: number;
  /** For the ratio of the medians of the time to receipt. */
  readonly p50Target?: Ratio['target'];
}

/** What was measured: ratios where nchan is there, absolute figures always. */
interface Finding {
  readonly ratios: readonly Ratio[];
  readonly rows: Table['rows'];
}

const loads = (readers: number): Load[] => [
  { name: 'one event at a time', batches: Math.round(60_000 / readers) + 4, size: 1, everyMs: 300 },
  { name: 'bursts of 10 events', batches: 2, size: 10, everyMs: 1000, p50Target: BURST_P50_TARGET },
];

/** What both needed, as tables, and ratios of ours to nchan's; no ratios when nchan is not installed. */
export async function run(): Promise<Report> {
  const limit = Math.floor((await openFilesLimit()) / 2) - 250;
  const many = Math.min(MANY, limit);
  if (many < MANY) console.log(`only ${many} readers: raise the limit of open files (ulimit -n) to ${2 * MANY + 500}`);
  const memory: Finding[] = [];
  const events: Finding[] = [];
  await withSubjects(many, async (subjects) => {
    memory.push(await memorySlope(subjects, many));
    events.push(...(await oneChannel(subjects, many)));
  });
  await withSubjects(Math.min(SOME, many), async (subjects) => {
    events.push(...(await manyChannels(subjects, Math.min(SOME, many))));
  });
  const rowsOf = (findings: readonly Finding[]): Table['rows'] => findings.flatMap(({ rows }) => rows);
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
        columns: ['of', 'µs CPU per delivery', 'p50, ms', 'p99, ms'],
        rows: rowsOf(events),
      },
      await measureWholeWay(),
    ],
  };
}

async function withSubjects<T>(readers: number, use: (subjects: readonly Subject[]) => Promise<T>): Promise<T> {
  const ours = await startOurs(readers);
  const nchan = await startNchan(readers);
  if (nchan === undefined) console.log('nginx with nchan is not installed (libnginx-mod-nchan): ours alone');
  const contenders = nchan === undefined ? [ours] : [ours, nchan];
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
  return { ratios: ratioOf('memory per idle connection', [slopes], MEMORY_TARGET), rows };
}

interface Task {
  readonly subjects: readonly Subject[];
  readonly load: Load;
  readonly readersPerEvent: number;
  readonly channels: number;
}

/** The first round warms both up: compiling, and collecting what the opening left, are done once in a task's life. */
async function rounds(name: string, task: Task): Promise<Finding> {
  for (const subject of task.subjects) await measure(subject, task);
  const all: Figures[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const figures: Figures[] = [];
    for (const subject of task.subjects) figures.push(await measure(subject, task));
    all.push(figures);
  }
  const each = (pick: (figures: Figures) => number): number[][] => all.map((figures) => figures.map(pick));
  return {
    ratios: [
      ...ratioOf(
        `CPU: ${name}`,
        each((it) => it.cpuMicroseconds),
        CPU_TARGET,
      ),
      ...ratioOf(
        `p50: ${name}`,
        each((it) => it.p50),
        task.load.p50Target,
      ),
    ],
    rows: task.subjects.map(({ contender }, index) => {
      const own = all.flatMap((figures) => figures[index] ?? []);
      const [cpu, p50, p99] = [own.map((it) => it.cpuMicroseconds), own.map((it) => it.p50), own.map((it) => it.p99)];
      return [`${contender.name}: ${name}`, median(cpu), median(p50), median(p99)];
    }),
  };
}

/** @param rounds figures of ours, and of nchan if it is there: without it there is no ratio. */
function ratioOf(name: string, rounds: readonly (readonly number[])[], target: Ratio['target']): Ratio[] {
  const ratios = rounds.flatMap(([ours = Number.NaN, nchan]) => (nchan === undefined ? [] : [ours / nchan]));
  return ratios.length === 0 ? [] : [ratio(name, ratios, target)];
}

async function measure({ contender, readers }: Subject, { load, readersPerEvent, channels }: Task): Promise<Figures> {
  const batches = Array.from({ length: load.batches }, (_, batch) =>
    Array.from({ length: load.size }, (_, n) => (batch * load.size + n) % channels),
  );
  const expected = load.batches * load.size * readersPerEvent;
  const pids = await contender.pids();
  const before = await cpuOf(pids);
  const latencies = await readers.exchange(batches, { everyMs: load.everyMs, expected });
  const cpuMs = (await cpuOf(pids)) - before;
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return { cpuMicroseconds: (cpuMs * 1000) / expected, p50: at(0.5), p99: at(0.99) };
}
