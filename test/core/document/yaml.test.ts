import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placed, readYaml, writeYaml } from '../../../core/document/yaml.ts';

const issuesOf = (text: string) => {
  const read = readYaml(text);
  return read.kind === 'invalid' ? read.issues : read;
};
const valueOf = (text: string) => {
  const read = readYaml(text);
  return read.kind === 'ok' ? read.value : read.issues;
};

describe('reading YAML', () => {
  it('gives what JSON would say, with names as text', () => {
    expect(valueOf('version: 1\na: [x, 2, true, null, "no"]\n1: {b: }\n')).toEqual({
      version: 1,
      a: ['x', 2, true, null, 'no'],
      1: { b: null },
    });
    expect(valueOf('{"a": [1]}')).toEqual({ a: [1] });
    expect(valueOf('')).toBeNull();
    expect(Object.keys(Object(valueOf('__proto__: 1')))).toEqual(['__proto__']);
  });

  it.each([
    ['a: b: c', 'line 1, column'],
    ['a:\n\t- b', 'a tab cannot indent'],
    ['a: "b', 'line 1, column'],
    ['a: [1, 2', 'line 1, column'],
    ['a: 1\n---\nb: 2', 'one text holds one document'],
    ['a: !!js/function "x"', 'tags are not allowed'],
    ['a: !mine x', 'tags are not allowed'],
    ['%YAML 9.9\n---\na: 1', 'line 1'],
    ['? [a]\n: 1', 'line 1'],
    ['a: 1\nb: 2\na: 3', 'line 3, column 1: "a" is here twice'],
    ['a: &x [1]\nb: *x', 'line 2, column 4: aliases are not allowed'],
    ['a: &x 1\n*x : 2', 'line 2'],
    ['a: *nothing', 'line 1'],
    ['<<: {a: 1}\n<<: {b: 1}', '"<<" is here twice'],
  ])('refuses %j with line and column, in words of our own', (text, words) => {
    const issues = issuesOf(text);

    expect(JSON.stringify(issues)).toContain(JSON.stringify(words).slice(1, -1));
    expect(JSON.stringify(issues)).toMatch(/line \d+, column \d+/);
  });

  it('refuses a bomb of aliases before it grows', () => {
    const levels = Array.from({ length: 12 }, (_, level) =>
      level === 0 ? 'a0: &a0 [x,x,x,x,x,x,x,x,x,x]' : `a${level}: &a${level} [${`*a${level - 1},`.repeat(10)}]`,
    );

    expect(JSON.stringify(issuesOf(levels.join('\n')))).toContain('aliases are not allowed');
  });

  it('refuses what nests deeper than any document, even deeper than the stack', () => {
    for (const depth of [70, 5_000, 200_000]) {
      expect(readYaml('['.repeat(depth)).kind).toBe('invalid');
      expect(JSON.stringify(issuesOf('['.repeat(depth) + ']'.repeat(depth)))).toContain('deeper than 64 levels');
    }
  });

  it('reads tens of thousands of names of one map, which would take for ever if each were compared with each', () => {
    const text = Array.from({ length: 50_000 }, (_, index) => `n${index}: 1`).join('\n');

    expect(readYaml(text).kind).toBe('ok');
  });

  it('answers every text, whatever it is', () => {
    const piece = fc.constantFrom(
      'a',
      ':',
      ' ',
      '\n',
      '-',
      '[',
      '{',
      '}',
      ']',
      '"',
      "'",
      '&',
      '*',
      '!',
      '|',
      '#',
      '?',
      ',',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          expect(['ok', 'invalid']).toContain(readYaml(text).kind);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the place of an issue', () => {
  const text = `version: 1
webhooks:
  ci:
    name: CI
    links:
      ops: { filter: { any: [{ tags: 1 }] } }
`;

  it.each([
    ['document.webhooks.ci.name', 'line 4, column 5'],
    ['document.webhooks.ci.links.ops.filter.any[0].tags', 'line 6, column 32'],
    ['document.webhooks.ci.links.ops.filter.any[0].tags.none', 'line 6, column 32'],
    ['document.webhooks.ci.preset', 'line 3, column 3'],
  ])('%s is at %s', (path, place) => {
    const read = readYaml(text);
    const places = read.kind === 'ok' ? read.places : new Map<string, string>();

    expect(placed([{ path, message: 'is wrong' }], places)).toEqual([{ path, message: `${place}: is wrong` }]);
  });

  it('is left out when nothing around it is there', () => {
    const issue = { path: 'document', message: 'is wrong' };

    expect(placed([issue, { ...issue, path: 'document.channels' }], new Map())).toEqual([
      issue,
      { ...issue, path: 'document.channels' },
    ]);
  });
});

describe('writing YAML', () => {
  const json = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, fc.string(), fc.integer(), fc.boolean(), tie('list'), tie('map')),
    list: fc.array(tie('value'), { maxLength: 3 }),
    map: fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
  })).map;

  it('is read back as it was, and names the schema for editors', () => {
    fc.assert(
      fc.property(json, (document) => {
        const text = writeYaml(document, 'https://example.com/schema.json');

        expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=https://example.com/schema.json');
        expect(valueOf(text)).toEqual(document);
      }),
    );
  });

  it('means the same to readers of YAML 1.1', () => {
    expect(writeYaml({ a: 'no', b: '0x1F', c: 'on', d: '1:20' }, 'x')).toMatch(
      /a: "no"\nb: "0x1F"\nc: "on"\nd: "1:20"/,
    );
  });
});
