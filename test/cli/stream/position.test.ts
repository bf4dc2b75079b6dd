import { expect, it } from 'vitest';
import { decodeTime } from 'ulid';
import { positionAt } from '../../../cli/stream/position.ts';

it('is the smallest ULID of its time', () => {
  const now = Date.UTC(2026, 10, 22, 9, 30, 0, 123);

  expect(decodeTime(positionAt(now))).toBe(now);
  expect(positionAt(now)).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}0{16}$/);
});
