import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deliveryIdOf } from '../../../core/delivery/delivery-id.ts';

describe('deliveryIdOf', () => {
  it('is the same for the same message and channel', () => {
    expect(deliveryIdOf('msg_1', 'ch_1')).toBe(deliveryIdOf('msg_1', 'ch_1'));
  });

  it('differs when the message or the channel does', () => {
    const ids = [deliveryIdOf('msg_1', 'ch_1'), deliveryIdOf('msg_2', 'ch_1'), deliveryIdOf('msg_1', 'ch_2')];

    expect(new Set(ids).size).toBe(3);
  });

  it('holds no dot, which would make the signed text ambiguous', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (messageId, channelId) => {
        expect(deliveryIdOf(messageId, channelId)).toMatch(/^dlv_[0-9a-f]{32}$/);
      }),
    );
  });
});
