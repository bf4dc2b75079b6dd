import { describe, expect, it } from 'vitest';
import { networkNameOf } from '../../../core/directory/network-name.ts';

describe('the name of a network', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:ffff::1'],
    ['2001:db8::1', '2001:0db8:0:0:9::'],
    ['::1', '0:0:0:0:1::'],
  ])('is the same for %s and %s', (one, other) => {
    expect(networkNameOf(one, 'ch_1')).toBe(networkNameOf(other, 'ch_1'));
  });

  it.each([
    ['192.0.2.1', '192.0.2.2'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
  ])('is another one for %s and %s', (one, other) => {
    expect(networkNameOf(one, 'ch_1')).not.toBe(networkNameOf(other, 'ch_1'));
  });

  it('tells nothing beyond its channel, and no address', () => {
    expect(networkNameOf('192.0.2.1', 'ch_1')).toMatch(/^[0-9a-f]{12}$/);
    expect(networkNameOf('192.0.2.1', 'ch_1')).not.toBe(networkNameOf('192.0.2.1', 'ch_2'));
  });
});
