import { describe, expect, it } from 'vitest';
import { parsePath, resolvePath } from '../../../core/filter/path.ts';
import type { JsonObject } from '../../../core/message/json-object.ts';

const body: JsonObject = JSON.parse(
  `{"a":{"b":1,"list":[1,{"c":2},[3,4]],"":"empty"},"odd.key":{"x y":"q"},"dé-tail":"d","n":null,"s":"text",
    "__proto__":{"own":true},"items":[{"v":1},{"v":2},{"w":3}]}`,
);

function valuesAt(path: string): readonly unknown[] {
  const parsed = parsePath(path);
  if (parsed.kind === 'invalid') throw new Error(parsed.message);
  return resolvePath(body, parsed.steps, () => {});
}

describe('a payload path', () => {
  it.each<[string, unknown[]]>([
    ['a.b', [1]],
    ['a.list[0]', [1]],
    ['a.list[1].c', [2]],
    ['a.list[2][1]', [4]],
    ['["odd.key"]["x y"]', ['q']],
    ['a["list"][0]', [1]],
    [String.raw`["odd\u002ekey"].x y`, ['q']],
    ['a[""]', ['empty']],
    ['dé-tail', ['d']],
    ['n', [null]],
    ['items[*].v', [1, 2]],
    ['a.list[*]', [1, { c: 2 }, [3, 4]]],
    ['a.list[*][*]', [3, 4]],
    ['__proto__.own', [true]],
  ])('%s leads to %j', (path, values) => {
    expect(valuesAt(path)).toEqual(values);
  });

  it.each([
    'x',
    'a.x',
    'a.b.c',
    'n.x',
    's.length',
    's[0]',
    's[*]',
    'a[0]',
    'a[*]',
    'a.list.length',
    'a.list.0',
    'a.list[9]',
    'a.list[10]',
    'items[*].x',
    'constructor',
    'toString',
    'a.__proto__',
    'hasOwnProperty.name',
  ])('%s is missing', (path) => {
    expect(valuesAt(path)).toEqual([]);
  });

  it.each<[string, number]>([
    ['.a', 1],
    ['a.', 2],
    ['a.b.', 4],
    ['a.b..c', 4],
    ['a..b', 2],
    ['.', 1],
    ['a.[0]', 2],
    ['a[0]b', 5],
    ['a[-1]', 2],
    ['a[b]', 2],
    ['a[1', 2],
    ['a]', 2],
    ['a["b]', 2],
    [String.raw`a["\q"]`, 2],
    ["a['b']", 2],
    ['a[]', 2],
    ['a[**]', 2],
    ['a[9999999999]', 2],
    ['a"b', 2],
    ['[0].', 4],
  ])('%s is refused at character %i', (path, character) => {
    const parsed = parsePath(path);

    expect(parsed).toMatchObject({ kind: 'invalid' });
    expect(parsed.kind === 'invalid' && parsed.message).toContain(`at character ${character};`);
  });

  it('must not be empty', () => {
    expect(parsePath('')).toEqual({ kind: 'invalid', message: 'a path must not be empty' });
  });
});
