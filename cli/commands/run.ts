import { spawn, type ChildProcess } from 'node:child_process';
import process from 'node:process';
import { planDestination, type Destination } from '../router/destination.ts';
import { send } from '../router/post.ts';
import { endBySignal } from '../terminal/end-by-signal.ts';
import type { Printer } from '../terminal/print.ts';
import type { Surroundings } from '../terminal/surroundings.ts';
import { LastLines } from './last-lines.ts';
import { describeRun, type End } from './run-words.ts';

/** What shells exit with when there is no such command, or it cannot be run. */
const NOT_FOUND = 127;
const NOT_RUNNABLE = 126;
const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
type PassedOn = (typeof PASSED_ON)[number];

interface RunOptions {
  readonly command: readonly string[];
  readonly title?: string;
  readonly tag?: readonly string[];
  readonly webhook?: string;
  readonly json?: boolean;
}

/**
 * Runs a command, sends how it ended, and ends the same way. What the command prints goes through; with `--json` one
 * line more on stderr says what was sent, because stdout belongs to the command.
 */
export async function run(surroundings: Surroundings, print: Printer, options: RunOptions): Promise<void> {
  const destination = await planDestination(surroundings, { webhook: options.webhook });
  const startedAt = performance.now();
  const lastLines = new LastLines();
  const end = await endOf(options.command, surroundings, lastLines);
  const durationMs = performance.now() - startedAt;
  const words = describeRun({ command: options.command, end, durationMs, lastLines: lastLines.text() });
  const notification = { ...words, title: options.title ?? words.title, tags: [...words.tags, ...(options.tag ?? [])] };
  await tell(destination, notification, print, options);
  endAs(end);
}

/** A command that did its work has done it, whether or not anybody hears of it. */
async function tell(
  destination: () => Promise<Destination>,
  notification: Parameters<typeof send>[1],
  print: Printer,
  { json }: RunOptions,
): Promise<void> {
  try {
    const { messageId } = await send(await destination(), notification);
    if (json === true) print.note(JSON.stringify({ messageId }));
  } catch (error) {
    print.note(`the command has ended, but nobody was told: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function endOf(command: readonly string[], surroundings: Surroundings, lastLines: LastLines): Promise<End> {
  const [file = '', ...parameters] = command;
  const child = spawn(file, parameters, { stdio: ['inherit', 'pipe', 'pipe'] });
  const stop = passSignals(child, surroundings);
  follow(child.stdout, surroundings.stdout, lastLines);
  follow(child.stderr, surroundings.stderr, lastLines);
  const end = await new Promise<End>((resolve) => {
    child.on('error', ({ message, code }: NodeJS.ErrnoException) => {
      resolve({ kind: 'not-run', status: code === 'ENOENT' ? NOT_FOUND : NOT_RUNNABLE, reason: code ?? message });
    });
    child.on('close', (status, signal) => {
      resolve(signal === null ? { kind: 'exited', status: status ?? 1 } : { kind: 'killed', signal });
    });
  });
  stop();
  return end;
}

/** Shows what the command prints, and keeps the last of it. When nobody reads on, the command gets a closed pipe too. */
function follow(from: NodeJS.ReadableStream, to: NodeJS.WriteStream, lastLines: LastLines): void {
  from.on('data', (chunk: Buffer) => lastLines.add(chunk));
  from.pipe(to, { end: false });
  to.removeAllListeners('error').on('error', () => {
    if ('destroy' in from && typeof from.destroy === 'function') from.destroy();
  });
}

/** Ctrl-C at a terminal reaches the whole group, the command too: it must not come twice. */
function passSignals(child: ChildProcess, { stdin, stdout, stderr }: Surroundings): () => void {
  const atTerminal = [stdin, stdout, stderr].some(({ isTTY }) => isTTY);
  const pass = (signal: PassedOn) => {
    if (!atTerminal || signal === 'SIGTERM' || signal === 'SIGHUP') child.kill(signal);
  };
  for (const signal of PASSED_ON) process.on(signal, pass);
  return () => {
    for (const signal of PASSED_ON) process.off(signal, pass);
  };
}

function endAs(end: End): void {
  if (end.kind !== 'killed') {
    process.exitCode = end.status;
    return;
  }
  // Whoever waits for this process sees what it would see of the command.
  endBySignal(end.signal);
}
