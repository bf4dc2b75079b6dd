import { RE2JS } from 're2js';
import type { CompilePattern } from './patterns.ts';

/**
 * Compiles an RE2 pattern: matching takes time linear in the text, whatever the pattern.
 *
 * Importing this file loads the whole engine (260 KB). Where filters are only evaluated, use `patternsFor`, which loads
 * it when a filter needs it.
 *
 * @throws RE2JSException when RE2 refuses the pattern
 */
export const compilePattern: CompilePattern = (pattern) => RE2JS.compile(pattern);
