import { RE2JS } from 're2js';
import { patternFault } from './pattern-fault.ts';
import type { CompilePattern } from './patterns.ts';

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
