import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setTimeout as delay } from 'node:timers/promises';
import { SoakReader } from './soak-reader.ts';
import { SoakWorld } from './world.ts';

export interface SoakOptions {
  readonly readers: number;
  readonly channels: number;
  readonly seconds: number;
  /** How long a reader stays connected on average, in milliseconds. */
  readonly meanStayMs: number;
  /** Seconds between two deployments. */
  readonly deployEvery: number;
  readonly eventsPerSecond: number;
}

export interface SoakReport {
  readonly events: number;
  readonly received: number;
  readonly repeated: number;
  readonly connects: number;
  readonly restarts: number;
  readonly rotations: number;
  /** What went wrong, in words; empty when all went well. */
  readonly faults: readonly string[];
  /** Bytes in use after collecting garbage: at a third of the time, and at its end. */
  readonly memory: readonly [number, number];
}

const EVERYTHING_WITHIN_MS = 120_000;

/** Readers come and go while tasks are replaced and shards rotate, for a while; then everybody must have everything. */
export async function soak(
  options: SoakOptions,
  progress: (line: string) => void = () => undefined,
): Promise<SoakReport> {
  const world = new SoakWorld(options.readers);
  await world.deploy();
  const readers = Array.from({ length: options.readers }, (_, n) => {
    return new SoakReader(world, { channel: n % options.channels, meanStayMs: options.meanStayMs });
  });
  const running = readers.map(async (reader) => reader.run());
  await delay(500);
  const memory = await disturbFor(options, { world, progress });
  const faults = await lackingIn(readers);
  for (const reader of readers) reader.stop();
  await Promise.all(running);
  await world.stop();
  const sum = (of: (reader: SoakReader) => number): number => readers.reduce((total, reader) => total + of(reader), 0);
  return {
    events: Array.from({ length: options.channels }, (_, n) => world.newest(n)).reduce((a, b) => a + b),
    received: sum(({ received }) => received),
    repeated: sum(({ repeated }) => repeated),
    connects: sum(({ connects }) => connects),
    restarts: world.restarts,
    rotations: world.rotations,
    faults: [...faults, ...readers.flatMap((reader) => reader.faults), ...world.errors],
    memory,
  };
}

async function disturbFor(
  { seconds, channels, eventsPerSecond, deployEvery }: SoakOptions,
  { world, progress }: { world: SoakWorld; progress: (line: string) => void },
): Promise<[number, number]> {
  let memory: number | undefined;
  let deploying = Promise.resolve();
  const ticks = seconds * 10;
  for (let tick = 1; tick <= ticks; tick += 1) {
    for (let n = 0; n < eventsPerSecond / 10; n += 1) world.send(Math.floor(Math.random() * channels));
    if (tick % 10 === 0) world.disturb();
    if (tick % (deployEvery * 10) === 0) deploying = deploying.then(async () => world.deploy());
    if (tick >= ticks / 3) memory ??= await memoryInUse();
    if (tick % 600 === 0) progress(`${tick / 10} s: ${((await memoryInUse()) / 1e6).toFixed(1)} MB in use`);
    await delay(100);
  }
  await deploying;
  return [memory ?? 0, await memoryInUse()];
}

/** Waits until everybody has everything, for as long as a busy machine may need. @returns what is still lacking. */
async function lackingIn(readers: readonly SoakReader[]): Promise<string[]> {
  const deadline = Date.now() + EVERYTHING_WITHIN_MS;
  for (;;) {
    const lacking = readers.filter(({ complete }) => !complete);
    if (lacking.length === 0 || Date.now() > deadline) return lacking.map((reader) => `lacking: ${reader.state}`);
    await delay(100);
  }
}

async function memoryInUse(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  for (let n = 0; n < 3; n += 1) {
    collect();
    await delay(20);
  }
  return process.memoryUsage().heapUsed;
}
