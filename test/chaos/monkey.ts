import { readdir, readFile, rm } from 'node:fs/promises';
import * as z from 'zod';
import type { FaultPlan } from '../../local/door/faults.ts';
import { type Stack, startStack } from '../integration/stack.ts';

/** What cut something off while it ran. `sortKey`: message and channel of the delivery row that a call did not reach. */
export interface Cut {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly kind: 'instance killed' | 'stack killed' | 'call failed';
  readonly sortKey?: string;
}

const Injected = z.object({
  injected: z.array(
    z.object({ at: z.number(), kind: z.string(), operation: z.string(), sortKey: z.string().optional() }),
  ),
});

/** Everything that breaks the stack, and the stack itself: it is another one after each crash. */
export interface Monkey {
  readonly cuts: readonly Cut[];
  /** How often each kind of fault was injected. */
  readonly faults: ReadonlyMap<string, number>;
  stack(): Stack;
  /** Kills an instance of the deliverer, whatever it is doing. */
  killInstance(random: () => number): Promise<void>;
  /** Kills the runner and with it everything, and starts it again on the same folder. */
  killStack(): Promise<void>;
  startFaults(plan: Partial<FaultPlan>): Promise<void>;
  stopFaults(): Promise<void>;
  /** Stops the stack, if it still runs, and removes its folder. */
  end(): Promise<void>;
}

/** Starts a stack to be broken. */
export async function startMonkey(settings: Readonly<Record<string, string>>): Promise<Monkey> {
  let stack = await startStack(settings);
  let plan: Partial<FaultPlan> | undefined;
  const cuts: Cut[] = [];
  const faults = new Map<string, number>();

  async function control(method: string): Promise<unknown> {
    const body = method === 'PUT' ? { body: JSON.stringify(plan) } : {};
    const response = await fetch(`${stack.door}/_faults`, { method, ...body });
    return response.json();
  }

  /** What the door did so far: a crash of the stack forgets it. */
  async function collectFaults(): Promise<void> {
    const { injected } = Injected.parse(await control('GET'));
    for (const { at, kind, operation, sortKey } of injected) {
      faults.set(kind, (faults.get(kind) ?? 0) + 1);
      if (sortKey !== undefined && operation === 'UpdateItem') cuts.push({ at, kind: 'call failed', sortKey });
    }
  }

  return {
    cuts,
    faults,
    stack: () => stack,
    async killInstance(random) {
      const pids = await instancesOf(stack.pid, 'DeliverHttp');
      const pid = pids[Math.floor(random() * pids.length)];
      if (pid === undefined) return;
      process.kill(pid, 'SIGKILL');
      cuts.push({ at: Date.now(), kind: 'instance killed' });
    },
    async killStack() {
      if (plan !== undefined) await collectFaults();
      const { baseUrl, dataDir } = stack;
      await stack.kill9();
      cuts.push({ at: Date.now(), kind: 'stack killed' });
      stack = await startStack({ ...settings, PORT: new URL(baseUrl).port }, { dataDir });
      if (plan !== undefined) await control('PUT');
    },
    async startFaults(wanted) {
      plan = wanted;
      await control('PUT');
    },
    async stopFaults() {
      if (plan === undefined) return;
      plan = undefined;
      await collectFaults();
      await control('DELETE');
    },
    async end() {
      await stack.stop();
      await rm(stack.dataDir, { recursive: true, force: true });
    },
  };
}

/** Process ids of the instances of a function: children of the runner that know its name. */
async function instancesOf(runner: number, functionName: string): Promise<number[]> {
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const [status, environment] = await Promise.all(
      ['status', 'environ'].map((file) => readFile(`/proc/${entry}/${file}`, 'utf8').catch(() => '')),
    );
    const isChild = status?.includes(`PPid:\t${runner}\n`) === true;
    const name = /AWS_LAMBDA_FUNCTION_NAME=([^\0]*)/.exec(environment ?? '')?.[1];
    if (isChild && name?.includes(functionName) === true) found.push(Number(entry));
  }
  return found;
}
