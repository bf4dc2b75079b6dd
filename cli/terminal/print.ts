import { styleText } from 'node:util';
import type { Surroundings } from './surroundings.ts';
import { jsonLine } from './safe-text.ts';

type Format = Parameters<typeof styleText>[0];

/** Paints text for a stream: as it is where the stream is no terminal, or `NO_COLOR` is set. */
export type Paint = (format: Format, text: string) => string;

/** How a command shows what it found. */
export interface Printer {
  /** For people: one or more lines. */
  readonly line: (text: string) => void;
  /** For programs: one line of JSON. */
  readonly json: (value: unknown) => void;
  /** Beside the result: progress, warnings. */
  readonly note: (text: string) => void;
  readonly paint: Paint;
}

/** Prints to stdout, and notes to stderr. */
export function printerTo({ stdout, stderr }: Pick<Surroundings, 'stdout' | 'stderr'>): Printer {
  return {
    line: (text) => void stdout.write(`${text}\n`),
    json: (value) => void stdout.write(`${jsonLine(value)}\n`),
    note: (text) => void stderr.write(`notify: ${text}\n`),
    paint: (format, text) => styleText(format, text, { stream: stdout }),
  };
}
