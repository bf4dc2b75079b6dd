import { LiquidError } from 'liquidjs';
import { meaningOf } from './liquid/engine-words.ts';

/** Where a template is wrong and what is wrong there. Lines and columns count from 1. */
export interface TemplateMistake {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** A mistake that the engine does not look for; the message is for whoever wrote the template. */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault';
}

/** The engine ends its messages with the position in its own way. */
const POSITION = /(?:, file:.*)?, line:\d+, col:\d+$/;

/**
 * What an error of the engine means. One that names no place, such as an exhausted stack, is reported at the start.
 *
 * @param otherwise what to say of an error whose meaning is unknown: people never see the engine's own words
 */
export function mistakeOf(error: unknown, otherwise: string): TemplateMistake {
  if (!(error instanceof LiquidError)) return { message: meaningOf(String(error)) ?? otherwise, line: 1, column: 1 };
  const { input, begin } = error.token;
  const before = input.slice(0, begin);
  return {
    message: messageOf(error) ?? otherwise,
    line: before.split('\n').length,
    column: begin - before.lastIndexOf('\n'),
  };
}

function messageOf({ message, originalError }: LiquidError): string | undefined {
  return originalError instanceof TemplateFault ? originalError.message : meaningOf(message.replace(POSITION, ''));
}
