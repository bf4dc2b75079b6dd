import { createHash } from 'node:crypto';
import { validateHeaderValue } from 'node:http';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkHops, hopOf, pathFields, readHops, readOrigin, writeHops } from '../../../core/message/hop-path.ts';

const here = 'wh_01J0000000000000000000000A';
const other = hopOf('wh_01J0000000000000000000000B');

describe('hopOf', () => {
  it('is the first 16 hex digits of the SHA-256 of the internal id', () => {
    expect(hopOf(here)).toBe(createHash('sha256').update(here).digest('hex').slice(0, 16));
  });
});

describe('readHops', () => {
  it.each([
    [undefined, []],
    ['', []],
    [' , ,', []],
    [other, [other]],
    [` ${other.toUpperCase()} ,abc`, [other, 'abc']],
    [`${other}, a b,${'x'.repeat(65)}`, [other, 'unreadable', 'unreadable']],
  ])('reads %j as %j', (header, hops) => {
    expect(readHops(header)).toEqual(hops);
  });
});

describe('readOrigin', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['a b', undefined],
    ['msg_1', 'msg_1'],
  ])('reads %j as %j', (header, origin) => {
    expect(readOrigin(header)).toBe(origin);
  });
});

describe('pathFields', () => {
  const path = { id: 'msg_1', hops: [other], webhook: { id: here } };

  it('says where a notification has been, and that it began as this message', () => {
    expect(pathFields(path)).toEqual({
      'x-notification-hops': `${other},${hopOf(here)}`,
      'x-notification-origin': 'msg_1',
    });
  });

  it('hands on what a forwarded one began as', () => {
    expect(pathFields({ ...path, originId: 'msg_0' })).toMatchObject({ 'x-notification-origin': 'msg_0' });
  });
});

describe('checkHops', () => {
  it('lets a request pass that has not been here and has hops left', () => {
    expect(checkHops([other, 'abc'], here, 3)).toBe('ok');
  });

  it('finds a loop when the request has been here', () => {
    expect(checkHops([hopOf(here)], here, 3)).toBe('loop');
  });

  it('lets a request pass that was forwarded as often as is allowed, and finds a loop in one more', () => {
    expect(checkHops(['a', 'b', 'unreadable'], here, 3)).toBe('ok');
    expect(checkHops(['a', 'b', 'unreadable', 'c'], here, 3)).toBe('loop');
  });

  it('finds a loop on the next pass of whatever list it hands on', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(checkHops(readHops(writeHops(readHops(header), here)), here, 1000)).toBe('loop');
      }),
    );
  });
});

describe('writeHops', () => {
  it('appends the hop of the webhook', () => {
    expect(writeHops([other], here)).toBe(`${other},${hopOf(here)}`);
  });

  it('is always a valid header value that keeps the count, whatever came in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (header) => {
        const hops = readHops(header);
        const written = writeHops(hops, here);

        validateHeaderValue('x-notification-hops', written);
        expect(readHops(written)).toHaveLength(hops.length + 1);
      }),
    );
  });
});
