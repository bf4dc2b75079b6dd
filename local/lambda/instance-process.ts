import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { place } from '#place';
import { sharedCompileCache } from '../process/compile-cache.ts';
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
  readonly #initialized: Awaited;
  #usable = true;
  #ready = false;
  #settled: Promise<unknown> | undefined;

  constructor({ definition, surroundings, log, reaper }: InstanceOptions) {
    this.#definition = definition;
    this.#child = fork(BOOTSTRAP, [String(surroundings.clockSkewMs?.() ?? 0)], {
      cwd: definition.codeDir,
      env: { ...environmentOf(definition, surroundings), ...sharedCompileCache() },
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
    this.#initialized = this.#next(['ready', 'error'], INIT_TIMEOUT_MS);
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

  /** What it does after its last answer; undefined: nothing, it can take another invocation. Does not reject. */
  get settled(): Promise<unknown> | undefined {
    return this.#settled;
  }

  /** Runs an invocation. A crash or a timeout ends the process and is an error to the invoker. */
  async invoke(requestId: string, event: unknown): Promise<InvocationResult> {
    const initialized = await this.#initialized.message;
    if (initialized.kind === 'error') {
      this.kill();
      return resultOf(initialized);
    }
    this.#ready = true;
    const { timeoutMs } = this.#definition;
    const answer = this.#next(['result', 'error'], timeoutMs);
    const idle = this.#next(['idle'], timeoutMs);
    const invocation: Invocation = { requestId, event, deadline: Date.now() + timeoutMs };
    this.#child.send(invocation, () => {});
    const message = await answer.message;
    const isBusy = 'isBusy' in message && message.isBusy;
    if (isBusy) this.#settled = idle.message.then(() => (this.#settled = undefined));
    else idle.cancel();
    return resultOf(message);
  }

  kill(): void {
    this.#usable = false;
    this.#child.kill('SIGKILL');
  }

  /** The next message of one of these kinds, or what the silence of the process means. */
  #next(kinds: readonly InstanceMessage['kind'][], timeoutMs: number): Awaited {
    const { promise, resolve } = Promise.withResolvers<InstanceMessage>();
    const cancel = (): void => {
      clearTimeout(timer);
      this.#child.off('message', onMessage);
      this.#child.off('exit', onExit);
    };
    const finish = (message: InstanceMessage): void => {
      cancel();
      resolve(message);
    };
    const onMessage = (raw: unknown): void => {
      const message = toInstanceMessage(raw);
      if (message !== undefined && kinds.includes(message.kind)) finish(message);
    };
    const onExit = (code: number | null, signal: string | null): void => {
      const how = signal === null ? `exit status ${code}` : `signal: ${signal}`;
      finish(failure('Runtime.ExitError', `Runtime exited with error: ${how}`));
    };
    const timer = setTimeout(() => {
      const seconds = (timeoutMs / 1000).toFixed(2);
      finish(failure('Sandbox.Timedout', `Task timed out after ${seconds} seconds`));
      this.kill();
    }, timeoutMs);
    this.#child.on('message', onMessage);
    this.#child.once('exit', onExit);
    return { message: promise, cancel };
  }
}

/** What the invoker is told. */
function resultOf(message: InstanceMessage): InvocationResult {
  switch (message.kind) {
    case 'result':
      return { kind: 'result', payload: message.payload };
    case 'error':
      return { kind: 'error', type: message.type, message: message.message };
    case 'ready':
    case 'idle':
      throw new Error(`an instance answered "${message.kind}"`);
  }
}

/** A message that is waited for. */
interface Awaited {
  readonly message: Promise<InstanceMessage>;
  readonly cancel: () => void;
}

const failure = (type: string, message: string): InstanceMessage => ({ kind: 'error', type, message, isBusy: false });
