import { LiquidError } from 'liquidjs';

/** Where a template is wrong and what is wrong there. Lines and columns count from 1. */
export interface TemplateMistake {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** The engine ends its messages with the position in its own way. */
const POSITION = /(?:, file:.*)?, line:\d+, col:\d+$/;

/** What the engine says of a limit, and what that means to whoever wrote the template. */
const limits: readonly (readonly [RegExp, string])[] = [
  [
    /memory alloc limit exceeded/,
    'stopped because it takes too many steps over this body; see the limits of templates',
  ],
  [/template render limit exceeded/, 'stopped because it takes too much time over this body'],
  [/Maximum call stack size exceeded/, 'stopped because it, or a value in it, nests too deeply'],
];

/** What an error of the engine says. One that names no place, such as an exhausted stack, is reported at the start. */
export function mistakeOf(error: unknown): TemplateMistake {
  if (!(error instanceof LiquidError)) return { message: inPlainWords(String(error)), line: 1, column: 1 };
  const { input, begin } = error.token;
  const before = input.slice(0, begin);
  return {
    message: inPlainWords(error.message.replace(POSITION, '')),
    line: before.split('\n').length,
    column: begin - before.lastIndexOf('\n'),
  };
}

function inPlainWords(message: string): string {
  return limits.find(([limit]) => limit.test(message))?.[1] ?? message;
}
