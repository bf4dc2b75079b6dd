import { beforeEach, describe, expect, it } from 'vitest';
import { type Api, openApi } from './api.ts';

let api: Api;
beforeEach(async () => {
  api = await openApi();
});

const preview = async (body: object) =>
  api.call('POST', `${api.organization}/templates/preview`, { token: api.tokens.member, body });

describe('previewing', () => {
  it('shows what an object would become with templates', async () => {
    const { status, body } = await preview({
      templates: { title: '{{ repo }} failed', priority: '4' },
      body: { repo: 'api', message: 'tests' },
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({ title: 'api failed', message: 'tests', priority: 4, tags: [], format: 'json' });
  });

  it('reads with a preset that looks at headers of any case', async () => {
    const { body } = await preview({
      preset: 'github',
      body: { zen: 'Keep it logically awesome.', hook_id: 1, repository: { full_name: 'acme/api' } },
      headers: { 'X-GitHub-Event': 'ping' },
    });

    expect(body.tags).toContain('github');
    expect(body.notes).toContain('message ← preset github');
  });

  it('takes text as text', async () => {
    const { body } = await preview({ body: 'disk full', headers: { 'x-title': 'NAS' } });

    expect(body).toEqual({ title: 'NAS', message: 'disk full', tags: [], format: 'text', notes: [] });
  });

  it('says what is wrong with text that is declared as JSON', async () => {
    const { status, body } = await preview({ body: 'no', headers: { 'content-type': 'application/json' } });

    expect(status).toBe(400);
    expect(body.details).toEqual([{ path: 'body', message: 'is declared as JSON but is no JSON object' }]);
  });
});

describe('a template that does not parse', () => {
  const templates = { title: 'ok', message: '{% if a %}never closed' };

  it.each([
    ['previewing', 'POST', '/templates/preview', { templates, body: {} }],
    ['creating a webhook', 'POST', '/webhooks', { name: 'n', templates }],
  ])('is refused with line and column when %s', async (_, method, path, body) => {
    const answer = await api.call(method, `${api.organization}${path}`, { token: api.tokens.admin, body });

    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([
      { path: 'templates.message', message: expect.stringMatching(/\(line \d+, column \d+\)$/) },
    ]);
  });

  it('is refused when changing a webhook, which stays as it was', async () => {
    const token = api.tokens.admin;
    const { body: webhook } = await api.call('POST', `${api.organization}/webhooks`, { token, body: { name: 'n' } });
    const path = `${api.organization}/webhooks/${webhook.id}`;

    const answer = await api.call('PATCH', path, { token, body: { templates: { message: '{{ a' } } });

    expect(answer.status).toBe(400);
    expect((await api.call('GET', path, { token })).body.templates).toBeNull();
  });
});
