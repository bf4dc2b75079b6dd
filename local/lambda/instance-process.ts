import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { place } from '#place';
import type { Reaper } from '../process/reaper.ts';
import { environmentOf, type FunctionDefinition, type Surroundings } from './function-definition.ts';
import { toInstanceMessage, type InstanceMessage, type Invocation, type InvocationResult } from './protocol.ts';

const BOOTSTRAP = join(place.root, place.instance);
/** @see https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html#runtimes-lifecycle-ib */
const INIT_TIMEOUT_MS = 10_000;

/** How to start an instance. */
export interface InstanceOptions {
  readonly definition: FunctionDefinition;
  readonly surroundings: Surroundings;
  /** File descriptor that gets the function's output. */
  readonly log: number;
  readonly reaper: Reaper;
}

/** One process that runs one invocation of a function at a time. */
export class InstanceProcess {
  /** Settles when the process has ended. */
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;
  readonly #definition: FunctionDefinition;
  readonly #initialized: Promise<InstanceMessage>;
  #usable = true;
  #ready = false;

  constructor({ definition, surroundings, log, reaper }: InstanceOptions) {
    this.#definition = definition;
    this.#child = fork(BOOTSTRAP, [String(surroundings.clockSkewMs?.() ?? 0)], {
      cwd: definition.codeDir,
      env: environmentOf(definition, surroundings),
      execArgv: [`--max-old-space-size=${definition.memoryMb}`],
      stdio: ['ignore', log, log, 'ipc'],
    });
    this.exited = new Promise((settle) => {
      this.#child.once('exit', () => settle());
      this.#child.once('error', () => settle());
    });
    const { pid } = this.#child;
    if (pid !== undefined) {
      reaper.watch(pid);
      void this.exited.then(() => reaper.forget(pid));
    }
    this.#initialized = this.#next(INIT_TIMEOUT_MS);
  }

  /** Whether it can take another invocation. */
  get alive(): boolean {
    return this.#usable && this.#child.connected && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /**
   * Whether a signal ended the process before it could ignore signals: Ctrl-C reaches the whole process group, and Node
   * resets signals that its parent ignored. No invocation had reached the process.
   */
  get interruptedAtStart(): boolean {
    return !this.#ready && (this.#child.signalCode === 'SIGINT' || this.#child.signalCode === 'SIGTERM');
  }

  /** Runs an invocation. A crash or a timeout ends the process and is an error to the invoker. */
  async invoke(requestId: string, event: unknown): Promise<InvocationResult> {
    const initialized = await this.#initialized;
    if (initialized.kind === 'error') {
      this.kill();
      return initialized;
    }
    this.#ready = true;
    const { timeoutMs } = this.#definition;
    const answer = this.#next(timeoutMs);
    const invocation: Invocation = { requestId, event, deadline: Date.now() + timeoutMs };
    this.#child.send(invocation, () => {});
    const message = await answer;
    return message.kind === 'ready'
      ? { kind: 'error', type: 'Runtime.Unknown', message: 'initialized twice' }
      : message;
  }

  kill(): void {
    this.#usable = false;
    this.#child.kill('SIGKILL');
  }

  /** The next message of the process, or what its silence means. */
  #next(timeoutMs: number): Promise<InstanceMessage> {
    return new Promise((settle) => {
      const finish = (message: InstanceMessage): void => {
        clearTimeout(timer);
        this.#child.off('message', onMessage);
        this.#child.off('exit', onExit);
        settle(message);
      };
      const onMessage = (raw: unknown): void => {
        const message = toInstanceMessage(raw);
        if (message !== undefined) finish(message);
      };
      const onExit = (code: number | null, signal: string | null): void => {
        const how = signal === null ? `exit status ${code}` : `signal: ${signal}`;
        finish({ kind: 'error', type: 'Runtime.ExitError', message: `Runtime exited with error: ${how}` });
      };
      const timer = setTimeout(() => {
        const seconds = (timeoutMs / 1000).toFixed(2);
        finish({ kind: 'error', type: 'Sandbox.Timedout', message: `Task timed out after ${seconds} seconds` });
        this.kill();
      }, timeoutMs);
      this.#child.on('message', onMessage);
      this.#child.once('exit', onExit);
    });
  }
}
