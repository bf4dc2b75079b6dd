import { isIn, relate } from './compare.ts';
import { patternSize } from './pattern-size.ts';
import type { CompilePattern, Pattern } from './patterns.ts';
import type { Charge } from './step-budget.ts';

/** What one instruction of a pattern costs to compile, in steps. */
const COMPILE_COST = 100;

/** Elements of a list, or characters of a text, that are compared in the time of one step. */
const COMPARED_PER_STEP = 8;

/** Pairs of characters that a text search compares in the time of one step: its worst case compares all with all. */
const PAIRS_PER_STEP = 64;

/** What deciding needs beside what it looks at. */
export interface DecideContext {
  /** Absent when no filter holds a `matches`. */
  readonly compile: CompilePattern | undefined;
  readonly charge: Charge;
}

/** What an operator decides on: the values at the path (none when it is missing) and the condition's own value. */
export interface Operands extends DecideContext {
  readonly values: readonly unknown[];
  readonly value: unknown;
}

/** Whether a condition holds. Charges what it is about to do. */
export type Decide = (operands: Operands) => boolean;

type Compare = (seen: unknown, value: unknown) => boolean;

/** Whether `compare` holds of one of the values. */
export function someValue(compare: Compare): Decide {
  return ({ values, value, charge }) => {
    // A list of values is looked through for each; texts differ early, or are no longer than the filter.
    charge(values.length * (1 + lengthOf(value) / COMPARED_PER_STEP));
    return values.some((seen) => compare(seen, value));
  };
}

/** Whether `compare` holds of none of the values. */
export function noValue(compare: Compare): Decide {
  const some = someValue(compare);
  return (operands) => !some(operands);
}

/** Whether one of the values is a text with the value in it, or a list that holds it. */
export function someContains({ values, value, charge }: Operands): boolean {
  const part = typeof value === 'string' ? value : '';
  return values.some((seen) => {
    const length = typeof seen === 'string' ? seen.length * (1 + part.length / PAIRS_PER_STEP) : lengthOf(seen);
    charge(1 + length / COMPARED_PER_STEP);
    return isIn(value, seen) || relate(seen, value, (text) => text.includes(part));
  });
}

/**
 * Whether the pattern is found in one of the values.
 *
 * @throws Error when there is nothing to compile it with
 */
export function someMatches({ values, value, compile, charge }: Operands): boolean {
  if (compile === undefined) throw new Error('a filter with `matches` is evaluated without patterns; see patternsFor');
  if (typeof value !== 'string') return false;
  const size = patternSize(value);
  charge(size * COMPILE_COST);
  const pattern = compiled(value, compile);
  return values.some((seen) => {
    if (pattern === undefined || typeof seen !== 'string') return false;
    charge(1 + (seen.length * size) / COMPARED_PER_STEP);
    return pattern.test(seen);
  });
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

function compiled(pattern: string, compile: CompilePattern): Pattern | undefined {
  try {
    return compile(pattern);
  } catch {
    // Patterns are checked on save. One that a newer engine refuses must not stop a send: it matches nothing.
    return undefined;
  }
}
