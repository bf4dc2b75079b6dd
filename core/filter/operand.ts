import * as z from 'zod/mini';
import { patternSize } from './pattern-size.ts';
import type { CompilePattern } from './patterns.ts';

/** A longer one fits into no filter. */
const MAX_PATTERN_CHARACTERS = 3 * 1024;

/** Instructions that a pattern may compile to: a few hundredths of a second. */
const MAX_PATTERN_SIZE = 10_000;

/** What an operator compares with: the `value` of its condition. */
export interface Operand {
  readonly shape: z.ZodMiniType;
  /** What a value of another shape is answered with, after the operator's name. */
  readonly takes: string;
  /** What is wrong with a value of this shape, if it can be wrong. Never called while a filter is evaluated. */
  readonly refusal?: (value: unknown, compile: CompilePattern) => string | undefined;
}

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const nothing = { shape: z.undefined(), takes: 'takes no value' } satisfies Operand;

export const scalar = { shape: Scalar, takes: 'takes a string, a number, a boolean or null' } satisfies Operand;

export const ordered = {
  shape: z.union([z.number(), z.string()]),
  takes: 'takes a number or a string',
} satisfies Operand;

export const list = {
  shape: z.array(Scalar),
  takes: 'takes a list of strings, numbers, booleans or null',
} satisfies Operand;

export const text = { shape: z.string(), takes: 'takes a string' } satisfies Operand;

export const pattern = {
  shape: z.string(),
  takes: 'takes a pattern as a string',
  refusal: (value, compile) => refusedPattern(String(value), compile),
} satisfies Operand;

function refusedPattern(value: string, compile: CompilePattern): string | undefined {
  if (value.length > MAX_PATTERN_CHARACTERS) return `takes a pattern of at most ${MAX_PATTERN_CHARACTERS} characters`;
  if (patternSize(value) > MAX_PATTERN_SIZE) return 'takes a pattern that repeats less: this one takes long to match';
  try {
    compile(value);
    return undefined;
  } catch (error) {
    return `takes an RE2 pattern; ${error instanceof Error ? error.message : 'this one cannot be read'}`;
  }
}
