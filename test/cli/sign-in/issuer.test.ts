import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { signInByBrowser } from '../../../cli/sign-in/by-browser.ts';
import { secureAddress, signInOf } from '../../../cli/sign-in/issuer.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** A router, and an issuer at the same address, that answers with this at each path. */
async function serve(answers: (url: string) => Readonly<Record<string, object>>): Promise<string> {
  server = createServer(({ url: path = '' }, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answers(url)[path] ?? {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return url;
}

const router = (issuer: string | null) => ({
  '/api/v1/auth-config': { issuer, clientId: issuer && 'command', scope: 'openid email' },
});

describe('addresses that tokens may go to', () => {
  it.each(['https://login.example.com/pool', 'http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
    'are %s',
    (address) => {
      expect(secureAddress(address).href).toContain(address);
    },
  );

  it.each(['http://login.example.com', 'http://localhost.example.com', 'file:///etc/passwd', 'custom:run', 'nothing'])(
    'are never %s',
    (address) => {
      expect(() => secureAddress(address)).toThrow('is not https');
    },
  );
});

describe('where the people of a router sign in', () => {
  it('is said when nobody can', async () => {
    await expect(signInOf(await serve(() => router(null)))).rejects.toThrow('pipe a management token in');
  });

  it('is not asked of something else', async () => {
    await expect(signInOf(await serve(() => ({})))).rejects.toThrow('is no router');
  });

  it('is refused when tokens could be read on the way', async () => {
    const url = await serve(() => router('http://login.example.com'));

    await expect(signInByBrowser(url, { show: () => undefined })).rejects.toThrow(
      'http://login.example.com is not https',
    );
  });
});

describe('signing in', () => {
  const issuerAt = (authorization: string) => (url: string) => ({
    ...router(url),
    '/.well-known/openid-configuration': {
      issuer: url,
      authorization_endpoint: authorization,
      token_endpoint: `${url}/token`,
    },
  });

  it('says which address to register when nobody came back', async () => {
    const url = await serve(issuerAt('https://login.example.com/authorize'));
    const shown: URL[] = [];
    const late = signInByBrowser(url, { show: (address) => void shown.push(new URL(address)), mostMs: 1 });

    await expect(late).rejects.toThrow(/add http:\/\/localhost:2876\d\/callback to those of its client command$/);
    expect(Object.fromEntries(shown[0]?.searchParams ?? [])).toMatchObject({
      client_id: 'command',
      response_type: 'code',
      scope: 'openid email',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('opens no address that an issuer could run a program by', async () => {
    const url = await serve(issuerAt('vscode://run/this'));
    const shown: string[] = [];
    const refused = signInByBrowser(url, { show: (address) => void shown.push(address) });

    await expect(refused).rejects.toThrow('is not https');
    expect(shown).toEqual([]);
  });
});
