import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createIssuer } from '../../../adapters/oidc/issuer.ts';
import { newKey } from './test-issuer.ts';

const key = await newKey('RS256', 'first');

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const ailments = {
  'says nothing': '',
  'changes the protocol': 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  'never ends its head': `${HEAD}x: `,
  'stops in the middle of its answer': `${HEAD}content-length: 1000\r\n\r\n{"sub":`,
  'goes on with interim answers': 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100),
};

/** An issuer that is ill at one of its paths. */
async function startIll(path: string, said: string) {
  const server = createServer((request, response) => {
    if (request.url === path) return void request.socket.write(said);
    const metadata = { issuer: url, jwks_uri: `${url}/jwks`, userinfo_endpoint: `${url}/userinfo` };
    return response.end(JSON.stringify(metadata));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return { url, [Symbol.dispose]: () => server.closeAllConnections() ?? server.close() };
}

const paths = ['/.well-known/openid-configuration', '/jwks', '/userinfo'];

async function ask(path: string, said: string): Promise<unknown> {
  using server = await startIll(path, said);
  const issuer = createIssuer({ issuer: server.url, clientId: 'dashboard', api: 'x', now: Date.now });
  const claims = { iss: server.url, sub: 'ada', client_id: 'dashboard', token_use: 'access' };
  const signing = new SignJWT(claims).setExpirationTime('5m').setProtectedHeader({ alg: key.alg, kid: 'first' });
  const token = await signing.sign(key.privateKey);
  // Awaited here: the issuer is there no longer than this function.
  return await (path === '/userinfo' ? issuer.addressOf(token) : issuer.verify(token));
}

describe('an issuer that does not answer', () => {
  it.concurrent.each(paths)('is unavailable in time, whatever it does instead: %s', async (path) => {
    const startedAt = performance.now();

    const answers = await Promise.all(
      Object.entries(ailments).map(async ([ailment, said]) => [ailment, await ask(path, said)]),
    );

    expect(answers).toEqual(Object.keys(ailments).map((ailment) => [ailment, { kind: 'unavailable' }]));
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  });
});
