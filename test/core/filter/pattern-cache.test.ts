import { describe, expect, it } from 'vitest';
import { createPatternCache, type WeighedPattern } from '../../../core/filter/pattern-cache.ts';
import { compileOnce, compilePattern } from '../../../core/filter/re2.ts';

/** A cache over a compiler that writes down what it compiles. Each pattern weighs 10, and 10 more for each match. */
function cacheOf(limits: { patterns: number; bytes: number }) {
  const compiled: string[] = [];
  const compile = (text: string): WeighedPattern => {
    compiled.push(text);
    let bytes = 10;
    return { test: (subject) => ((bytes += 10), subject.includes(text)), bytes: () => bytes };
  };
  return { cache: createPatternCache(compile, limits), compiled };
}

describe('a cache of patterns', () => {
  it('compiles a pattern once, whoever asks for it', () => {
    const { cache, compiled } = cacheOf({ patterns: 3, bytes: 1000 });

    const answers = [cache('a').test('xay'), cache('a').test('xy'), cache('b').test('b')];

    expect(answers).toEqual([true, false, true]);
    expect(compiled).toEqual(['a', 'b']);
  });

  it('forgets the pattern that was used longest ago when there is one too many', () => {
    const { cache, compiled } = cacheOf({ patterns: 2, bytes: 1000 });
    for (const text of ['a', 'b', 'a', 'c']) cache(text);

    for (const text of ['a', 'c', 'b']) cache(text);

    expect(compiled).toEqual(['a', 'b', 'c', 'b']);
  });

  it('holds exactly as many bytes as it may', () => {
    const { cache, compiled } = cacheOf({ patterns: 10, bytes: 20 });
    for (const text of ['a', 'b', 'a', 'b']) cache(text);
    expect(compiled).toEqual(['a', 'b']);

    for (const text of ['c', 'b', 'c', 'a']) cache(text);

    expect(compiled).toEqual(['a', 'b', 'c', 'a']);
  });

  it('forgets others when one grows by matching, and that one when it is too large alone', () => {
    const { cache, compiled } = cacheOf({ patterns: 10, bytes: 30 });
    cache('a');
    const grown = cache('b');
    grown.test('');
    cache('b');
    expect(compiled).toEqual(['a', 'b']);

    for (let times = 0; times < 3; times += 1) grown.test('');
    cache('b');

    expect(compiled).toEqual(['a', 'b', 'b']);
  });

  it('goes on matching with a pattern that it has forgotten, and counts it no more', () => {
    const { cache, compiled } = cacheOf({ patterns: 1, bytes: 1000 });
    const forgotten = cache('a');
    cache('b');

    for (let times = 0; times < 200; times += 1) expect(forgotten.test('a')).toBe(true);
    cache('b');

    expect(compiled).toEqual(['a', 'b']);
  });

  it('keeps nothing of a pattern that is refused', () => {
    let tries = 0;
    const refuse = (): WeighedPattern => {
      tries += 1;
      throw new Error('refused');
    };
    const cache = createPatternCache(refuse, { patterns: 1, bytes: 1 });

    expect(() => cache('(')).toThrow('refused');
    expect(() => cache('(')).toThrow('refused');
    expect(tries).toBe(2);
  });
});

describe('patterns that are kept between sends', () => {
  it('are compiled once', () => {
    expect(compileOnce('a+b')).toBe(compileOnce('a+b'));
  });

  it('find what they find when they are compiled for one send', () => {
    const texts = ['', 'ab', 'xaaby', 'AB', 'b', 'é', 'error: timeout'];
    for (const pattern of ['a+b', '(?i)^ab$', '', 'err.*out$', String.raw`\bab\b`, '(a|b)*a(a|b){3}']) {
      const expected = texts.map((text) => compilePattern(pattern).test(text));
      for (let times = 0; times < 2; times += 1) {
        expect(texts.map((text) => compileOnce(pattern).test(text))).toEqual(expected);
      }
    }
  });

  it('stay within their bytes although a text makes one of them grow by megabytes', () => {
    const small = Array.from({ length: 20 }, (_, index) => compileOnce(`few ${index} (states|only)+x`));
    let seed = 7;
    const text = Array.from({ length: 10_000 }, () =>
      (seed = (seed * 48_271) % 2_147_483_647) & 1024 ? 'a' : 'b',
    ).join('');
    const hungry = Array.from({ length: 6 }, (_, index) => `(a|b)*a(a|b){${11 + index}}$`);

    for (const pattern of hungry) compileOnce(pattern).test(text);

    expect(small.some((pattern, index) => compileOnce(`few ${index} (states|only)+x`) !== pattern)).toBe(true);
  });
});
