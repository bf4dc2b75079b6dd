import type { Resources } from '../assembly/resources.ts';
import { AccountConcurrency } from '../lambda/concurrency.ts';
import { functionsOf, type FunctionDefinition, type Surroundings } from '../lambda/function-definition.ts';
import { FunctionPool } from '../lambda/function-pool.ts';
import { THROTTLE, type InvocationResult } from '../lambda/protocol.ts';
import type { Reaper } from '../process/reaper.ts';

/** Most instances for each mapping of a function, and for a function without one: two cores are busy long before. */
const INSTANCES = { mapping: 8, other: 4 };

/** The functions that something leads to, ready to run. */
export interface Functions {
  readonly definitions: readonly FunctionDefinition[];
  /** @param nameOrArn what a template names a function by. */
  readonly invoke: (nameOrArn: string, event: object) => Promise<InvocationResult>;
  stop(): Promise<void>;
}

/** Which functions are started at all: those that a route, a mapping or a schedule leads to. */
export interface FunctionTargets {
  readonly mapped: readonly string[];
  readonly others: readonly string[];
}

/** Prepares pools for the functions that something leads to; their first instances start with the first call. */
export function prepareFunctions(
  resources: Resources,
  targets: FunctionTargets,
  { concurrency, ...places }: { surroundings: Surroundings; logDir: string; reaper: Reaper; concurrency: number },
): Functions {
  const mappings = targets.mapped.map(nameOf);
  const wanted = new Set([...mappings, ...targets.others.map(nameOf)]);
  const definitions = functionsOf(resources).filter(({ name }) => wanted.has(name));
  const account = new AccountConcurrency(concurrency, definitions);
  const pools = new Map(
    definitions.map((definition) => {
      const itsMappings = mappings.filter((name) => name === definition.name).length;
      const working = itsMappings === 0 ? INSTANCES.other : itsMappings * INSTANCES.mapping;
      // Those that hold a sender who waits take no time of a core.
      const maxInstances = working + Number(definition.environment['HELD_WAITS'] ?? 0);
      return [definition.name, new FunctionPool({ definition, maxInstances, ...places })];
    }),
  );
  for (const name of wanted) {
    if (!pools.has(name)) throw new Error(`something leads to the function ${name}, which has no code here`);
  }
  return {
    definitions,
    invoke: async (nameOrArn, event) => {
      const pool = pools.get(nameOf(nameOrArn));
      if (pool === undefined) throw new Error(`there is no function ${nameOrArn}`);
      const leave = account.enter(pool.definition.name);
      if (leave === undefined) return THROTTLED;
      try {
        return await pool.invoke(event);
      } finally {
        leave();
      }
    },
    stop: async () => void (await Promise.all([...pools.values()].map((pool) => pool.stop()))),
  };
}

/** What Lambda says to whoever calls; queues offer the messages again. */
const THROTTLED: InvocationResult = { kind: 'error', type: THROTTLE, message: 'Rate Exceeded.' };

const nameOf = (nameOrArn: string): string => nameOrArn.slice(nameOrArn.lastIndexOf(':') + 1);
