import { describe, expect, it } from 'vitest';
import { RouteTable } from '../../../local/http-api/route-table.ts';

const keys = [
  '$default',
  'ANY /n/{proxy+}',
  'POST /n/{publicId}',
  'POST /n/{publicId}/slack',
  'ANY /n/{publicId}',
  'GET /n/fixed',
];
const table = new RouteTable(keys.map((key) => ({ key, target: undefined })));
const keyOf = (method: string, path: string) => table.find(method, path)?.route.key;

describe('RouteTable', () => {
  it.each([
    ['POST', '/n/abc', 'POST /n/{publicId}'],
    ['GET', '/n/abc', 'ANY /n/{publicId}'],
    ['GET', '/n/fixed', 'GET /n/fixed'],
    ['POST', '/n/abc/slack', 'POST /n/{publicId}/slack'],
    ['GET', '/n/abc/slack', 'ANY /n/{proxy+}'],
    ['POST', '/n/abc/def/ghi', 'ANY /n/{proxy+}'],
    ['POST', '/n/', '$default'],
    ['POST', '/n', '$default'],
    ['POST', '/other', '$default'],
    ['POST', '/n/a%2Fb', 'POST /n/{publicId}'],
  ])('leads %s %s to %s', (method, path, expected) => {
    expect(keyOf(method, path)).toBe(expected);
  });

  it('decodes path parameters', () => {
    expect(table.find('POST', '/n/a%2Fb')?.pathParameters).toEqual({ publicId: 'a/b' });
    expect(table.find('GET', '/n/a/b%20c')?.pathParameters).toEqual({ proxy: 'a/b c' });
  });

  it('keeps a path parameter that is no valid percent encoding', () => {
    expect(table.find('POST', '/n/%zz')?.pathParameters).toEqual({ publicId: '%zz' });
  });

  it('finds nothing when no route matches and there is no $default', () => {
    expect(new RouteTable([{ key: 'GET /a', target: 1 }]).find('GET', '/b')).toBeUndefined();
  });
});
