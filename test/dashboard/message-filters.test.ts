import { describe, expect, it } from 'vitest';
import { fromTokens, toTokens } from '../../dashboard/src/messages/message-filters.ts';

describe('the search box of messages', () => {
  it('shows each filter of the address as a token', () => {
    const asked = { webhookId: 'wh_1', channelId: 'ch_1', state: 'failed', tag: 'db', priority: 4, q: 'disk' } as const;

    expect(toTokens({ ...asked, from: 'x' })).toEqual([
      { propertyKey: 'webhook', operator: '=', value: 'wh_1' },
      { propertyKey: 'channel', operator: '=', value: 'ch_1' },
      { propertyKey: 'state', operator: '=', value: 'failed' },
      { propertyKey: 'tag', operator: '=', value: 'db' },
      { propertyKey: 'priority', operator: '>=', value: '4' },
      { operator: ':', value: 'disk' },
    ]);
    expect(toTokens({})).toEqual([]);
  });

  it('writes its tokens back as the address has them', () => {
    const filters = {
      webhookId: 'wh_1',
      channelId: 'ch_1',
      state: 'failed',
      tag: 'db',
      priority: 4,
      q: 'disk',
    } as const;

    expect(fromTokens(toTokens(filters))).toEqual({
      webhook: 'wh_1',
      channel: 'ch_1',
      state: 'failed',
      tag: 'db',
      priority: '4',
      q: 'disk',
    });
  });

  it('takes what was removed out of the address', () => {
    const names = ['webhook', 'channel', 'state', 'tag', 'priority', 'q'];

    expect(fromTokens([])).toEqual(Object.fromEntries(names.map((name) => [name, undefined])));
  });

  it('heeds the last of several tokens for one property', () => {
    const tokens = ['a', 'b'].map((value) => ({ propertyKey: 'webhook', operator: '=', value }));

    expect(fromTokens(tokens)).toMatchObject({ webhook: 'b' });
  });

  it.each(['high', '6', '0', '-1', '4.5'])('drops a priority that there is not: %s', (value) => {
    expect(fromTokens([{ propertyKey: 'priority', operator: '>=', value }])['priority']).toBeUndefined();
  });
});
