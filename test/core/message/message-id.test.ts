import { describe, expect, it } from 'vitest';
import { shardOf } from '../../../core/message/message-id.ts';

const ULID_WITHOUT_END = '01KAG20RM0ABCDEFGHJKMNPQR';

describe('the shard of a message', () => {
  it.each([
    ['0', 0],
    ['1', 1],
    ['2', 2],
    ['3', 3],
    ['4', 0],
    ['A', 2],
    ['H', 1],
    ['J', 2],
    ['M', 0],
    ['Z', 3],
  ])('is the low two bits of the last character: %s gives %i', (end, shard) => {
    expect(shardOf(`msg_${ULID_WITHOUT_END}${end}`)).toBe(shard);
  });

  it('is the first for an id that is none', () => {
    expect(shardOf('msg_u')).toBe(0);
  });
});
