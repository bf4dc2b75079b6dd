import { describe, expect, it } from 'vitest';
import { pathOfSend } from '../../../core/sending/path-of-send.ts';

const envelope = (attributes: object) =>
  Buffer.from(JSON.stringify({ Type: 'Notification', Message: 'hi', MessageAttributes: attributes }));
const fromSns = { 'x-amz-sns-message-type': 'Notification' };
const hops = { 'x-notification-hops': { Type: 'String', Value: 'aaaa,bbbb' } };
const origin = { 'x-notification-origin': { Type: 'String', Value: 'msg_1' } };
const empty = Buffer.from('{}');

describe('the hop path of a send', () => {
  it('stands in the header', () => {
    expect(pathOfSend({ headers: { 'x-notification-hops': 'cccc' }, body: empty }).hops).toEqual(['cccc']);
  });

  it('stands in the attribute of what a topic posts', () => {
    expect(pathOfSend({ headers: fromSns, body: envelope(hops) }).hops).toEqual(['aaaa', 'bbbb']);
    const both = { ...fromSns, 'x-notification-hops': 'cccc' };
    expect(pathOfSend({ headers: both, body: envelope(hops) }).hops).toEqual(['cccc', 'aaaa', 'bbbb']);
  });

  it.each([
    ['a body that only looks like a topic', {}, envelope(hops)],
    ['a topic without the attribute', fromSns, envelope({})],
    ['a topic whose attribute is no text', fromSns, envelope({ 'x-notification-hops': { Value: 1 } })],
    ['no JSON', fromSns, Buffer.from('hello')],
    ['a body that no topic can post', fromSns, Buffer.concat([envelope(hops), Buffer.alloc(1024 * 1024, ' ')])],
  ])('is empty for %s, which nobody forwarded', (_, headers, body) => {
    expect(pathOfSend({ headers: { ...headers }, body })).toEqual({ hops: [] });
  });
});

describe('the origin of a send', () => {
  const forwarded = { 'x-notification-hops': 'cccc' };
  const originOf = (headers: Record<string, string>, body: Buffer = empty) => pathOfSend({ headers, body }).originId;

  it('stands in the header, or in the attribute of what a topic posts', () => {
    expect(originOf({ ...forwarded, 'x-notification-origin': 'msg_1' })).toBe('msg_1');
    expect(originOf(fromSns, envelope({ ...hops, ...origin }))).toBe('msg_1');
    expect(originOf({ ...fromSns, 'x-notification-origin': 'msg_9' }, envelope({ ...hops, ...origin }))).toBe('msg_1');
  });

  it('counts when somebody on the way lost the hops', () => {
    expect(pathOfSend({ headers: { 'x-notification-origin': 'msg_1' }, body: empty })).toEqual({
      hops: [],
      originId: 'msg_1',
    });
  });

  it('is its path and its text, always the same, when it is not named', () => {
    const standIn = originOf(forwarded);

    expect(standIn).toMatch(/^[0-9a-f]{32}$/);
    expect(originOf({ ...forwarded, accept: '*/*' })).toBe(standIn);
    expect(originOf(forwarded, Buffer.from('{"a":1}'))).not.toBe(standIn);
    expect(originOf({ 'x-notification-hops': 'dddd' })).not.toBe(standIn);
  });

  it.each([
    '',
    ' ',
    'msg_1,msg_2',
    'a b',
    'x'.repeat(65),
    'x'.repeat(8000),
    'ORIGIN#org_2',
    'é',
    '\n',
    '%00',
    '__proto__#',
  ])('is its path and its text when it is named %j, which cannot be handed on', (named) => {
    expect(originOf({ ...forwarded, 'x-notification-origin': named })).toBe(originOf(forwarded));
    expect(originOf({ 'x-notification-origin': named })).toBeUndefined();
  });
});
