import { describe, expect, it } from 'vitest';
import { openApi } from './api.ts';

describe('what the function answers outside the API', () => {
  it('says that it is well', async () => {
    const { rawCall } = await openApi();

    const answer = await rawCall('GET', '/api/health');

    expect([answer.status, answer.text]).toEqual([200, '{"status":"ok"}']);
  });

  it('answers 503 in plain text when streams are sent here', async () => {
    const { rawCall } = await openApi();

    const answer = await rawCall('GET', '/api/stream/abc');

    expect(answer.status).toBe(503);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(answer.headers['retry-after']).toBe('60');
  });

  it.each([
    '/',
    '/api',
    '/api/',
    '/api/stream',
    '/api/stream/',
    '/api/stream/abc/',
    '/api/stream/abc/def',
    '/api/v1',
    '/api/v1/',
    '/api//v1/me',
    '/api/v1%2Fme',
    // As the API hands paths over: decoded.
    '/api/v1/me#x',
    '/api/health#',
    '/api\\v1\\me',
    '/api/v1/me\u0000',
    '/api/v1/m e',
    '/api/v2/me',
    '/api/v1/me/',
    '/api/v1/%E0%A4%A',
    '/api/health/',
    '/n',
    '/n/',
  ])('answers 404 in JSON at %s, whatever the method', async (path) => {
    const { rawCall, tokens } = await openApi();

    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await rawCall(method, path, { token: tokens.owner });
      const text = method === 'HEAD' ? '' : '{"error":"Not found"}';
      expect([method, answer.status, answer.headers['content-type'], answer.text]).toEqual([
        method,
        404,
        'application/json',
        text,
      ]);
    }
  });

  it('answers 405 with what is allowed to every method that a path does not declare', async () => {
    const { rawCall, document } = await openApi();
    const paths = Object.entries<object>(document.paths).filter(([path]) => !/^\/(a|n|api\/stream)\//.test(path));
    const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

    for (const [template, methods] of paths) {
      const declared = Object.keys(methods).map((method) => method.toUpperCase());
      const path = template.replaceAll(/\{\w+\}/g, 'x');
      for (const method of all.filter((it) => !declared.includes(it))) {
        const { status, text, headers } = await rawCall(method, path);
        const allowed = headers['allow']?.split(', ').filter((it) => it !== 'HEAD');
        expect([method, path, status, text, allowed?.sort()]).toEqual([
          method,
          path,
          405,
          '{"error":"Method not allowed"}',
          declared.toSorted(),
        ]);
      }
    }
  });

  it('allows the head of what can be read', async () => {
    const { rawCall, tokens } = await openApi();

    const head = await rawCall('HEAD', '/api/v1/me', { token: tokens.owner });
    const other = await rawCall('POST', '/api/v1/me', { token: tokens.owner });

    expect([head.status, head.text]).toEqual([200, '']);
    expect(other.headers['allow']).toBe('GET, HEAD');
  });

  it('answers requests that the web’s own Request cannot hold', async () => {
    const { rawCall, tokens } = await openApi();

    const withBody = await rawCall('GET', '/api/v1/me', { token: tokens.owner, body: { a: 1 } });
    const withHeader = await rawCall('GET', '/api/v1/me', { token: tokens.owner, headers: { 'x-name': '名前' } });
    const trace = await rawCall('TRACE', '/api/v1/me', { token: tokens.owner });

    expect([withBody.status, withHeader.status, trace.status]).toEqual([200, 200, 405]);
  });

  it('sends security headers and no CORS headers', async () => {
    const { rawCall, tokens } = await openApi();

    const { headers } = await rawCall('GET', '/api/v1/me', {
      token: tokens.owner,
      headers: { origin: 'https://evil.example' },
    });

    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(headers).toHaveProperty('strict-transport-security');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it('answers 500 without a word about the cause, and logs no secret', async () => {
    const secret = 'https://hooks.example.com/secret';
    const { call, tokens, organization, logged, deps } = await openApi();
    deps.store.listWebhooks = async () => {
      throw new Error(secret);
    };

    const answer = await call('GET', `${organization}/webhooks`, { token: tokens.owner });

    expect([answer.status, answer.text]).toEqual([500, '{"error":"Internal error"}']);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatchObject({ event: 'management.failed', method: 'GET', error: 'Error' });
    expect(JSON.stringify(logged)).not.toContain(secret);
    expect(JSON.stringify(logged)).not.toContain(tokens.owner);
    expect(String(logged[0]!['route'])).toContain(':organizationId');
  });
});

describe('a request body', () => {
  it('must be JSON of at most 1 MiB with known fields only', async () => {
    const { call, tokens, organization } = await openApi();
    const path = `${organization}/webhooks`;
    const post = (rawBody: string) => call('POST', path, { token: tokens.admin, rawBody });
    const named = (length: number) => `{"name":"${'x'.repeat(length - '{"name":""}'.length)}"}`;

    const statuses = await Promise.all(
      [
        '',
        '{',
        'null',
        '[]',
        '"x"',
        '{}',
        '{"name":1}',
        '{"name":""}',
        '{"name":"   "}',
        '{"name":"a","color":"red"}',
        '{"name":"a","__proto__":{"x":1}}',
        '['.repeat(10_000),
        named(1024 * 1024),
      ].map(async (body) => (await post(body)).status),
    );
    const tooLarge = await post(named(1024 * 1024 + 1));

    expect(statuses.filter((status) => status !== 400)).toEqual([]);
    expect(tooLarge.status).toBe(413);
  });

  it('is answered with the path of each thing that is wrong', async () => {
    const { call, tokens, organization } = await openApi();

    const answer = await call('POST', `${organization}/webhooks`, {
      token: tokens.admin,
      body: { requireApiKey: 'yes', color: 'red', templates: { title: 1 } },
    });

    expect(answer.body.error).toBe('Invalid request');
    expect(answer.body.details.map(({ path }: { path: string }) => path).sort()).toEqual([
      'color',
      'name',
      'requireApiKey',
      'templates.title',
    ]);
  });
});
