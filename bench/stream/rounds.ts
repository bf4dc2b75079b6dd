import { median, type Ratio, ratio, verdictOf } from '../ratio.ts';
import type { Table } from '../report.ts';
import type { Contender } from './contender.ts';
import { cpuOf } from './process-figures.ts';
import type { Readers } from './readers.ts';

const ROUNDS = 5;
const CPU_TARGET = { atMost: 1.2 };

/** What one contender needed in one round. */
interface Figures {
  readonly cpuMicroseconds: number;
  readonly p50: number;
  readonly p99: number;
}

/** A contender with its readers. */
export type Subject = { readonly contender: Contender; readonly readers: Readers };

/** How events are published: `size` at a time. */
export interface Load {
  readonly name: string;
  readonly batches: number;
  readonly size: number;
  readonly everyMs: number;
  /** For the ratio of the medians of the time to receipt. */
  readonly p50Target?: Ratio['target'];
  /** For our own median of the time to receipt, in milliseconds. */
  readonly p50MsTarget?: Ratio['target'];
}

/** Ours comes first: all ratios are of ours to another. */
const OURS = 0;
/** Columns of the rows. */
export const COLUMNS = ['of', 'µs CPU per delivery', 'p50, ms', 'p99, ms', 'target of the p50'];

/** What was measured: ratios where another is there, absolute figures always. */
export interface Finding {
  readonly ratios: readonly Ratio[];
  readonly rows: Table['rows'];
}

/** What is measured, and by how many readers of how many channels. */
export interface Task {
  readonly subjects: readonly Subject[];
  readonly load: Load;
  readonly readersPerEvent: number;
  readonly channels: number;
}

/** The first round warms both up: compiling, and collecting what the opening left, are done once in a task's life. */
export async function rounds(name: string, task: Task): Promise<Finding> {
  for (const subject of task.subjects) await measure(subject, task);
  const all: Figures[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const figures: Figures[] = [];
    for (const subject of task.subjects) figures.push(await measure(subject, task));
    all.push(figures);
  }
  const figuresOf = (index: number) => all.flatMap((figures) => figures[index] ?? []);
  return {
    ratios: [
      ...ratios(`CPU: ${name}`, task, { figuresOf, pick: (it) => it.cpuMicroseconds, target: CPU_TARGET }),
      ...ratios(`p50: ${name}`, task, { figuresOf, pick: (it) => it.p50, target: task.load.p50Target }),
    ],
    rows: task.subjects.map(({ contender }, index) => {
      const own = figuresOf(index);
      const [cpu, p50, p99] = [own.map((it) => it.cpuMicroseconds), own.map((it) => it.p50), own.map((it) => it.p99)];
      const target = index === OURS ? task.load.p50MsTarget : undefined;
      const verdict = target === undefined ? '' : verdictOf({ median: median(p50), target });
      return [`${contender.name}: ${name}`, median(cpu), median(p50), median(p99), verdict];
    }),
  };
}

interface Picked {
  readonly figuresOf: (subject: number) => readonly Figures[];
  readonly pick: (figures: Figures) => number;
  readonly target: Ratio['target'];
}

/** Of ours to nchan, which the target is for; where a bare service is there, also of that to nchan and of ours to it. */
function ratios(name: string, { subjects }: Task, { figuresOf, pick, target }: Picked): Ratio[] {
  const at = (wanted: string): number => subjects.findIndex(({ contender }) => contender.name === wanted);
  const of = (above: number, below: number): number[] => {
    const others = figuresOf(below).map(pick);
    return figuresOf(above).map((figures, round) => pick(figures) / (others[round] ?? Number.NaN));
  };
  const [nchan, bare] = [at('nchan'), at('a bare Node service')];
  return [
    ...(nchan < 0 ? [] : [ratio(name, of(OURS, nchan), target)]),
    ...(bare < 0 || nchan < 0 ? [] : [ratio(`${name}: a bare Node service beside nchan`, of(bare, nchan))]),
    ...(bare < 0 ? [] : [ratio(`${name}: ours beside a bare Node service`, of(OURS, bare))]),
  ];
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
