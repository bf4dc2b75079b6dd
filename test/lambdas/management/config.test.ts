import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadVendors } from '../../vendors/load-vendors.ts';
import { type Api, BASE_URL, openApi } from './api.ts';

let api: Api;
beforeEach(async () => {
  api = await openApi();
});

const call = async (method: string, path: string, body?: object, role: 'member' | 'admin' | 'owner' = 'admin') =>
  api.call(method, `${api.organization}/${path}`, { token: api.tokens[role], body });
const apply = async (document: unknown, rest: object = {}) => call('POST', 'config/apply', { document, ...rest });
const plan = async (document: unknown, rest: object = {}) => call('POST', 'config/plan', { document, ...rest });

const slack = {
  kind: 'slack',
  name: 'Ops',
  config: { botToken: { secret: 'ops-slack-token' }, channel: 'C0123456789' },
};
const document = {
  version: 1,
  channels: { ops: slack },
  webhooks: { ci: { name: 'CI', preset: 'github', links: { ops: { filter: { priority: { gte: 3 } } } } } },
};
const secrets = { 'ops-slack-token': 'xoxb-0123456789' };

describe('a document over the API', () => {
  it('is planned, applied and exported, and changes nothing the second time', async () => {
    const planned = await plan(document, { secrets, digest: 'of another plan' });
    const applied = await apply(document, { secrets, digest: planned.body.digest });
    const exported = await call('GET', 'config');
    const again = await apply(document);

    expect([planned.status, applied.status, exported.status, again.status]).toEqual([200, 200, 200, 200]);
    expect(applied.body).toEqual(planned.body);
    expect(exported.body).toEqual({ document, secretsNeeded: ['ops-slack-token'] });
    expect(again.body.changes.map(({ action }: { action: string }) => action)).toEqual(['none', 'none']);
    expect(planned.text + applied.text + exported.text).not.toContain('xoxb');
  });

  it('is exported as YAML to whoever asks for it, which is applied as text', async () => {
    await apply(document, { secrets });
    const headers = { accept: 'application/yaml;q=0.9, */*' };

    const answer = await api.rawCall('GET', `/api/v1${api.organization}/config`, { token: api.tokens.admin, headers });
    const applied = await apply(answer.text);

    expect(answer.headers['content-type']).toBe('application/yaml');
    expect(answer.text).toMatch(`# yaml-language-server: $schema=${BASE_URL}/api/v1/config-schema.json\nversion: 1\n`);
    expect(parse(answer.text)).toEqual(document);
    expect(applied.body.changes.every(({ action }: { action: string }) => action === 'none')).toBe(true);
  });

  it('is for admins and owners', async () => {
    const statuses = await Promise.all([
      call('GET', 'config', undefined, 'member'),
      call('POST', 'config/plan', { document }, 'member'),
      call('POST', 'config/apply', { document }, 'member'),
      call('GET', 'config', undefined, 'owner'),
    ]);

    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 200]);
  });

  it('shows slugs, owners and drift on what it made', async () => {
    await apply(document, { secrets });
    const { items } = (await call('GET', 'webhooks')).body;
    await call('PATCH', `webhooks/${items[0].id}`, { name: 'By hand' });

    const [channel] = (await call('GET', 'channels')).body.items;
    const webhook = (await call('GET', `webhooks/${items[0].id}`)).body;
    const planned = (await plan(document)).body;

    expect(items[0]).toMatchObject({ slug: 'ci', managedBy: 'document', drift: false });
    expect(channel).toMatchObject({ slug: 'ops', managedBy: 'document', drift: false });
    expect(webhook).toMatchObject({ slug: 'ci', managedBy: 'document', drift: true });
    expect(planned.changes[1]).toMatchObject({
      action: 'update',
      drift: true,
      fields: [{ path: 'name', before: 'By hand', after: 'CI' }],
    });
  });

  it('gives a slug to what has none when it is exported, and says so in the log', async () => {
    const { id } = (await call('POST', 'webhooks', { name: 'Über CI' })).body;
    await call('POST', 'webhooks', { name: 'Uber CI' });

    const exported = (await call('GET', 'config')).body;
    const log = (await call('GET', 'audit')).body.items;

    expect(Object.keys(exported.document.webhooks)).toEqual(['uber-ci', 'uber-ci-2']);
    expect((await call('GET', `webhooks/${id}`)).body.slug).toBe('uber-ci');
    expect(log[0]).toMatchObject({ action: 'webhook.changed', reason: 'a document names it', before: { slug: null } });
  });

  it('counts its webhooks against the plan', async () => {
    api = await openApi({ billing: 'plans' });
    const webhooks = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`w${index}`, { name: 'W' }]));

    const answers = [await plan({ version: 1, webhooks }), await apply({ version: 1, webhooks })];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [429, 'The plan allows 5 webhooks'],
      [429, 'The plan allows 5 webhooks'],
    ]);
    expect((await call('GET', 'webhooks')).body.items).toEqual([]);
  });
});

describe('slugs', () => {
  it('are set and removed by a change, one of each among webhooks and among channels', async () => {
    const [one, two] = [
      (await call('POST', 'webhooks', { name: 'One' })).body,
      (await call('POST', 'webhooks', { name: 'Two' })).body,
    ];
    const live = (await call('POST', 'channels', { kind: 'live-stream', name: 'Live', config: {} })).body;

    const set = await call('PATCH', `webhooks/${one.id}`, { slug: 'ci' });
    const taken = await call('PATCH', `webhooks/${two.id}`, { slug: 'ci' });
    const channel = await call('PATCH', `channels/${live.id}`, { slug: 'ci' });
    const removed = await call('PATCH', `webhooks/${one.id}`, { slug: null });

    expect([one.slug, set.body.slug, channel.body.slug, removed.body.slug]).toEqual([null, 'ci', 'ci', null]);
    expect([taken.status, taken.body.details]).toEqual([
      400,
      [{ path: 'slug', message: 'another webhook has this slug' }],
    ]);
  });

  it.each(['CI', 'a b', 'a_b', 'ä', '', 'x'.repeat(65), 'a/b', 'a#b'])('are never %j', async (slug) => {
    const { id } = (await call('POST', 'webhooks', { name: 'One' })).body;

    const patched = await call('PATCH', `webhooks/${id}`, { slug });
    const applied = await plan(`version: 1\nwebhooks: { ${JSON.stringify(slug)}: { name: X } }`);

    expect([patched.status, applied.status]).toEqual([400, 400]);
    expect(applied.body.details[0].message).toContain('must be a slug');
  });
});

describe('a bad document', () => {
  const filter = (value: unknown) => ({
    version: 1,
    webhooks: { ci: { name: 'CI', links: { ops: { filter: value } } } },
  });

  it.each<[string, unknown, string]>([
    ['another version', { version: 2 }, 'document.version'],
    ['no version', {}, 'document.version'],
    ['an unknown section', { version: 1, routes: {} }, 'document.routes'],
    ['an unknown field', { version: 1, webhooks: { ci: { name: 'CI', url: 'x' } } }, 'document.webhooks.ci.url'],
    ['an unknown kind', { version: 1, channels: { a: { kind: 'slak', name: 'A' } } }, 'document.channels.a.kind'],
    [
      'a null link',
      { version: 1, webhooks: { ci: { name: 'CI', links: { ops: null } } } },
      'document.webhooks.ci.links.ops',
    ],
    [
      'a null in a config',
      { version: 1, channels: { a: { ...slack, config: { channel: null } } } },
      'document.channels.a.config',
    ],
    ['a filter that does not parse', filter({ priority: { above: 3 } }), 'document.webhooks.ci.links.ops.filter'],
    [
      'a pattern that does not parse',
      filter({ path: 'a', op: 'matches', value: '(' }),
      'document.webhooks.ci.links.ops.filter',
    ],
    [
      'a template that does not parse',
      { version: 1, webhooks: { ci: { name: 'CI', templates: { title: '{{ a' } } } },
      'document.webhooks.ci.templates.title',
    ],
    [
      'a lifecycle that does not parse',
      { version: 1, webhooks: { ci: { name: 'CI', lifecycle: { key: '{% if %}' } } } },
      'document.webhooks.ci.lifecycle.key',
    ],
    [
      'a link to nowhere',
      { version: 1, webhooks: { ci: { name: 'CI', links: { nowhere: {} } } } },
      'document.webhooks.ci.links.nowhere',
    ],
    [
      'answers where nobody reads',
      {
        version: 1,
        channels: { live: { kind: 'live-stream', name: 'Live' } },
        webhooks: { ci: { name: 'CI', links: { live: { answers: true } } } },
      },
      'document.webhooks.ci.links.live.answers',
    ],
    ['a secret that is not given', { version: 1, channels: { ops: slack } }, 'document.channels.ops.config.botToken'],
    [
      'a forbidden address',
      { version: 1, channels: { a: { kind: 'webhook', name: 'A', config: { url: 'http://10.0.0.1' } } } },
      'document.channels.a.config.url',
    ],
    ['a list', [], 'document'],
    ['a number', 1, 'document'],
    ['text that is a list', '- 1', 'document'],
    ['no text', '', 'document'],
  ])('with %s is refused with its place, and nothing changes', async (_, bad, path) => {
    const answers = [await plan(bad), await apply(bad)];

    for (const { status, body } of answers) {
      expect([status, body.error]).toEqual([400, 'Invalid request']);
      expect(body.details.map((detail: { path: string }) => detail.path).join(' ')).toContain(path);
    }
    expect((await call('GET', 'webhooks')).body.items).toEqual([]);
  });

  it('as text is refused with line and column, in YAML and in what it says', async () => {
    const text = 'version: 1\nwebhooks:\n  ci:\n    name: CI\n    templates:\n      title: "{{ a"\n';

    const syntax = await plan(`${text}   x: [`);
    const template = await plan(text);
    const link = await plan('version: 1\nwebhooks:\n  ci: { name: CI, links: { nowhere: {} } }\n');

    expect(syntax.body.details[0]).toEqual({
      path: 'document',
      message: expect.stringMatching(/^line \d+, column \d+: /),
    });
    expect(template.body.details[0].message).toMatch(/^line 6, column 7: .*line 1/);
    expect(link.body.details[0].message).toMatch(/^line 3, column 28: there is no channel/);
  });

  it('of any size is answered quickly', async () => {
    const entries = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`w${index}`, {}]));
    const bomb = Array.from({ length: 10 }, (_, n) => `a${n}: &a${n} [${n === 0 ? 'x' : `*a${n - 1},*a${n - 1}`}]`);

    const large = await plan('x'.repeat(10_000_000));
    const bombed = await plan(bomb.join('\n'));
    const deep = await plan('{a: '.repeat(100_000));
    const tooMany = await plan({ version: 1, webhooks: Object.fromEntries(Object.entries(entries).slice(0, 60_000)) });

    expect([large, bombed, deep, tooMany].map(({ status }) => status)).toEqual([413, 400, 400, 400]);
    expect(bombed.text).toContain('aliases are not allowed');
    expect(tooMany.body.details).toEqual([{ path: 'document.webhooks', message: 'must have at most 1000 entries' }]);
  });

  it('never shows a secret that it holds or that came with it', async () => {
    const plain = {
      version: 1,
      channels: { ops: { ...slack, config: { botToken: 'xoxb-in-the-document', channel: '' } } },
    };

    const answers = [
      await plan(plain),
      await apply(plain, { secrets: { unused: 'xoxb-unused' } }),
      await apply({ version: 1, channels: { ops: slack } }, { secrets: { 'ops-slack-token': 'xoxb with a space' } }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(answers.map(({ text }) => text).join('')).not.toContain('xoxb');
    expect(JSON.stringify(api.logged)).not.toContain('xoxb');
  });
});

describe('applying at the same time as others', () => {
  it('is refused with the digest of a plan that would be another by now', async () => {
    const { digest } = (await plan(document, { secrets })).body;
    await apply({ version: 1, webhooks: { ci: { name: 'First', preset: 'github' } } });

    const stale = await apply(document, { secrets, digest });

    expect([stale.status, stale.body]).toEqual([409, { error: 'The plan would be another by now' }]);
  });

  it('makes each thing once, and ends in one of two documents, not in a mixture', async () => {
    const webhooks = (name: string) => Object.fromEntries(['a', 'b', 'c'].map((slug) => [slug, { name }]));
    const one = { version: 1, webhooks: webhooks('One') };
    const two = { version: 1, webhooks: webhooks('Two') };

    const answers = await Promise.all([apply(one), apply(two), apply(one)]);
    const { items } = (await call('GET', 'webhooks')).body;

    expect(answers.map(({ status }) => status).every((status) => status === 200 || status === 503)).toBe(true);
    expect(items).toHaveLength(3);
    expect(new Set(items.map(({ name }: { name: string }) => name)).size).toBe(1);
  });

  it('that is not finished in time says so', async () => {
    const { generators } = api;
    const { store } = api.directory;
    api = await openApi({
      store: {
        ...api.deps.store,
        insertWebhook: async (insertion) => {
          generators.advance(21_000);
          return store.insertWebhook(insertion);
        },
      },
      ...generators,
      authenticators: api.deps.authenticators,
    });

    const answer = await api.call('POST', `${api.organization}/config/apply`, {
      token: api.tokens.admin,
      body: { document: { version: 1, webhooks: { a: { name: 'A' }, b: { name: 'B' } } } },
    });

    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    expect(answer.body.error).toContain('1 changes are left');
  });
});

describe('the schema of documents', () => {
  async function compile() {
    const { body } = await api.rawCall('GET', '/api/v1/config-schema.json');
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    (addFormats as never as (instance: Ajv2020) => void)(ajv);
    const validate = ajv.compile(body);
    return (value: unknown) => (validate(value) ? 'valid' : ajv.errorsText(validate.errors));
  }

  it('takes what is exported, whatever the kinds of channels', async () => {
    const check = await compile();
    for (const vendor of await loadVendors()) {
      const body = { kind: vendor.kind, name: vendor.kind, config: vendor.config('https://vendor.example') };
      await call('POST', 'channels', body);
    }
    const config = { url: 'https://example.com', headers: { 'X-Key': 'secret' } };
    await call('POST', 'channels', { kind: 'webhook', name: 'Hook', config });
    await call('POST', 'channels', { kind: 'live-stream', name: 'Live', config: {} });
    await apply(document, { secrets });

    const exported = (await call('GET', 'config')).body.document;

    expect(Object.keys(exported.channels).length).toBeGreaterThan(15);
    expect(check(exported)).toBe('valid');
  });

  it('refuses what the router would refuse', async () => {
    const check = await compile();
    const bad = [
      { version: 2 },
      { version: 1, webhooks: { CI: { name: 'CI' } } },
      { version: 1, webhooks: { ci: { name: 'CI', links: { ops: { filter: { some: [] } } } } } },
      { version: 1, channels: { ops: { ...slack, config: { botToken: 'xoxb-plain', channel: 'C0' } } } },
      { version: 1, channels: { ops: { ...slack, kind: 'discord' } } },
      { version: 1, channels: { ops: { ...slack, config: { nothing: true } } } },
    ];

    for (const value of bad) expect(check(value)).not.toBe('valid');
  });

  it('needs no credential', async () => {
    const answer = await api.rawCall('GET', '/api/v1/config-schema.json');

    expect(answer.status).toBe(200);
    expect(answer.body.$id).toBe(`${BASE_URL}/api/v1/config-schema.json`);
  });
});
