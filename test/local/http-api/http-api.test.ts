import { describe, expect, it } from 'vitest';
import { HttpApi } from '../../../local/http-api/http-api.ts';
import type { ApiRequest } from '../../../local/http-api/request-event.ts';
import type { InvocationResult } from '../../../local/lambda/protocol.ts';

const definition = {
  id: 'api',
  host: 'api.example.com',
  routes: [{ key: '$default', target: { functionArn: 'fn', timeoutMs: 40 } }],
};
const request: ApiRequest = {
  method: 'POST',
  path: '/a%20b',
  query: '',
  rawHeaders: [],
  body: Buffer.alloc(0),
  sourceIp: '127.0.0.1',
};

interface Event {
  readonly headers: Record<string, string>;
  readonly cookies?: string[];
  readonly queryStringParameters?: Record<string, string>;
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

/** The event that the function gets. */
async function eventFor(changes: Partial<ApiRequest>): Promise<Event> {
  let seen: object = {};
  const api = new HttpApi(definition, async (_, event) => {
    seen = event;
    return { kind: 'result', payload: {} };
  });
  await api.handle({ ...request, ...changes });
  return seen as Event;
}

/** What the client gets when the function gives `result`. */
async function answerTo(result: InvocationResult | 'nothing', changes: Partial<ApiRequest> = {}) {
  const api = new HttpApi(definition, () => (result === 'nothing' ? new Promise(() => {}) : Promise.resolve(result)));
  const { status, headers, body } = await api.handle({ ...request, ...changes });
  return {
    status,
    headers: Object.fromEntries(headers),
    body: body.toString(),
    cookies: headers.filter(([name]) => name === 'set-cookie'),
  };
}

describe('the event of payload format 2.0', () => {
  it.each([
    ['application/json', false],
    ['APPLICATION/JSON; charset=utf-8', false],
    ['text/plain', false],
    ['text/x-anything', false],
    ['application/xml', false],
    ['application/javascript', false],
    ['application/cloudevents+json', true],
    ['application/x-www-form-urlencoded', true],
    ['application/octet-stream', true],
    ['multipart/form-data; boundary=x', true],
  ])('hands a %s body over with isBase64Encoded %s', async (type, isBase64Encoded) => {
    const event = await eventFor({ rawHeaders: [['Content-Type', type]], body: Buffer.from('{"a":"ä"}') });

    expect(event.isBase64Encoded).toBe(isBase64Encoded);
    expect(Buffer.from(event.body, isBase64Encoded ? 'base64' : 'utf8').toString()).toBe('{"a":"ä"}');
  });

  it('hands a body without a content type over in base64', async () => {
    expect(await eventFor({ body: Buffer.from('hi') })).toMatchObject({ body: 'aGk=', isBase64Encoded: true });
  });

  it('has no body when the request has none', async () => {
    const event = await eventFor({ rawHeaders: [['content-type', 'application/json']] });

    expect(event).not.toHaveProperty('body');
    expect(event.isBase64Encoded).toBe(false);
  });

  it('honours a declared charset of a text body', async () => {
    const rawHeaders = [['content-type', 'text/plain; charset=iso-8859-1']] as const;

    expect((await eventFor({ rawHeaders, body: Buffer.from([0xe4]) })).body).toBe('ä');
  });

  it('lower-cases header names, joins duplicates with commas and takes cookies out', async () => {
    const event = await eventFor({
      rawHeaders: [
        ['X-Tags', 'a'],
        ['x-tags', 'b, c'],
        ['Cookie', 'k=v; l=w'],
        ['cookie', 'm=x'],
      ],
    });

    expect(event.headers).toEqual({ 'x-tags': 'a,b, c' });
    expect(event.cookies).toEqual(['k=v', 'l=w', 'm=x']);
  });

  it('joins repeated query parameters and decodes them', async () => {
    const event = await eventFor({ query: 'a=1&a=2&b=x%20y' });

    expect(event.queryStringParameters).toEqual({ a: '1,2', b: 'x y' });
    expect(event.rawQueryString).toBe('a=1&a=2&b=x%20y');
  });

  it.each([
    ['/a%20b', '/a b'],
    ['/a%2Fb', '/a/b'],
    ['/a%23b', '/a#b'],
    ['/a%3Fb', '/a'],
    ['/a%zzb', '/a%zzb'],
  ])('decodes the path, whatever its name says: %s', async (path, rawPath) => {
    const event = await eventFor({ path });

    expect(event.rawPath).toBe(rawPath);
  });
});

describe('the answer of the API', () => {
  it('passes status, headers, cookies and a base64 body on', async () => {
    const payload = {
      statusCode: 201,
      headers: { 'X-A': 1, 'Content-Type': 'image/png' },
      cookies: ['a=1', 'b=2'],
      body: 'aGk=',
      isBase64Encoded: true,
    };

    expect(await answerTo({ kind: 'result', payload })).toMatchObject({
      status: 201,
      headers: { 'x-a': '1', 'content-type': 'image/png' },
      body: 'hi',
      cookies: [
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ],
    });
  });

  it('takes a value without statusCode as the JSON body of a 200', async () => {
    expect(await answerTo({ kind: 'result', payload: { a: 1 } })).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    });
  });

  it('is 500 when the function fails or answers nonsense', async () => {
    const failed = { status: 500, body: '{"message":"Internal Server Error"}' };

    expect(await answerTo({ kind: 'error', type: 'Error', message: 'secret' })).toMatchObject(failed);
    expect(await answerTo({ kind: 'result', payload: { statusCode: 'many' } })).toMatchObject(failed);
  });

  it('is 503 when Lambda throttles', async () => {
    const throttled = { kind: 'error', type: 'TooManyRequestsException', message: 'Rate Exceeded.' } as const;

    expect(await answerTo(throttled)).toMatchObject({ status: 503, body: '{"message":"Service Unavailable"}' });
  });

  it('is 503 when the function takes longer than the integration timeout', async () => {
    expect(await answerTo('nothing')).toMatchObject({ status: 503, body: '{"message":"Service Unavailable"}' });
  });

  it.each([
    ['a body above 10 MB', 10 * 1024 * 1024 + 1],
    ['a body that is above 6 MB in base64', 5 * 1024 * 1024],
  ])('is 413 for %s', async (_, bytes) => {
    const answer = await answerTo({ kind: 'result', payload: {} }, { body: Buffer.alloc(bytes) });

    expect(answer).toMatchObject({ status: 413, body: '{"message":"Request Entity Too Large"}' });
  });

  it('is 431 when the request line and the header values are above 10,240 bytes', async () => {
    const answer = await answerTo({ kind: 'result', payload: {} }, { rawHeaders: [['x', 'a'.repeat(10_240)]] });

    expect(answer.status).toBe(431);
  });
});
