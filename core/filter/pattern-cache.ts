import type { CompilePattern, Pattern } from './patterns.ts';

/** A compiled pattern that knows what it weighs. */
export interface WeighedPattern extends Pattern {
  /** About how many bytes it takes now. Matching adds to them: the engine keeps what it found out. */
  bytes(): number;
}

/** What a cache may hold. */
interface CacheLimits {
  readonly patterns: number;
  readonly bytes: number;
}

interface Kept {
  readonly pattern: Pattern;
  bytes: number;
}

/**
 * Compiles each pattern once, and keeps what was used last as far as the limits go. What a filter is charged does not
 * depend on it.
 */
export function createPatternCache(compile: (pattern: string) => WeighedPattern, limits: CacheLimits): CompilePattern {
  /** By text, least recently used first. */
  const kept = new Map<string, Kept>();
  let bytes = 0;

  function keep(text: string): Kept {
    const weighed = compile(text);
    const test = (subject: string): boolean => {
      const found = weighed.test(subject);
      if (kept.get(text) === entry) weigh(entry, weighed.bytes());
      return found;
    };
    const entry: Kept = { pattern: { test }, bytes: 0 };
    kept.set(text, entry);
    weigh(entry, weighed.bytes());
    return entry;
  }

  function weigh(entry: Kept, now: number): void {
    bytes += now - entry.bytes;
    entry.bytes = now;
    for (const [text, oldest] of kept) {
      if (kept.size <= limits.patterns && bytes <= limits.bytes) return;
      kept.delete(text);
      bytes -= oldest.bytes;
    }
  }

  return (text) => {
    const known = kept.get(text);
    if (known === undefined) return keep(text).pattern;
    kept.delete(text);
    kept.set(text, known);
    return known.pattern;
  };
}
