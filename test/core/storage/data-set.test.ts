import { describe, expect, it } from 'vitest';
import { dataSetOf } from '../../../core/storage/data-set.ts';

const names = { directory: 'd', liveEvents: 'l', counters: 'c', bodies: 'b' };

describe('where a part of the router keeps its data', () => {
  it('is the same text for the same tables and bucket', () => {
    expect(dataSetOf(names)).toBe(dataSetOf({ ...names }));
  });

  it.each(['directory', 'liveEvents', 'counters', 'bodies'] as const)(
    'is another text when only %s is another',
    (name) => {
      expect(dataSetOf({ ...names, [name]: 'restored' })).not.toBe(dataSetOf(names));
    },
  );
});
