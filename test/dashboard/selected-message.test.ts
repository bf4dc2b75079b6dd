import { expect, it } from 'vitest';
import { nextOf } from '../../dashboard/src/messages/selected-message.ts';

it.each([
  ['j', undefined, 'a'],
  ['j', 'a', 'b'],
  ['j', 'c', undefined],
  ['k', 'b', 'a'],
  ['k', 'a', undefined],
  ['k', undefined, undefined],
  ['k', 'gone', undefined],
  ['j', 'gone', 'a'],
  ['x', 'a', undefined],
])('leads by %s from %s to %s', (key, current, next) => {
  expect(nextOf(['a', 'b', 'c'], current, key)).toBe(next);
});
