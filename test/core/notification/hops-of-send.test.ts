import { describe, expect, it } from 'vitest';
import { hopsOfSend } from '../../../core/notification/hops-of-send.ts';

const envelope = (attributes: object) =>
  Buffer.from(JSON.stringify({ Type: 'Notification', Message: 'hi', MessageAttributes: attributes }));
const fromSns = { 'x-amz-sns-message-type': 'Notification' };
const hops = { 'x-notification-hops': { Type: 'String', Value: 'aaaa,bbbb' } };

describe('the hop path of a send', () => {
  it('stands in the header', () => {
    expect(hopsOfSend({ headers: { 'x-notification-hops': 'cccc' }, body: Buffer.from('{}') })).toEqual(['cccc']);
  });

  it('stands in the attribute of what a topic posts', () => {
    expect(hopsOfSend({ headers: fromSns, body: envelope(hops) })).toEqual(['aaaa', 'bbbb']);
    const both = { ...fromSns, 'x-notification-hops': 'cccc' };
    expect(hopsOfSend({ headers: both, body: envelope(hops) })).toEqual(['cccc', 'aaaa', 'bbbb']);
  });

  it.each([
    ['a body that only looks like a topic', {}, envelope(hops)],
    ['a topic without the attribute', fromSns, envelope({})],
    ['a topic whose attribute is no text', fromSns, envelope({ 'x-notification-hops': { Value: 1 } })],
    ['no JSON', fromSns, Buffer.from('hello')],
    ['a body that no topic can post', fromSns, Buffer.concat([envelope(hops), Buffer.alloc(1024 * 1024, ' ')])],
  ])('is empty for %s', (_, headers, body) => {
    expect(hopsOfSend({ headers: { ...headers }, body })).toEqual([]);
  });
});
