import { expect, it } from 'vitest';
import { withPolicy } from '../../../local/cloudfront/response-headers.ts';

const policy = [
  { name: 'x-frame-options', value: 'DENY', override: true },
  { name: 'referrer-policy', value: 'no-referrer', override: false },
];

it('adds what a policy says to the headers of an answer', () => {
  expect(withPolicy([['etag', '"1"']], policy)).toEqual([
    ['etag', '"1"'],
    ['x-frame-options', 'DENY'],
    ['referrer-policy', 'no-referrer'],
  ]);
});

it('replaces a header of the origin only where the policy overrides', () => {
  const own: [string, string][] = [
    ['X-Frame-Options', 'SAMEORIGIN'],
    ['Referrer-Policy', 'origin'],
  ];

  expect(withPolicy(own, policy)).toEqual([
    ['Referrer-Policy', 'origin'],
    ['x-frame-options', 'DENY'],
  ]);
});
