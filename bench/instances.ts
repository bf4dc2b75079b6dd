import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as z from 'zod';

const Figures = z.object({ ms: z.number(), cpuMs: z.number() });
const Imported = z.object({ importMs: z.number(), importCpuMs: z.number() });

/** What invocations took: by the clock, and of a core. Milliseconds. */
export type Figures = z.infer<typeof Figures>;

/** A function to measure. */
export interface Subject {
  /** Absolute path of the module that exports `handler`. */
  readonly bundle: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A process that runs one function. */
export interface Instance {
  /** How long importing its module took, milliseconds. */
  readonly importMs: number;
  readonly importCpuMs: number;
  /**
   * Invokes the function with each event, `times` over, each time as if `everyMs` had passed since the one before.
   *
   * @throws when it ends or fails
   */
  invoke(events: readonly unknown[], times?: number, everyMs?: number): Promise<Figures>;
  stop(): void;
  /** What it has logged so far, bytes. Counted only where it was asked for. */
  readonly loggedBytes: () => number;
}

interface StartOptions {
  /** Options of the process. */
  readonly execArgv?: readonly string[];
  /** Whether what it logs is counted; otherwise it is thrown away. */
  readonly countLogs?: boolean;
}

/** Starts an instance, as a process of its own, with nothing in its environment but what is given. */
export async function startInstance(
  { bundle, env }: Subject,
  { execArgv = [], countLogs = false }: StartOptions = {},
): Promise<Instance> {
  const child = fork(join(import.meta.dirname, 'instance.ts'), [bundle], {
    env,
    execArgv: [...execArgv],
    // Functions log to their standard output.
    stdio: ['ignore', countLogs ? 'pipe' : 'ignore', 'inherit', 'ipc'],
  });
  let logged = 0;
  child.stdout?.on('data', (chunk: Buffer) => (logged += chunk.length));
  const answer = async (): Promise<unknown> => {
    const over = new AbortController();
    const { signal } = over;
    const ended = async () => {
      await once(child, 'exit', { signal });
      throw new Error(`the instance of ${bundle} ended`);
    };
    try {
      const [message]: unknown[] = await Promise.race([once(child, 'message', { signal }), ended()]);
      return message;
    } finally {
      over.abort();
    }
  };
  const { importMs, importCpuMs } = Imported.parse(await answer());
  return {
    importMs,
    importCpuMs,
    async invoke(events, times = 1, everyMs = 0) {
      child.send({ events, times, everyMs });
      return Figures.parse(await answer());
    },
    // Ends when it has nothing left to do, so that a profiler in it can write down what it saw.
    stop: () => child.disconnect(),
    loggedBytes: () => logged,
  };
}

/** Runs rounds of ours and of the yardstick in turn; who begins alternates, as whatever grows hurts the second more. */
export async function alternate(
  rounds: number,
  { ours, bare }: { readonly ours: () => Promise<Figures>; readonly bare: () => Promise<Figures> },
): Promise<{ readonly ours: Figures; readonly bare: Figures }[]> {
  const pairs: { ours: Figures; bare: Figures }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await ours();
      pairs.push({ ours: first, bare: await bare() });
    } else {
      const first = await bare();
      pairs.push({ ours: await ours(), bare: first });
    }
  }
  return pairs;
}
