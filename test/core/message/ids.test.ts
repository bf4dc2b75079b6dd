import { describe, expect, it } from 'vitest';
import { idOf, isId, ulidOf } from '../../../core/message/ids.ts';

const ULID = '01KAG20RM0ABCDEFGHJKMNPQR0';

describe('an id', () => {
  it('is its ULID with a prefix that says what it names', () => {
    expect(idOf('message', ULID)).toBe(`msg_${ULID}`);
  });

  it.each(['message', 'audit'] as const)('of kind %s holds its ULID', (kind) => {
    expect(ulidOf(idOf(kind, ULID))).toBe(ULID);
  });

  it('has the shape of its own kind and of no other', () => {
    const id = idOf('channel', ULID);

    expect([isId('channel', id), isId('webhook', id), isId('audit', id)]).toEqual([true, false, false]);
  });
});
