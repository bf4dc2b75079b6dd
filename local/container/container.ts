import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { awsEnvironment, type Surroundings } from '../lambda/function-definition.ts';
import { sharedCompileCache } from '../process/compile-cache.ts';
import { freePort } from '../process/free-port.ts';
import { startSupervised, type SupervisedProcess } from '../process/supervised-process.ts';
import type { ContainerDefinition } from './container-definition.ts';

/** How to run a container. */
export interface ContainerOptions {
  readonly definition: ContainerDefinition;
  readonly surroundings: Surroundings;
  readonly logDir: string;
}

const FIRST_CHECKS_MS = 50;
const CHECKS_MS = 1000;
const CHECK_TIMEOUT_MS = 5000;
const UNHEALTHY_AFTER = 2;
const RESTART_MS = { first: 500, longest: 30_000 };
/** A task that has run this long was well: its next crash counts as the first. */
const STEADY_AFTER_MS = 60_000;

/**
 * The command of a container as a process of this machine, on a free port: started again when it ends, health-checked
 * as its load balancer would, and gone when the runner is gone.
 */
export class Container {
  readonly #options: ContainerOptions;
  readonly #stopping = new AbortController();
  #current: { readonly process: SupervisedProcess; readonly address: string } | undefined;
  #healthy = false;
  #ended: Promise<unknown> = Promise.resolve();
  #stopped: Promise<void> | undefined;

  constructor(options: ContainerOptions) {
    this.#options = options;
  }

  /** Address of the healthy task, `http://127.0.0.1:<port>`. */
  get target(): string | undefined {
    return this.#healthy ? this.#current?.address : undefined;
  }

  start(): void {
    this.#ended = Promise.all([this.#keepRunning(), this.#keepChecking()]);
  }

  /** Settles with whether the task became healthy in time. */
  async healthy(withinMs: number): Promise<boolean> {
    const deadline = Date.now() + withinMs;
    while (!this.#healthy && Date.now() < deadline) await delay(FIRST_CHECKS_MS);
    return this.#healthy;
  }

  /** Sends TERM, then KILL when that is not enough. A second call waits for the first. */
  stop(graceMs: number): Promise<void> {
    this.#stopped ??= this.#end(graceMs);
    return this.#stopped;
  }

  async #end(graceMs: number): Promise<void> {
    this.#stopping.abort();
    const process = this.#current?.process;
    process?.signal('TERM');
    const timer = setTimeout(() => process?.signal('KILL'), graceMs);
    await this.#ended;
    clearTimeout(timer);
  }

  async #keepRunning(): Promise<void> {
    let wait = RESTART_MS.first;
    while (!this.#stopping.signal.aborted) {
      const startedAt = Date.now();
      const port = await freePort();
      // Stopped meanwhile: nothing would end a process that starts now.
      if (this.#stopping.signal.aborted) return;
      this.#current = { process: this.#launch(port), address: `http://127.0.0.1:${port}` };
      await this.#current.process.exited;
      this.#healthy = false;
      this.#current = undefined;
      wait = Date.now() - startedAt > STEADY_AFTER_MS ? RESTART_MS.first : Math.min(wait * 2, RESTART_MS.longest);
      await this.#pause(wait);
    }
  }

  #launch(port: number): SupervisedProcess {
    const { definition, surroundings, logDir } = this.#options;
    const [command = '', ...args] = definition.command;
    return startSupervised({
      command,
      args,
      cwd: definition.directory,
      log: join(logDir, `${definition.name}.log`),
      shielded: false,
      env: {
        ...definition.environment,
        ...awsEnvironment(definition.identity, surroundings),
        ...sharedCompileCache(),
        PORT: String(port),
        // `node` is the one that runs us.
        PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      },
    });
  }

  async #keepChecking(): Promise<void> {
    let failures = 0;
    while (!this.#stopping.signal.aborted) {
      const address = this.#current?.address;
      const passed = address !== undefined && (await answers200(address + this.#options.definition.healthPath));
      failures = passed ? 0 : failures + 1;
      if (passed) this.#healthy = this.#current?.address === address;
      else if (failures >= UNHEALTHY_AFTER) this.#healthy = false;
      await this.#pause(this.#healthy ? CHECKS_MS : FIRST_CHECKS_MS);
    }
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }
}

function answers200(url: string): Promise<boolean> {
  return new Promise((settle) => {
    const check = request(url, { agent: false, signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) }, (response) => {
      response.resume();
      settle(response.statusCode === 200);
    });
    check.on('error', () => settle(false));
    check.end();
  });
}
