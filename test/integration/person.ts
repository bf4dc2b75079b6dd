import * as client from 'openid-client';
import type { Stack } from './stack.ts';

const CALLBACK = '/callback';

/** A browser's cookies, by name: enough for one origin. */
class Cookies {
  readonly #values = new Map<string, string>();

  take(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const [name = '', value = ''] = pair.split('=');
      this.#values.set(name, value);
    }
  }

  header(): string {
    return [...this.#values].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

/** What the API says of signing in. */
async function authConfig(stack: Stack): Promise<{ issuer: string; clientId: string; scope: string }> {
  const response = await fetch(`${stack.baseUrl}/api/v1/auth-config`);
  return response.json() as never;
}

/** Finds the issuer as an independent client library does. */
export async function discover(stack: Stack): Promise<client.Configuration> {
  const { issuer, clientId } = await authConfig(stack);
  const options = { execute: [client.allowInsecureRequests] };
  return client.discovery(new URL(issuer), clientId, undefined, client.None(), options);
}

/**
 * Goes through the whole flow as a browser would: authorization request with PKCE, the sign-in page, and the code for
 * tokens.
 */
export async function signIn(stack: Stack, login: { email: string; password: string } = stack.credentials.login) {
  const config = await discover(stack);
  const { scope } = await authConfig(stack);
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const start = client.buildAuthorizationUrl(config, {
    redirect_uri: stack.baseUrl + CALLBACK,
    scope,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const callback = await throughThePage(start, login);
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  const tokens = await client.authorizationCodeGrant(config, callback, checks);
  const seen = { ...login, code: callback.searchParams.get('code'), ...tokens };
  for (const name of ['password', 'code', 'access_token', 'id_token', 'refresh_token'] as const) {
    stack.secrets.add(name, seen[name] ?? '');
  }
  return { config, tokens };
}

/** Follows redirects, fills the form in, and stops at the address that the dashboard, or the command, is called at. */
export async function throughThePage(start: URL, login: { email: string; password: string }): Promise<URL> {
  const cookies = new Cookies();
  let url = start;
  let body: URLSearchParams | undefined;
  for (let step = 0; step < 10; step += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: cookies.header() },
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    cookies.take(response);
    if (response.status === 200) {
      body = new URLSearchParams({ ...login });
      continue;
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${response.status} ${await response.text()}`);
    url = new URL(location, url);
    body = undefined;
    if (url.pathname === CALLBACK) return url;
  }
  throw new Error('the sign-in does not end');
}
