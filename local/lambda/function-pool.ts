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
  /** Most invocations at a time; further ones wait. */
  readonly maxInstances: number;
}

/** Instances that have answered and finish something do not count as invocations, but they are processes. */
const PROCESSES_PER_INVOCATION = 4;

/** A function with its instances: started on demand, kept warm, each running one invocation at a time. */
export class FunctionPool {
  readonly definition: FunctionDefinition;
  readonly #options: PoolOptions;
  readonly #log: number;
  readonly #all = new Set<InstanceProcess>();
  /** The last one used comes first, so that a quiet function shrinks to one busy instance. */
  readonly #idle: InstanceProcess[] = [];
  readonly #waiting: ((instance: InstanceProcess) => void)[] = [];
  #invocations = 0;
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

  async #acquire(): Promise<InstanceProcess> {
    const { promise, resolve } = Promise.withResolvers<InstanceProcess>();
    this.#waiting.push(resolve);
    this.#serve();
    return promise;
  }

  #release(instance: InstanceProcess): void {
    this.#invocations -= 1;
    const { settled } = instance;
    if (settled === undefined) this.#rest(instance);
    else void settled.then(() => this.#rest(instance));
    this.#serve();
  }

  /** The instance has nothing left to do. It ends when others have taken its place meanwhile, and nobody waits for one. */
  #rest(instance: InstanceProcess): void {
    const ready = this.#idle.length + this.#invocations;
    if (ready >= this.#options.maxInstances && this.#waiting.length === 0) instance.kill();
    if (instance.alive) this.#idle.push(instance);
    else this.#all.delete(instance);
    this.#serve();
  }

  /** Gives instances to those who wait, as long as there may be more invocations. */
  #serve(): void {
    const { maxInstances } = this.#options;
    while (!this.#stopping && this.#waiting.length > 0 && this.#invocations < maxInstances) {
      const instance = this.#takeIdle() ?? this.#startOneMore();
      if (instance === undefined) return;
      this.#invocations += 1;
      this.#waiting.shift()?.(instance);
    }
  }

  #takeIdle(): InstanceProcess | undefined {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) if (idle.alive) return idle;
    return undefined;
  }

  #startOneMore(): InstanceProcess | undefined {
    return this.#all.size < this.#options.maxInstances * PROCESSES_PER_INVOCATION ? this.#start() : undefined;
  }

  #start(): InstanceProcess {
    const { definition, surroundings, reaper } = this.#options;
    const instance = new InstanceProcess({ definition, surroundings, log: this.#log, reaper });
    this.#all.add(instance);
    void instance.exited.then(() => this.#forget(instance));
    return instance;
  }

  /** Somebody may be waiting for an instance, and one has just died. */
  #forget(instance: InstanceProcess): void {
    this.#all.delete(instance);
    const position = this.#idle.indexOf(instance);
    if (position !== -1) this.#idle.splice(position, 1);
    this.#serve();
  }
}
