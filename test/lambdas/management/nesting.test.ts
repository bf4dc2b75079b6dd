import { describe, expect, it } from 'vitest';
import { openApi } from './api.ts';

const list = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const object = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const deep = [list(1001), list(50_000), object(20_000)];

describe('a request that is nested very deeply', () => {
  it('is answered with 400 by every call, wherever the nesting stands', async () => {
    const api = await openApi();
    const fields = ['body', 'filter', 'config', 'templates', 'headers', 'links', 'name', 'unknown'];

    for (const [template, methods] of Object.entries<Record<string, { requestBody?: object }>>(api.document.paths)) {
      if (!template.startsWith('/api/v1/organizations/{organizationId}')) continue;
      const path = template
        .replace('/api/v1', '')
        .replace('{organizationId}', api.acme.id)
        .replaceAll(/\{\w+\}/g, 'unknown');
      for (const [method, { requestBody }] of Object.entries(methods)) {
        if (requestBody === undefined) continue;
        for (const text of deep) {
          const rawBody = `{${fields.map((field) => `"${field}":${text}`).join(',')}}`;
          api.generators.advance(1000);
          const answer = await api.call(method.toUpperCase(), path, { token: api.tokens.owner, rawBody });

          expect(answer.status, `${method} ${path}`).toBe(400);
        }
      }
    }
  }, 60_000);

  it('says what is wrong', async () => {
    const api = await openApi();
    const call = { token: api.tokens.member, rawBody: `{"body":{"a":${list(50_000)}}}` };

    for (const path of ['/templates/preview', '/filters/evaluate']) {
      const { status, body } = await api.call('POST', `${api.organization}${path}`, call);

      expect(status).toBe(400);
      expect(body).toEqual({
        error: 'Invalid request',
        details: [{ path: '', message: 'nested deeper than 1000 levels' }],
      });
    }
  });

  it('is previewed up to a thousand levels, and as text at any depth', async () => {
    const api = await openApi();
    const templates = { title: '{{ a }}', message: '{{ a | size }}' };
    const previewOf = async (body: string) =>
      api.call('POST', `${api.organization}/templates/preview`, {
        token: api.tokens.member,
        rawBody: `{"templates":${JSON.stringify(templates)},"body":${body}}`,
      });

    expect((await previewOf(`{"a":${list(998)}}`)).status).toBe(200);
    const asText = await previewOf(JSON.stringify(`{"a":${list(100_000)}}`));
    expect(asText.status).toBe(200);
    expect(asText.body.message).toBe('1');
    expect(asText.body.notes).toContainEqual(expect.stringContaining('nests too deeply'));
  });
});

describe('a filter that takes too many steps', () => {
  it('is answered when it is tried: it could not be decided', async () => {
    const api = await openApi();
    const body = { list: Array.from({ length: 100_000 }, (_, index) => index) };
    const filter = { any: Array.from({ length: 60 }, () => ({ path: 'list[*]', op: 'eq', value: -1 })) };

    const answer = await api.call('POST', `${api.organization}/filters/evaluate`, {
      token: api.tokens.member,
      body: { filter, body },
    });

    expect(answer.body).toEqual({
      matched: false,
      explanation: 'could not be decided: it takes too many steps over this body',
    });
  });
});
