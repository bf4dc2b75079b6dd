import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Stack, startStack } from './stack.ts';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(async () => stack.stop());

describe('a body above 4 MiB', () => {
  const MIB = 1024 * 1024;

  it.each([4 * MIB + 1, 5 * MIB, 11 * MIB])(
    'of %i bytes is refused with the same words, before the other checks',
    async (size) => {
      const body = Buffer.alloc(size, 0x61);
      const answers = await Promise.all(
        [stack.credentials.webhookUrl, `${stack.baseUrl}/n/unknown`].map((url) => fetch(url, { method: 'POST', body })),
      );

      for (const answer of answers) {
        expect([answer.status, await answer.json()]).toEqual([413, { error: 'Payload too large', limit: MIB }]);
      }
    },
  );

  it('is looked at by its size alone: one of 4 MiB meets the other checks first', async () => {
    const body = Buffer.alloc(4 * MIB, 0x61);

    const unknown = await fetch(`${stack.baseUrl}/n/unknown`, { method: 'POST', body });
    const known = await fetch(stack.credentials.webhookUrl, { method: 'POST', body });

    expect([unknown.status, known.status]).toEqual([404, 413]);
    expect(await known.json()).toEqual({ error: 'Payload too large', limit: MIB });
  });

  it('meets the API, as on AWS, when it does not say its length', async () => {
    const chunk = Buffer.alloc(MIB, 0x61);
    const body = ReadableStream.from([chunk, chunk, chunk, chunk, chunk]);

    const answer = await fetch(stack.credentials.webhookUrl, { method: 'POST', body, duplex: 'half' });

    expect([answer.status, await answer.json()]).toEqual([413, { message: 'Request Entity Too Large' }]);
  });

  it('is refused by the management API in the shape of its errors', async () => {
    const answer = await fetch(`${stack.baseUrl}/api/v1/organizations`, {
      method: 'POST',
      body: Buffer.alloc(5 * MIB),
    });

    expect([answer.status, await answer.json()]).toEqual([413, { error: 'The body is larger than 1048576 bytes' }]);
  });
});

describe('a path that nobody serves', () => {
  it.each([
    ['POST', '/n', 404],
    ['GET', '/n/', 404],
    ['POST', '/n//x', 404],
    ['POST', '//n/V1StGXR8_Z5jdHi6B-myT', 404],
    ['POST', '/n/V1StGXR8_Z5jdHi6B-myT/', 404],
    ['POST', '/n/V1StGXR8_Z5jdHi6B%2Fmy', 404],
    ['GET', '/api', 404],
    ['DELETE', '/api/', 404],
    ['GET', '/api/stream', 404],
    ['GET', '/api/stream/', 404],
    ['GET', '/api/stream/a/b', 404],
    ['GET', '/api/v1', 404],
    ['PUT', '/api/v1/me', 405, 'GET, HEAD'],
    ['OPTIONS', '/api/v1/organizations', 405, 'POST'],
    ['PUT', '/n/V1StGXR8_Z5jdHi6B-myT', 405, 'POST'],
    ['OPTIONS', '/n/V1StGXR8_Z5jdHi6B-myT/slack', 405, 'POST'],
    ['POST', '/webhooks', 405, 'GET, HEAD'],
  ])('is answered in JSON: %s %s with %i', async (method, path, status, allow: string | null = null) => {
    const answer = await fetch(stack.baseUrl + path, { method });

    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('allow')]).toEqual([
      status,
      'application/json',
      allow,
    ]);
    expect(await answer.json()).toEqual({ error: status === 404 ? 'Not found' : 'Method not allowed' });
  });
});
