import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';

type Key = Awaited<ReturnType<typeof newKey>>;

async function newKey(alg: 'RS256' | 'ES256', kid: string) {
  const pair = await generateKeyPair(alg, { extractable: true });
  return { ...pair, alg, kid };
}

/** An issuer on a free port whose every answer a test decides. */
export async function startTestIssuer() {
  let keys: Key[] = [await newKey('RS256', 'first')];
  const requests: string[] = [];
  const answers = { userinfo: { sub: 'ada', email: 'ada@example.com', email_verified: true } as object, status: 200 };
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push(request.url ?? '');
    const jwks = async () => ({
      keys: await Promise.all(
        keys.map(async ({ publicKey, alg, kid }) => ({ ...(await exportJWK(publicKey)), alg, kid })),
      ),
    });
    const bodies: Record<string, () => unknown> = {
      '/.well-known/openid-configuration': () => ({
        issuer: url,
        jwks_uri: `${url}/jwks`,
        userinfo_endpoint: `${url}/userinfo`,
      }),
      '/jwks': jwks,
      '/userinfo': () => answers.userinfo,
    };
    response.writeHead(answers.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(await bodies[request.url ?? '']?.()));
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    requests,
    answers,
    key: (): Key => keys[0]!,
    publicKeyPem: async () => exportSPKI(keys[0]!.publicKey),
    rotate: async (kid: string, alg: 'RS256' | 'ES256' = 'RS256') => {
      keys = [await newKey(alg, kid)];
    },
    /** A good access token, but for what is overridden; a claim that is undefined is left out. */
    token: async (claims: Record<string, unknown> = {}, header: object = {}, key: Key = keys[0]!) => {
      const now = Math.floor(Date.now() / 1000);
      const usual = { iss: url, sub: 'ada', client_id: 'dashboard', token_use: 'access', exp: now + 300, iat: now };
      return new SignJWT({ ...usual, ...claims })
        .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
        .sign(key.privateKey);
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type TestIssuer = Awaited<ReturnType<typeof startTestIssuer>>;
export { newKey };
