import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hopOf } from '../../core/message/hop-path.ts';
import { type ManagementApi, managementApi } from './api.ts';
import { type Stack, startStack } from './stack.ts';

let stack: Stack;
let api: ManagementApi;
let url: string;
let webhookId: string;

beforeAll(async () => {
  stack = await startStack();
  api = managementApi(stack);
  const webhook = await api.createWebhook({ name: 'Sending' });
  url = webhook.endpointUrl;
  webhookId = webhook.id;
});
afterAll(async () => stack.stop());

const JSON_TYPE = { 'content-type': 'application/json' };

async function send(body: string | null, headers: Record<string, string> = JSON_TYPE, to = url): Promise<Response> {
  return fetch(to, { method: 'POST', headers, body });
}

async function accepted(body: string, headers: Record<string, string> = JSON_TYPE) {
  const response = await send(body, headers);
  expect(response.status).toBe(201);
  const { messageId } = (await response.json()) as { messageId: string };
  return api.message(messageId);
}

async function refusal(response: Response) {
  return { status: response.status, type: response.headers.get('content-type'), body: await response.json() };
}

describe('an accepted send', () => {
  it('is answered 201 with exactly the message id, as JSON', async () => {
    const response = await send('{"message":"hello"}');

    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    const body = (await response.json()) as Record<string, unknown>;
    expect(Object.keys(body)).toEqual(['messageId']);
    expect(body['messageId']).toMatch(/^msg_[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it('stores title, message, priority, tags and the whole body', async () => {
    const body = { title: 'Disk', message: 'full', priority: 4, tags: 'db, prod,,db', extra: { deep: [1, null, 'é'] } };

    expect(await accepted(JSON.stringify(body))).toMatchObject({
      title: 'Disk',
      message: 'full',
      priority: 4,
      tags: ['db', 'prod'],
      format: 'json',
      payload: body,
    });
  });

  it.each([
    ['"3"', undefined],
    ['3.5', 4],
    ['-9', 1],
    ['1e9', 5],
    ['null', undefined],
  ])('with priority %s has priority %s', async (priority, expected) => {
    expect((await accepted(`{"message":"m","priority":${priority}}`)).priority).toBe(expected);
  });

  it.each([
    ['["a"," b ","",7,["c"],"a"]', ['a', 'b']],
    ['"a, b,,a"', ['a', 'b']],
    ['17', []],
  ])('with tags %s has tags %j', async (tags, expected) => {
    expect((await accepted(`{"message":"m","tags":${tags}}`)).tags).toEqual(expected);
  });

  it('takes plain text with its headers', async () => {
    const headers = { 'content-type': 'text/plain', 'x-title': 'Backup', 'x-priority': '2', 'x-tags': 'nas, nightly' };

    expect(await accepted('done', headers)).toMatchObject({
      title: 'Backup',
      message: 'done',
      priority: 2,
      tags: ['nas', 'nightly'],
      format: 'text',
      payload: {},
    });
  });

  it('reads JSON under a form type, and broken JSON there as text', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };

    expect(await accepted(' {"message":"json"}', form)).toMatchObject({ message: 'json', format: 'json' });
    expect(await accepted('{"message":', form)).toMatchObject({ message: '{"message":', format: 'text' });
  });

  it('takes a request of headers only as an empty message', async () => {
    const response = await send(null, { 'x-title': 'Only a title' });

    expect(response.status).toBe(201);
    const { messageId } = (await response.json()) as { messageId: string };
    expect(await api.message(messageId)).toMatchObject({ title: 'Only a title', message: '', format: 'text' });
  });

  it('takes application/problem+json, whose body arrives base64-encoded at the function', async () => {
    expect(await accepted('{"title":"Überlauf"}', { 'content-type': 'application/problem+json' })).toMatchObject({
      title: 'Überlauf',
      payload: { title: 'Überlauf' },
    });
  });

  it('keeps __proto__ and constructor as ordinary keys', async () => {
    const text = '{"message":"m","__proto__":{"polluted":true},"constructor":{"prototype":{"x":1}}}';

    const { payload } = await accepted(text);

    expect(JSON.stringify(payload)).toBe(text);
  });

  it('takes nesting 10,000 deep', async () => {
    const text = `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;

    const response = await send(text);

    expect(response.status).toBe(201);
    const { messageId } = (await response.json()) as { messageId: string };
    const detail = await api.call('GET', `${api.path}/messages/${messageId}`);
    expect(detail.status).toBe(200);
    expect(await detail.text()).toContain(`"payload":${text}`);
  });

  it('cuts title and message between characters and survives lone surrogates', async () => {
    const stored = await accepted(JSON.stringify({ title: '🙂'.repeat(201), message: '🙂'.repeat(4001) }));
    expect(stored.title).toBe('🙂'.repeat(200));
    expect(stored.message).toBe('🙂'.repeat(4000));

    expect((await accepted('{"message":"a\\ud800b"}')).message).toBe('a\ufffdb');
  });

  it('removes NUL from the body', async () => {
    expect((await accepted('{"mess\0age":"a\0b"}')).message).toBe('ab');
  });

  it.each([
    ['JSON', JSON_TYPE, (size: number) => `{"message":"mm","fill":"${'x'.repeat(size - 26)}"}`],
    ['multi-byte JSON', JSON_TYPE, (size: number) => `{"message":"mm","fill":"${'é'.repeat((size - 26) / 2)}"}`],
    ['base64 on the way', { 'content-type': 'application/octet-stream' }, (size: number) => 'y'.repeat(size)],
  ])('of 1,048,576 bytes (%s) is taken whole, one byte more is refused', async (_, headers, body) => {
    const text = body(1_048_576);
    expect(Buffer.byteLength(text)).toBe(1_048_576);

    const stored = await accepted(text, headers);
    const refused = await refusal(await send(`${text} `, headers));

    expect(stored.format === 'text' ? text : JSON.stringify(stored.payload)).toBe(text);
    expect(refused).toMatchObject({ status: 413, body: { error: 'Payload too large', limit: 1_048_576 } });
  });
});

describe('a refused send (specification 7.1)', () => {
  it.each(['', '   ', '[]', '"x"', 'null', '1', '{"a":', '{}{}'])('is 400 for the JSON body %j', async (body) => {
    expect(await refusal(await send(body))).toEqual({
      status: 400,
      type: expect.stringMatching(/^application\/json/),
      body: { error: 'Invalid JSON body' },
    });
  });

  it.each([
    ['20 characters', 'a'.repeat(20)],
    ['22 characters', 'a'.repeat(22)],
    ['an unknown id', 'A'.repeat(21)],
    ['an encoded slash', 'aaaaaaaaaa%2Faaaaaaaaaa'],
    ['a slash', 'aaaaaaaaaa/aaaaaaaaaa'],
    ['nothing', ''],
  ])('is 404 for %s', async (_, id) => {
    expect(await refusal(await send('{}', JSON_TYPE, `${stack.baseUrl}/n/${id}`))).toMatchObject({
      status: 404,
      body: { error: 'Not found' },
    });
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('is 405 for %s', async (method) => {
    const response = await fetch(url, { method });

    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect(await response.json()).toEqual({ error: 'Method not allowed' });
  });

  it('is 405 without a body for HEAD', async () => {
    const response = await fetch(url, { method: 'HEAD' });

    expect(response.status).toBe(405);
    expect(await response.text()).toBe('');
  });

  it('is 401 without the key, with a wrong one, and with a lower-case scheme', async () => {
    const { endpointUrl, apiKey } = await api.createWebhook({ name: 'Locked', requireApiKey: true });

    for (const authorization of ['', 'Bearer nrk_no', `bearer ${apiKey}`]) {
      const headers = authorization === '' ? JSON_TYPE : { ...JSON_TYPE, authorization };
      expect(await refusal(await send('{}', headers, endpointUrl))).toMatchObject({
        status: 401,
        body: { error: 'Invalid API key' },
      });
    }
    const { status } = await send('{}', { ...JSON_TYPE, authorization: `Bearer ${apiKey}` }, endpointUrl);
    expect(status).toBe(201);
  });

  it('is 508 when it comes back, or was forwarded more often than is allowed', async () => {
    const passed = ['wh_a', 'wh_b', 'wh_c'].map(hopOf);
    const hops = [[hopOf(webhookId)], [...passed, hopOf('wh_d')]];
    const last = await send('{}', { ...JSON_TYPE, 'x-notification-hops': passed.join(', ') });
    expect(last.status).toBe(201);

    for (const path of hops) {
      const response = await send('{}', { ...JSON_TYPE, 'x-notification-hops': path.join(', ') });
      expect(await refusal(response)).toMatchObject({ status: 508, body: { error: 'Loop detected' } });
    }
  });

  it('is seen at once when a webhook is disabled, gets a new URL or key, or is deleted', async () => {
    const webhook = await api.createWebhook({ name: 'Changing', requireApiKey: true });
    const key = { ...JSON_TYPE, authorization: `Bearer ${webhook.apiKey}` };
    expect((await send('{}', key, webhook.endpointUrl)).status).toBe(201);

    await api.patchWebhook(webhook.id, { enabled: false });
    expect(await refusal(await send('{}', key, webhook.endpointUrl))).toMatchObject({
      status: 403,
      body: { error: 'Webhook is disabled' },
    });
    expect((await send('{}', JSON_TYPE, webhook.endpointUrl)).status).toBe(401);

    await api.patchWebhook(webhook.id, { enabled: true });
    const { apiKey } = await api.webhookAction(webhook.id, 'regenerate-key');
    expect((await send('{}', key, webhook.endpointUrl)).status).toBe(401);
    const newKey = { ...JSON_TYPE, authorization: `Bearer ${apiKey}` };

    const { endpointUrl } = await api.webhookAction(webhook.id, 'regenerate-url');
    expect((await send('{}', newKey, webhook.endpointUrl)).status).toBe(404);
    expect((await send('{}', newKey, endpointUrl)).status).toBe(201);

    expect((await api.deleteWebhook(webhook.id)).status).toBe(204);
    expect((await send('{}', newKey, endpointUrl)).status).toBe(404);
    expect((await api.messages(`?webhookId=${webhook.id}`)).items).toHaveLength(2);
  });
});

describe('the alias for Slack-compatible senders', () => {
  it('answers ok as text, for JSON and for a form', async () => {
    const json = await send('{"text":"hi"}', JSON_TYPE, `${url}/slack`);
    const form = await send(
      'payload=%7B%22text%22%3A%22a%26b%22%7D',
      { 'content-type': 'application/x-www-form-urlencoded' },
      `${url}/slack`,
    );

    for (const response of [json, form]) {
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
      expect(await response.text()).toBe('ok');
    }
    expect((await api.messages(`?webhookId=${webhookId}&limit=2`)).items.map((item) => item.message)).toEqual([
      'a&b',
      'hi',
    ]);
  });
});

describe('the front door', () => {
  it('joins repeated headers and takes any Host header', async () => {
    const { pathname, port } = new URL(url);
    const status = await new Promise<number>((settle, reject) => {
      const sending = request(
        {
          port,
          host: '127.0.0.1',
          path: pathname,
          method: 'POST',
          headers: { host: 'notify.example.com', 'content-type': 'text/plain', 'x-tags': ['one', 'two'] },
        },
        (response) => {
          response.resume();
          settle(response.statusCode ?? 0);
        },
      );
      sending.on('error', reject);
      sending.end('joined');
    });

    expect(status).toBe(201);
    const [latest] = (await api.messages(`?webhookId=${webhookId}&limit=1`)).items;
    expect((await api.message(latest!.id)).tags).toEqual(['one', 'two']);
  });

  it.each(['/n/', '/n', '/api/nothing', '/api/v1/nothing', '/api/'])('answers %s with the JSON 404', async (path) => {
    expect(await refusal(await fetch(`${stack.baseUrl}${path}`))).toMatchObject({
      status: 404,
      body: { error: 'Not found' },
    });
  });
});
