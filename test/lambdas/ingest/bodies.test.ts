import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../core/delivery/message.ts';
import { flat } from '../../../core/message/content.ts';
import { createAccept } from '../../../core/sending/accept.ts';
import { createHandler } from '../../../lambdas/ingest/handler.ts';
import { toEvent } from '../../../local/http-api/request-event.ts';
import { memoryAlertHeads } from '../../fakes/alerts.ts';
import { memoryAsking } from '../../fakes/asks.ts';
import { memoryDuplicates } from '../../fakes/duplicates.ts';
import { memoryFanOut } from '../../fakes/fan-out.ts';

const PUBLIC_ID = 'V1StGXR8_Z5jdHi6B-myT';
const MAX_BODY_BYTES = 400;

/** Sends bytes through the event of the HTTP API and the ingest function; gives what was stored. */
async function send(body: Buffer, headers: Record<string, string>, path = ''): Promise<object | string | undefined> {
  const stored: Message[] = [];
  const endpoint = {
    organizationId: 'org_1',
    webhookId: 'wh_1',
    webhookName: 'CI',
    enabled: true,
    requireApiKey: false,
  };
  const accept = createAccept(
    {
      endpoints: { read: async () => ({ ...endpoint, links: [] }) },
      messages: { store: async (message) => void stored.push(message) },
      bodies: { put: async () => 'key' },
      jobs: { enqueue: async () => [] },
      parking: { park: async () => undefined },
      duplicates: memoryDuplicates(),
      fanOut: memoryFanOut(),
      alerts: { heads: memoryAlertHeads(), pause: async () => {} },
      asking: memoryAsking().ports,
      presets: { fetchText: async () => undefined, now: () => 0 },
      now: () => 0,
      newUlid: () => '01KAG20RM0ABCDEFGHJKMNPQR0',
    },
    { maxBodyBytes: MAX_BODY_BYTES, maxHops: 3 },
  );
  const route = { routeKey: `POST /n/{publicId}${path}`, pathParameters: { publicId: PUBLIC_ID } };
  const event = toEvent(
    {
      method: 'POST',
      path: `/n/${PUBLIC_ID}${path}`,
      query: '',
      rawHeaders: Object.entries({ 'content-length': String(body.length), ...headers }),
      body,
      sourceIp: '127.0.0.1',
    },
    { ...route, apiId: 'api', requestId: 'request_1', time: 0 },
  );
  const answer = await createHandler(accept, () => undefined)(event as unknown as APIGatewayProxyEventV2);
  return stored[0] === undefined ? answer.body : flat(stored[0]);
}

/** `café ✓` or what of it the charset can say. */
const encoded = [
  ['', Buffer.from('café ✓'), 'café ✓'],
  ['; charset=utf-8', Buffer.from('café ✓'), 'café ✓'],
  ['; charset="UTF-8"', Buffer.from('\uFEFFcafé ✓'), 'café ✓'],
  ['; charset=iso-8859-1', Buffer.from('café', 'latin1'), 'café'],
  ['; charset=windows-1252', Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x80]), 'café€'],
  ['; charset=utf-16le', Buffer.from('café ✓', 'utf16le'), 'café ✓'],
  ['; charset=shift_jis', Buffer.from([0x83, 0x41, 0x83, 0x5c]), 'アソ'],
  ['; charset=klingon', Buffer.from('café ✓'), 'café ✓'],
  ['; charset=utf-8', Buffer.from('caf\xe9!', 'latin1'), 'caf\uFFFD!'],
  ['', Buffer.from('ca\0fé'), 'café'],
] as const;

/** The first four are handed over as text by the API, the others in base64. */
const textTypes = ['text/plain', 'text/x-log', 'application/xml', 'application/javascript', 'application/octet-stream'];
const jsonTypes = ['application/json', 'APPLICATION/JSON', 'application/vnd.api+json', 'text/json'];

describe('a charset is honoured exactly once', () => {
  const matrix = (types: string[]) =>
    types.flatMap((type) => encoded.map((it) => [`${type}${it[0]}`, it[1], it[2]] as const));

  it.each(matrix(textTypes))('in %s: %j', async (type, bytes, expected) => {
    expect(await send(bytes, { 'content-type': type })).toMatchObject({ message: expected, format: 'text' });
  });

  it.each(matrix(jsonTypes))('in %s, as JSON: %j', async (type, bytes, expected) => {
    const [before, after] = ['{"message":"', '"}'].map((part) =>
      type.includes('utf-16') ? Buffer.from(part, 'utf16le') : Buffer.from(part),
    );
    const bom = bytes.subarray(0, 3).equals(Buffer.from('\uFEFF')) ? bytes.subarray(0, 3) : Buffer.alloc(0);
    const body = Buffer.concat([bom, before!, bytes.subarray(bom.length), after!]);

    expect(await send(body, { 'content-type': type })).toMatchObject({ message: expected, format: 'json' });
  });

  it('without any content type', async () => {
    expect(await send(Buffer.from('café ✓'), {})).toMatchObject({ message: 'café ✓' });
  });
});

describe('the size of a body is that of its bytes', () => {
  const tooLarge = JSON.stringify({ error: 'Payload too large', limit: MAX_BODY_BYTES });

  it.each([
    ['text/plain', Buffer.alloc(MAX_BODY_BYTES, 'a')],
    ['text/plain; charset=utf-8', Buffer.alloc(MAX_BODY_BYTES, 0xff)],
    ['text/plain; charset=iso-8859-1', Buffer.alloc(MAX_BODY_BYTES, 0xe9)],
    ['text/plain; charset=utf-16le', Buffer.from('é'.repeat(MAX_BODY_BYTES / 2), 'utf16le')],
    ['application/octet-stream', Buffer.alloc(MAX_BODY_BYTES, 0xff)],
  ])('%s of exactly the limit is taken, of a byte more refused', async (type, body) => {
    const larger = Buffer.concat([body, Buffer.from('a')]);

    expect(await send(body, { 'content-type': type })).toHaveProperty('id');
    expect(await send(larger, { 'content-type': type })).toBe(tooLarge);
  });

  it.each(['', 'many', '5,5', '-1', '1e1'])('counts for itself when the length is said to be %j', async (length) => {
    const headers = { 'content-type': 'text/plain', 'content-length': length };

    expect(await send(Buffer.alloc(MAX_BODY_BYTES, 'a'), headers)).toHaveProperty('id');
    expect(await send(Buffer.alloc(MAX_BODY_BYTES + 1, 'a'), headers)).toBe(tooLarge);
  });
});

describe('a form of a Slack-compatible sender', () => {
  const FORM = 'application/x-www-form-urlencoded';
  const json = encodeURIComponent('{"text":"café & + 100 %"}');

  it.each([
    ['alone', `payload=${json}`, FORM],
    ['after other fields', `token=x&channel=%23ops&payload=${json}&mrkdwn=1`, FORM],
    ['after empty ones', `&&=&x&payload=${json}`, FORM],
    ['with its name escaped', `p%61yload=${json}`, FORM],
    ['before another of its name', `payload=${json}&payload=%7B%22text%22%3A%22no%22%7D`, FORM],
    ['under a type in capitals', `a=1&payload=${json}`, 'Application/X-WWW-Form-URLEncoded; charset=UTF-8'],
    ['undeclared, as its first field', `payload=${json}`, 'text/plain'],
    ['with an escaped NUL', `payload=%00${json}`, FORM],
    ['with raw characters', 'a=1&payload={"text":"café+%26+%2B+100+%25"}', FORM],
    ['with plus signs for spaces', `payload=${json.replaceAll('%20', '+')}`, FORM],
    ['in Latin-1', `a=1&payload=${json.replaceAll('%C3%A9', '%E9')}`, `${FORM}; charset=iso-8859-1`],
  ])('is read %s', async (_, body, type) => {
    expect(await send(Buffer.from(body), { 'content-type': type }, '/slack')).toMatchObject({
      message: 'café & + 100 %',
      format: 'chat',
    });
  });

  it('is read in a charset whose characters end in ASCII letters', async () => {
    const body = 'a=1&payload=%7B%22text%22%3A%22%83A%83%5C%22%7D';

    expect(await send(Buffer.from(body), { 'content-type': `${FORM}; charset=shift_jis` }, '/slack')).toMatchObject({
      message: 'アソ',
    });
  });

  it('is read from multipart, by the name of the part and not of a file', async () => {
    const part = (head: string, text: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
    const body = `${part('name="x"; filename="payload"', 'no')}${part('name="payload"', '{"text":"yes"}')}--b--\r\n`;

    expect(
      await send(Buffer.from(body), { 'content-type': 'multipart/form-data; boundary=b' }, '/slack'),
    ).toMatchObject({
      message: 'yes',
    });
  });

  it.each([
    ['JSON with such a text in it', '{"text":"a&payload={}"}', FORM, 'a&payload={}'],
    ['text with such a text in its middle', 'see ?a=1&payload=2', 'text/plain', 'see ?a=1&payload=2'],
    ['a form without the field', 'a=1&b=2', FORM, 'a=1&b=2'],
    ['a field without a value', 'payload', FORM, 'payload'],
  ])('is not seen in %s', async (_, body, type, message) => {
    expect(await send(Buffer.from(body), { 'content-type': type }, '/slack')).toMatchObject({ message });
  });

  it('is refused when its payload is no JSON object, wherever it stands', async () => {
    expect(await send(Buffer.from('a=1&payload=oops'), { 'content-type': FORM }, '/slack')).toBe(
      '{"error":"Invalid JSON body"}',
    );
  });
});
