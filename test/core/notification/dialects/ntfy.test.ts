import { describe, expect, it } from 'vitest';
import { ntfy } from '../../../../core/notification/dialects/ntfy.ts';
import { MESSAGE_ID, NOW, reading, requestOf } from './reading.ts';

const publish = async (headers: Record<string, string>, body: string | Uint8Array = 'Disk full', to = '/ops') =>
  reading(ntfy, { to, headers, body });

describe('ntfy, by headers', () => {
  it.each([
    ['X-Title', 'Title', 't'],
    ['x-title', 'title', 'T'],
  ])('reads a title from %s, %s and %s', async (...names) => {
    for (const name of names) {
      expect(await publish({ [name.toLowerCase()]: 'Disk' })).toMatchObject({ title: 'Disk', message: 'Disk full' });
    }
  });

  it.each(['x-message', 'message', 'm'])('reads a message from %s, with its line breaks', async (name) => {
    expect(await publish({ [name]: String.raw`one\ntwo` }, '')).toMatchObject({ message: 'one\ntwo' });
  });

  it.each(['x-tags', 'tags', 'tag', 'ta'])('reads tags from %s', async (name) => {
    expect(await publish({ [name]: 'warning, skull' })).toMatchObject({ tags: ['warning', 'skull'] });
  });

  it.each(['x-sequence-id', 'sequence-id', 'sid'])('knows an alert by %s', async (name) => {
    expect(await publish({ [name]: 'disk-1' })).toMatchObject({ about: { key: 'disk-1' } });
  });

  it.each([
    ['min', 1],
    ['low', 2],
    ['default', 3],
    ['high', 4],
    ['urgent', 5],
    ['max', 5],
    ['MAX', 5],
    ['4', 4],
  ])('reads the priority %s', async (priority, expected) => {
    for (const name of ['x-priority', 'priority', 'prio', 'p']) {
      expect(await publish({ [name]: priority })).toMatchObject({ priority: expected });
    }
  });

  it('takes the header of HTTP of the same name for what it is', async () => {
    expect(await publish({ priority: 'u=1, i', p: 'high' })).toMatchObject({ priority: 4 });
  });

  it('refuses a priority that ntfy does not know, in its words', async () => {
    expect(await publish({ p: 'loud' })).toMatchObject({ kind: 'invalid', code: 40_007 });
  });

  it.each(['x-delay', 'delay', 'x-at', 'at', 'x-in', 'in'])(
    'says that it does not delay, asked by %s',
    async (name) => {
      expect(await publish({ [name]: '30min' })).toMatchObject({
        kind: 'invalid',
        code: 40_004,
        error: expect.stringContaining('not supported'),
      });
    },
  );

  it.each([
    ['e-mail', 'ann@example.com', 40_001],
    ['call', '+15550100', 40_032],
    ['tpl', 'yes', 40_043],
  ])('refuses %s, as a server does that is not set up for it', async (name, value, code) => {
    expect(await publish({ [name]: value })).toMatchObject({ kind: 'invalid', code });
  });

  it.each(['no', '0', 'false'])('publishes when templates are switched off by %s', async (value) => {
    expect(await publish({ template: value })).toMatchObject({ message: 'Disk full' });
  });

  it('reads RFC 2047 and raw UTF-8', async () => {
    expect(await publish({ title: '=?UTF-8?B?SGVsbG8g4pyT?=' })).toMatchObject({ title: 'Hello ✓' });
    expect(await publish({ title: Buffer.from('Größe').toString('latin1') })).toMatchObject({ title: 'Größe' });
  });

  it.each([
    [{ click: 'https://x.test/1', attach: 'https://x.test/2' }, 'https://x.test/1'],
    [{ a: 'https://x.test/2' }, 'https://x.test/2'],
    [{ actions: 'http, Off, https://x.test/off; view, Open, https://x.test/3, clear=true' }, 'https://x.test/3'],
  ])('ends with the link of %j', async (headers, link) => {
    expect(await publish(headers as Record<string, string>)).toMatchObject({ message: `Disk full\n${link}` });
  });

  it('leaves a link out that the message says already, and has none without one', async () => {
    expect(await publish({ click: 'https://x.test' }, 'see https://x.test/1')).toMatchObject({
      message: 'see https://x.test/1',
    });
    expect(await publish({ actions: 'broadcast, Photo' })).toMatchObject({ message: 'Disk full' });
  });
});

describe('ntfy, by body', () => {
  it('takes a file as the message, and beside a message in a header as a field of the payload', async () => {
    expect(await reading(ntfy, { method: 'PUT', to: '/ops', body: 'line 1\nline 2\n' })).toMatchObject({
      message: 'line 1\nline 2\n',
    });
    expect(await publish({ message: 'see the log' }, 'line 1')).toMatchObject({
      message: 'see the log',
      payload: { topic: 'ops', message: 'see the log', file: 'line 1' },
    });
  });

  it('names a file that is no text instead of quoting it', async () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]);

    expect(await publish({ filename: 'door.png' }, png)).toMatchObject({
      message: 'You received a file: door.png',
      notes: expect.arrayContaining(['files are not kept']),
    });
    expect(await publish({}, png)).toMatchObject({ message: 'You received a file: attachment' });
    expect(await publish({ m: 'The door' }, png, '')).toMatchObject({ message: 'The door' });
  });

  it('honours a charset, and puts U+FFFD where bytes are none', async () => {
    expect(
      await publish({ 'content-type': 'text/plain; charset=utf-16le' }, Buffer.from('né', 'utf16le')),
    ).toMatchObject({ message: 'né' });
    expect(await publish({}, Buffer.from('caf\xe9', 'latin1'))).toMatchObject({ message: 'caf\uFFFD' });
  });

  it.each(['', '  \n'])('says triggered for the body %j, as ntfy does', async (body) => {
    expect(await publish({}, body)).toMatchObject({ message: 'triggered' });
  });

  it('takes JSON for text everywhere but at the root', async () => {
    expect(await publish({}, '{"message":"x"}')).toMatchObject({ message: '{"message":"x"}' });
  });

  it('takes text at the root too', async () => {
    expect(await publish({ t: 'Root' }, 'Disk full', '')).toMatchObject({ title: 'Root', message: 'Disk full' });
  });

  it('reads its JSON at the root, and keeps it as it was sent', async () => {
    const json =
      '{"topic":"ops","message":"Disk full","title":"Disk","tags":["a","b"],"priority":4,"click":"https://x.test","sequence_id":"s1","n":12345678901234567890}';

    expect(await publish({ 'x-title': 'no' }, json, '')).toMatchObject({
      title: 'Disk',
      message: 'Disk full\nhttps://x.test',
      priority: 4,
      tags: ['a', 'b'],
      payloadText: json,
      about: { key: 's1' },
      answer: {
        status: 200,
        json: {
          id: MESSAGE_ID,
          time: NOW / 1000,
          expires: NOW / 1000 + 2_592_000,
          event: 'message',
          topic: 'ops',
          title: 'Disk',
          message: 'Disk full',
          priority: 4,
          tags: ['a', 'b'],
          click: 'https://x.test',
          sequence_id: 's1',
        },
      },
    });
  });

  it('takes from headers what its JSON does not say, as Apprise sends it', async () => {
    const headers = {
      'content-type': 'application/json',
      'x-priority': 'high',
      'x-click': 'https://x.test',
      'x-tags': 'a',
    };
    const body = '{"topic": "ops", "title": "T", "message": "x"}';

    expect(await reading(ntfy, { headers, body })).toMatchObject({
      message: 'x\nhttps://x.test',
      priority: 4,
      tags: ['a'],
      payloadText: body,
      answer: { json: { topic: 'ops', click: 'https://x.test' } },
    });
    expect(await reading(ntfy, { headers: { 'x-delay': '1h' }, body })).toMatchObject({
      kind: 'invalid',
      code: 40_004,
    });
  });

  it('reads buttons in JSON, a priority of 0, and a missing message', async () => {
    const body = {
      topic: 'ops',
      priority: 0,
      markdown: true,
      actions: [
        { action: 'http', url: 'https://x.test/0' },
        { action: 'view', url: 'https://x.test/1' },
      ],
    };

    expect(await reading(ntfy, { body })).toMatchObject({ message: 'triggered\nhttps://x.test/1' });
    expect(await reading(ntfy, { body })).not.toHaveProperty('priority');
  });

  it.each([
    [{ delay: '1h' }, 40_004],
    [{ email: 'a@b.c' }, 40_001],
    [{ call: true }, 40_032],
    [{ priority: 9 }, 40_007],
  ])('refuses %j in JSON too', async (field, code) => {
    expect(await reading(ntfy, { body: { topic: 'ops', message: 'x', ...field } })).toMatchObject({ code });
  });

  it.each(['call', 'template', 'markdown'])('publishes when %s is false', async (name) => {
    expect(await reading(ntfy, { body: { message: 'x', [name]: false } })).toMatchObject({ message: 'x' });
  });

  it('refuses what begins like JSON at the root and is none', async () => {
    expect(await publish({}, '{"topic"', '')).toMatchObject({ kind: 'invalid', code: 40_017 });
  });
});

describe('ntfy, by query', () => {
  it.each(['publish', 'send', 'trigger'])('publishes by GET …/%s', async (verb) => {
    const query = 'title=Disk&m=full&prio=high&ta=a,b&env=prod&sid=s';

    for (const to of [`/ops/${verb}?${query}`, `/${verb}?${query}`]) {
      expect(await reading(ntfy, { method: 'GET', to })).toMatchObject({
        title: 'Disk',
        message: 'full',
        priority: 4,
        tags: ['a', 'b'],
        payload: { env: 'prod', priority: 'high' },
        about: { key: 's' },
      });
    }
  });

  it('lets headers win, and takes a sequence id from the path', async () => {
    expect(await publish({ title: 'Header' }, 'x', '/ops/seq-7?title=Query&icon=')).toMatchObject({
      title: 'Header',
      about: { key: 'seq-7' },
    });
  });

  it('masks the header that stands in a query, and finds the key in it', async () => {
    const basic = Buffer.from(`Basic ${Buffer.from('ann:nrk_key').toString('base64')}`).toString('base64url');
    const bearer = Buffer.from('Bearer nrk_key').toString('base64url');
    const byBasic = await publish({}, 'x', `/ops?auth=${basic}`);
    const byBearer = await publish({}, 'x', `/ops?authorization=${bearer}`);

    expect(byBasic).toMatchObject({ payload: { auth: '••••' }, keys: [undefined, 'nrk_key', undefined] });
    expect(byBearer).toMatchObject({ payload: { authorization: '••••' }, keys: [undefined, undefined, 'nrk_key'] });
  });
});

it('finds a key that is the password of basic authentication', () => {
  const authorization = `Basic ${Buffer.from(':nrk_key').toString('base64')}`;
  const { request } = requestOf(ntfy, { to: '/ops', headers: { authorization } });

  expect(ntfy.keysIn(request)).toContain('nrk_key');
});

it.each([
  [401, 40_101],
  [403, 40_301],
  [404, 40_401],
  [413, 41_301],
  [429, 42_908],
] as const)('answers %s as ntfy does', (status, code) => {
  const { request } = requestOf(ntfy, {});

  expect(ntfy.refused({ status, error: 'words' }, request).json).toMatchObject({ http: status, code, error: 'words' });
});

it('answers what it does not support with a number and a link of its own', () => {
  const { request } = requestOf(ntfy, {});

  expect(ntfy.refused({ status: 400, error: 'no', code: 40_004, link: 'https://x' }, request).json).toEqual({
    http: 400,
    code: 40_004,
    error: 'no',
    link: 'https://x',
  });
});
