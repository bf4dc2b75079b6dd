import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadLogin } from '../../dashboard/src/session/login.ts';

/** The storage of one tab, as the login library uses it. */
function createStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

const ISSUER = 'https://issuer.example.com';
let respond: (url: string) => Promise<Response>;
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('location', { origin: 'https://notify.example.com' });
  vi.stubGlobal('sessionStorage', createStorage());
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return respond(url);
  });
});
afterEach(() => vi.unstubAllGlobals());

const config = { issuer: ISSUER, clientId: 'dashboard', scope: 'openid email' };

describe('signing in', () => {
  it.each([
    ['nobody can', async () => Response.json({ issuer: null, clientId: null })],
    ['the answer is none of the API', async () => Response.json('text')],
    ['the API refuses', async () => Response.json({ error: 'x' }, { status: 503 })],
    ['nobody answers', () => Promise.reject(new TypeError('fetch failed'))],
  ])('is by management token alone where %s', async (_, answer) => {
    respond = answer;

    expect(await loadLogin()).toBeUndefined();
  });

  it('is offered where the API names an issuer and a client', async () => {
    respond = async () => Response.json(config);

    const login = await loadLogin();

    expect(asked).toEqual(['/api/v1/auth-config']);
    expect(await login?.accessToken()).toBeUndefined();
  });
});

describe('an access token', () => {
  /** Somebody who signed in, whose token ends in so many seconds. */
  async function signedIn(secondsLeft: number, more: object = { refresh_token: 'refresh' }) {
    const user = {
      access_token: 'old',
      token_type: 'Bearer',
      profile: { sub: 'ada' },
      expires_at: Math.floor(Date.now() / 1000) + secondsLeft,
      ...more,
    };
    sessionStorage.setItem(`oidc.user:${ISSUER}:dashboard`, JSON.stringify(user));
    const login = await loadLogin();
    if (login === undefined) throw new Error('the API names an issuer');
    return login;
  }

  const answers = (token: () => Promise<Response>) => async (url: string) => {
    if (url === '/api/v1/auth-config') return Response.json(config);
    if (url.endsWith('/.well-known/openid-configuration')) {
      return Response.json({ issuer: ISSUER, token_endpoint: `${ISSUER}/token` });
    }
    return token();
  };
  const renewed = async () => Response.json({ access_token: 'new', token_type: 'Bearer', expires_in: 3600 });
  const tokenCalls = () => asked.filter((url) => url === `${ISSUER}/token`);

  it('is used as it is while it lasts', async () => {
    respond = answers(renewed);
    const login = await signedIn(600);

    expect(await login.accessToken()).toBe('old');
    expect(tokenCalls()).toEqual([]);
  });

  it('is renewed within the last minute, once for all who ask at the same time', async () => {
    respond = answers(renewed);
    const login = await signedIn(30);

    const tokens = await Promise.all([login.accessToken(), login.accessToken(), login.accessToken()]);

    expect(tokens).toEqual(['new', 'new', 'new']);
    expect(tokenCalls()).toHaveLength(1);
  });

  it('is gone when it has ended and the issuer refuses another', async () => {
    respond = answers(async () => Response.json({ error: 'invalid_grant' }, { status: 400 }));
    const login = await signedIn(-10);

    expect(await login.accessToken()).toBeUndefined();
    expect(await login.accessToken()).toBeUndefined();
    expect(tokenCalls()).toHaveLength(1);
  });

  it('is still used for its last seconds when it cannot be renewed', async () => {
    respond = answers(async () => Response.json({ error: 'invalid_grant' }, { status: 400 }));
    const login = await signedIn(30);

    expect(await login.accessToken()).toBe('old');
    expect(await login.accessToken()).toBe('old');
    expect(tokenCalls()).toHaveLength(1);
  });

  it('leaves the session alone when the issuer does not answer: the call can be tried again', async () => {
    respond = answers(() => Promise.reject(new TypeError('fetch failed')));
    const login = await signedIn(-10);

    await expect(login.accessToken()).rejects.toMatchObject({ status: 0 });
    expect(sessionStorage.getItem(`oidc.user:${ISSUER}:dashboard`)).not.toBeNull();
  });

  it('is forgotten without asking the issuer', async () => {
    respond = answers(renewed);
    const login = await signedIn(600);

    await login.forget();

    expect(await login.accessToken()).toBeUndefined();
    expect(asked).toEqual(['/api/v1/auth-config']);
  });
});
