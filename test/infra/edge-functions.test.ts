import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createHandler } from '../../lambdas/ingest/handler.ts';
import { readBody } from '../../lambdas/management/read-body.ts';
import { bodyLimitCode } from '../../lib/constructs/edge/body-limit.ts';
import { dashboardPages, dashboardRoutesCode } from '../../lib/constructs/edge/dashboard-routes.ts';

const answer = (uri: string, method = 'GET') => {
  const code = dashboardRoutesCode(['assets', 'favicon.ico', 'index.html']);
  return runInNewContext(`${code}; handler(event)`, { event: { request: { method, uri } } });
};

const NOT_FOUND = {
  statusCode: 404,
  headers: { 'content-type': { value: 'application/json' } },
  body: '{"error":"Not found"}',
};

describe('the edge function of the dashboard', () => {
  it.each(['/', '/callback', '/o/org_1', '/o/org_1/', '/o/org_1/webhooks/wh_1', '/messages/msg_1'])(
    'shows the page at %s',
    (uri) => {
      expect(answer(uri)).toMatchObject({ uri: '/index.html' });
    },
  );

  it.each(['/index.html', '/favicon.ico', '/assets/app-1a2b.js'])('serves the file %s', (uri) => {
    expect(answer(uri)).toMatchObject({ uri });
  });

  it.each(['/webhooks', '/assets', '/a.b/', '/admin', '/o', '/o/org_1/nothing', '/o/org_1/webhooks/wh_1/x'])(
    'has no page at %s, and says so',
    (uri) => {
      expect(answer(uri)).toMatchObject({ statusCode: 404, body: expect.stringContaining('There is no such page') });
    },
  );

  it('knows the pages that the router of the dashboard knows', () => {
    const source = readFileSync(new URL('../../dashboard/src/routes.tsx', import.meta.url), 'utf8');
    const paths = [...source.matchAll(/path: '([^'*]+)'/g)].map(([, path = '']) => path);
    const whole = paths.map((path) => (path.startsWith('/') ? path : `/o/:organizationId/${path}`));

    expect([...new Set(whole.map((path) => path.replaceAll(/:\w+/g, '*')))].sort()).toEqual([...dashboardPages].sort());
  });

  it.each(['/robots.txt', '/.env', '/wp-login.php', '/webhooks/a.js'])('has nothing at %s', (uri) => {
    expect(answer(uri)).toMatchObject(NOT_FOUND);
  });

  it.each(['/n', '/api', '/push', '//n/V1StGXR8_Z5jdHi6B-myT', '//api/v1/me', '//api//stream/'])(
    'has nothing at %s, which begins like the API, for any method',
    (uri) => {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) expect(answer(uri, method)).toMatchObject(NOT_FOUND);
    },
  );

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('lets nobody %s to a page', (method) => {
    expect(answer('/webhooks', method)).toMatchObject({
      statusCode: 405,
      headers: { 'content-type': { value: 'application/json' }, allow: { value: 'GET, HEAD' } },
      body: '{"error":"Method not allowed"}',
    });
  });
});

describe('the edge function before the API', () => {
  const MIB = 1024 * 1024;
  const decide = (uri: string, length: number | undefined, limit = MIB) => {
    const headers = length === undefined ? {} : { 'content-length': { value: String(length) } };
    const event = { request: { method: 'POST', uri, headers } };
    return runInNewContext(`${bodyLimitCode(limit)}; handler(event)`, { event });
  };

  it.each([undefined, 0, 1, MIB, MIB + 1, 4 * MIB])('lets a body of %s bytes pass to the other checks', (length) => {
    expect(decide('/n/x', length)).toMatchObject({ uri: '/n/x' });
  });

  it.each([4 * MIB + 1, 5 * MIB, 10 * MIB + 1, 20_000_000_000])(
    'refuses a send of %s bytes in the words of the function that takes smaller ones',
    async (length) => {
      const handler = createHandler(
        async () => ({ kind: 'too-large', limit: 2 * MIB }),
        () => {},
      );
      const sent = { routeKey: 'POST /n/{publicId}', headers: {}, requestContext: { requestId: 'r' } };
      const { statusCode, headers, body } = await handler(sent as never);

      for (const uri of ['/n/x', '/n/x/slack']) {
        const answered = decide(uri, length, 2 * MIB);
        expect(answered).toMatchObject({ statusCode, body });
        expect(answered.headers['content-type'].value).toBe(headers?.['content-type']);
      }
    },
  );

  it.each(['/api/v1/organizations', '/push/x/subscriptions'])('refuses a call of %s as the API does', (uri) => {
    const read = readBody(new ArrayBuffer(MIB + 1));

    expect(decide(uri, 4 * MIB + 1)).toMatchObject({
      statusCode: 413,
      body: read.kind === 'refused' ? read.reply.text : 'read',
    });
  });

  it('fits into a CloudFront Function', () => {
    expect(Buffer.byteLength(bodyLimitCode(MIB))).toBeLessThan(10 * 1024);
    expect(Buffer.byteLength(dashboardRoutesCode(Array(20).fill('apple-touch-icon.png')))).toBeLessThan(10 * 1024);
  });
});
