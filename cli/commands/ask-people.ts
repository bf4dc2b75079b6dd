import process from 'node:process';
import { Failure } from '../failure.ts';
import { ask, cancel, type Asked, type Question } from '../router/asks.ts';
import type { Destination } from '../router/destination.ts';
import { type Standing, waitForEnd } from '../router/wait-for-end.ts';
import { endBySignal } from '../terminal/end-by-signal.ts';
import type { Printer } from '../terminal/print.ts';
import { withProgress } from '../terminal/progress.ts';

const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** How long after its time the router may be out of reach before nobody knows how an ask ended. */
const GRACE_MS = 60_000;

/**
 * Asks people and waits for the end. Ctrl-C takes the ask back, and ends this process by its signal; a second one ends it
 * at once.
 *
 * @returns how it ended; `undefined` when a signal ends this process
 * @throws Failure when the router did not take the ask, or nobody knows how it ended
 */
export async function askPeople(
  destination: Destination,
  question: Question,
  print: Printer,
): Promise<Standing | undefined> {
  const stop = new AbortController();
  const stoppedBy: NodeJS.Signals[] = [];
  const onSignal = (signal: NodeJS.Signals) => {
    stoppedBy.push(signal);
    stop.abort();
  };
  for (const signal of STOPPING) process.once(signal, onSignal);
  try {
    const asked = await ask(destination, question);
    const standing = await endOf(asked, question, stop.signal);
    if (!stop.signal.aborted) return standing;
    await cancel(asked).catch(() =>
      print.note(`the ask stays open until ${asked.expiresAt}: it could not be cancelled`),
    );
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    for (const signal of STOPPING) process.off(signal, onSignal);
  }
  for (const signal of stoppedBy) endBySignal(signal);
  return undefined;
}

async function endOf(asked: Asked, { expiresIn }: Question, signal: AbortSignal): Promise<Standing | undefined> {
  const until = Date.now() + expiresIn * 1000 + GRACE_MS;
  const work = async () => (signal.aborted ? undefined : waitForEnd(asked, { until, signal }));
  const standing = await withProgress(process.stderr, 'waiting for an answer', work);
  if (signal.aborted || (standing !== undefined && standing.status !== 'pending')) return standing;
  throw new Failure(`nobody knows how ${asked.askId} ended, because the router did not say; look at the dashboard`);
}
