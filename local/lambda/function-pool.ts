import { randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Reaper } from '../process/reaper.ts';
import type { FunctionDefinition, Surroundings } from './function-definition.ts';
import { InstanceProcess } from './instance-process.ts';
import type { InvocationResult } from './protocol.ts';

/** How to run a function. */
export interface PoolOptions {
  readonly definition: FunctionDefinition;
  readonly surroundings: Surroundings;
  readonly logDir: string;
  readonly reaper: Reaper;
  /** Most instances at a time; further invocations wait. */
  readonly maxInstances: number;
}

/** A function with its instances: started on demand, kept warm, each running one invocation at a time. */
export class FunctionPool {
  readonly definition: FunctionDefinition;
  readonly #options: PoolOptions;
  readonly #log: number;
  readonly #all = new Set<InstanceProcess>();
  /** The last one used comes first, so that a quiet function shrinks to one busy instance. */
  readonly #idle: InstanceProcess[] = [];
  readonly #waiting: ((instance: InstanceProcess) => void)[] = [];
  #stopping = false;

  constructor(options: PoolOptions) {
    this.definition = options.definition;
    this.#options = options;
    this.#log = openSync(join(options.logDir, `${options.definition.name}.log`), 'a', 0o600);
  }

  /** Runs the function, waiting for a free instance when all are busy. */
  async invoke(event: unknown): Promise<InvocationResult> {
    if (this.#stopping) return { kind: 'error', type: 'ServiceException', message: 'the stack is stopping' };
    const instance = await this.#acquire();
    try {
      const result = await instance.invoke(randomUUID(), event);
      if (!instance.interruptedAtStart) return result;
    } finally {
      this.#release(instance);
    }
    return this.invoke(event);
  }

  /** Ends every instance, whatever it is doing. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const instances = [...this.#all];
    for (const instance of instances) instance.kill();
    await Promise.all(instances.map((instance) => instance.exited));
    closeSync(this.#log);
  }

  #acquire(): Promise<InstanceProcess> | InstanceProcess {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (idle.alive) return idle;
    }
    if (this.#all.size < this.#options.maxInstances) return this.#start();
    return new Promise((settle) => this.#waiting.push(settle));
  }

  #release(instance: InstanceProcess): void {
    if (!instance.alive) {
      this.#all.delete(instance);
      this.#replace();
      return;
    }
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(instance);
    else next(instance);
  }

  /** Somebody may be waiting for the instance that has just died. */
  #replace(): void {
    if (this.#stopping || this.#all.size >= this.#options.maxInstances) return;
    const next = this.#waiting.shift();
    if (next !== undefined) next(this.#start());
  }

  #start(): InstanceProcess {
    const { definition, surroundings, reaper } = this.#options;
    const instance = new InstanceProcess({ definition, surroundings, log: this.#log, reaper });
    this.#all.add(instance);
    void instance.exited.then(() => this.#forget(instance));
    return instance;
  }

  #forget(instance: InstanceProcess): void {
    this.#all.delete(instance);
    const position = this.#idle.indexOf(instance);
    if (position !== -1) this.#idle.splice(position, 1);
    this.#replace();
  }
}
