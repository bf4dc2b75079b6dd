import { LiquidError } from 'liquidjs';

/** Where a template is wrong and what is wrong there. Lines and columns count from 1. */
export interface TemplateMistake {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** The engine ends its messages with the position in its own way. */
const POSITION = /(?:, file:.*)?, line:\d+, col:\d+$/;

/** What an error of the engine says. One that names no place, such as an exhausted stack, counts for the start. */
export function mistakeOf(error: unknown): TemplateMistake {
  if (!(error instanceof LiquidError)) return { message: String(error), line: 1, column: 1 };
  const { input, begin } = error.token;
  const before = input.slice(0, begin);
  return {
    message: error.message.replace(POSITION, ''),
    line: before.split('\n').length,
    column: begin - before.lastIndexOf('\n'),
  };
}
