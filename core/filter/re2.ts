import { RE2JS } from 're2js';
import { createPatternCache, type WeighedPattern } from './pattern-cache.ts';
import { patternFault } from './pattern-fault.ts';
import type { CompilePattern } from './patterns.ts';

/** What the patterns that an instance keeps may hold together; a fraction of the memory of any function. */
const KEPT = { patterns: 500, bytes: 16 * 1024 * 1024 };

/** What a compiled pattern takes before it has matched anything, in bytes: measured, and rounded up. */
const BYTES_PER_PATTERN = 4096;
const BYTES_PER_INSTRUCTION = 1024;

/**
 * Compiles an RE2 pattern: matching takes time linear in the text, whatever the pattern.
 *
 * Importing this file loads the whole engine (260 KB). Where filters are only evaluated, use `patternsFor`, which loads
 * it when a filter needs it.
 *
 * @throws Error that says in plain words what RE2 refuses
 */
export const compilePattern: CompilePattern = (pattern) => {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    throw new Error(patternFault(error), { cause: error });
  }
};

/** The same for patterns that come again with the next send: each is compiled once, as long as it is kept. */
export const compileOnce: CompilePattern = createPatternCache(weighed, KEPT);

function weighed(pattern: string): WeighedPattern {
  const compiled = RE2JS.compile(pattern);
  const least = BYTES_PER_PATTERN + compiled.programSize() * BYTES_PER_INSTRUCTION;
  return { test: (text) => compiled.test(text), bytes: () => least + bytesOfStates(compiled) };
}

/** The states that were found while matching, which the engine keeps up to 8 MB of. There are none before the first. */
function bytesOfStates(compiled: RE2JS): number {
  const states = compiled.re2().lazyDFA;
  return states === null ? 0 : states.maxMem - states.memBudget;
}
