import { describe, expect, it } from 'vitest';
import { fromTokens, toTokens } from '../../dashboard/src/messages/message-filters.ts';

describe('the search box of messages', () => {
  it('shows each filter of the address as a token', () => {
    expect(toTokens({ webhookId: 'wh_1', state: 'failed', q: 'disk', from: 'x' })).toEqual([
      { propertyKey: 'webhook', operator: '=', value: 'wh_1' },
      { propertyKey: 'state', operator: '=', value: 'failed' },
      { operator: ':', value: 'disk' },
    ]);
    expect(toTokens({})).toEqual([]);
  });

  it('writes its tokens back as the address has them', () => {
    const filters = { webhookId: 'wh_1', state: 'failed', q: 'disk' } as const;

    expect(fromTokens(toTokens(filters))).toEqual({ webhook: 'wh_1', state: 'failed', q: 'disk' });
  });

  it('takes what was removed out of the address', () => {
    expect(fromTokens([])).toEqual({ webhook: undefined, state: undefined, q: undefined });
  });

  it('heeds the last of several tokens for one property', () => {
    const tokens = ['a', 'b'].map((value) => ({ propertyKey: 'webhook', operator: '=', value }));

    expect(fromTokens(tokens)).toMatchObject({ webhook: 'b' });
  });
});
