import { shortened } from '../terminal/safe-text.ts';

const TITLE_CHARACTERS = 80;
const FAILED_PRIORITY = 4;
const SECOND_MS = 1000;
const MINUTE_S = 60;
const HOUR_S = 3600;

/** How a command ended. */
export type End =
  | { readonly kind: 'exited'; readonly status: number }
  | { readonly kind: 'killed'; readonly signal: NodeJS.Signals }
  | { readonly kind: 'not-run'; readonly status: number; readonly reason: string };

interface Run {
  readonly command: readonly string[];
  readonly end: End;
  readonly durationMs: number;
  readonly lastLines: string;
}

/** What to say about the end of a command. */
export function describeRun({ command, end, durationMs, lastLines }: Run) {
  const ended = `${howItEnded(end)} after ${duration(durationMs)}`;
  const succeeded = end.kind === 'exited' && end.status === 0;
  return {
    title: `${shortened(command.join(' '), TITLE_CHARACTERS)} ${howItEnded(end)}`,
    message: lastLines === '' ? ended : `${ended}\n\n${lastLines}`,
    ...(succeeded ? {} : { priority: FAILED_PRIORITY }),
    tags: ['run', succeeded ? 'succeeded' : 'failed'],
  };
}

function howItEnded(end: End): string {
  switch (end.kind) {
    case 'exited':
      return end.status === 0 ? 'succeeded' : `exited with status ${end.status}`;
    case 'killed':
      return `was killed by ${end.signal}`;
    case 'not-run':
      return `could not be run (${end.reason})`;
  }
}

/** A time in the two largest units that matter: `0.4 s`, `12 s`, `3 min 5 s`, `2 h 1 min`. */
export function duration(ms: number): string {
  if (ms < 10 * SECOND_MS) return `${(ms / SECOND_MS).toFixed(1)} s`;
  const seconds = Math.round(ms / SECOND_MS);
  if (seconds < MINUTE_S) return `${seconds} s`;
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)} min ${seconds % MINUTE_S} s`;
  return `${Math.floor(seconds / HOUR_S)} h ${Math.floor((seconds % HOUR_S) / MINUTE_S)} min`;
}
