import { describe, expect, it } from 'vitest';
import { originGuard } from '../../lambdas/origin-guard.ts';

const requestWith = (headers: Record<string, string>) => ({ event: { headers, rawPath: '/n/x' } });

const FORBIDDEN = {
  statusCode: 403,
  headers: { 'content-type': 'application/json' },
  body: '{"error":"Forbidden"}',
};

describe('the guard of the API', () => {
  it('lets pass what CloudFront sends, and keeps the secret to itself', () => {
    const request = requestWith({ 'origin-secret': 'right', 'x-kept': '1' });

    const answer = originGuard('right').before(request);

    expect(answer).toBeUndefined();
    expect(request.event).toEqual({ headers: { 'x-kept': '1' }, rawPath: '/n/x' });
  });

  it.each<Record<string, string>>([
    {},
    { 'origin-secret': '' },
    { 'origin-secret': 'righ' },
    { 'origin-secret': 'right,other' },
    { 'origin-secret': 'Right' },
    { 'x-forwarded-for': '1.2.3.4, 5.6.7.8' },
  ])('refuses a request with the headers %j', (headers) => {
    const answer = originGuard('right,other').before(requestWith(headers));

    expect(answer).toEqual(FORBIDDEN);
  });

  it('accepts every secret while one is being replaced', () => {
    const guard = originGuard('old,new');

    const answers = ['old', 'new'].map((secret) => guard.before(requestWith({ 'origin-secret': secret })));

    expect(answers).toEqual([undefined, undefined]);
  });
});
