import { expect, it } from 'vitest';
import { fieldChanges } from '../../../core/document/field-changes.ts';

it('finds each field that differs, as deep as both sides go, and shows it as it may be shown', () => {
  const before = { a: { b: 's1', c: [1] }, filter: { all: [1] }, gone: true, same: { x: 1, y: 2 } };
  const after = { a: { b: 's2', c: [1, 2] }, filter: { any: [1] }, made: {}, same: { y: 2, x: 1 } };
  const shown = (entry: object) => ({ ...entry, a: { b: '••••' } });

  expect(fieldChanges({ before, after }, { before: shown(before), after: shown(after) })).toEqual([
    { path: 'a.b', before: '••••', after: '••••' },
    { path: 'a.c', before: null, after: null },
    { path: 'filter', before: { all: [1] }, after: { any: [1] } },
    { path: 'gone', before: true, after: null },
    { path: 'made', before: null, after: {} },
  ]);
});

it('shows nothing of what is hidden as a whole', () => {
  const sides = { before: { a: { b: 1 } }, after: { a: { b: 2 } } };

  expect(fieldChanges(sides, { before: { a: 'hidden' }, after: {} })).toEqual([
    { path: 'a.b', before: null, after: null },
  ]);
});
