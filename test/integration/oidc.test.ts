import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discover, signIn } from './person.ts';
import { startStack, type Stack } from './stack.ts';

describe('signing in at the local issuer', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  }, 90_000);
  afterAll(async () => stack.stop());

  const me = async (on: Stack) => {
    const { tokens } = await signIn(on);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const response = await fetch(`${on.baseUrl}/api/v1/me`, { headers });
    return response.json();
  };

  const call = async (token: string, path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${stack.baseUrl}/api/v1${path}`, { headers, ...init });
    const body: ReturnType<JSON['parse']> = await response.json().catch(() => undefined);
    return { status: response.status, body };
  };

  it('makes the owner of credentials.json the owner of the first organisation', async () => {
    const { tokens } = await signIn(stack);

    const me = await call(tokens.access_token, '/me');

    expect(me).toEqual({
      status: 200,
      body: {
        user: { id: expect.stringMatching(/^usr_/), email: stack.credentials.login.email },
        organizations: [{ id: stack.credentials.organizationId, name: 'Local', role: 'owner' }],
      },
    });
    expect(tokens.refresh_token).toEqual(expect.any(String));
  });

  it('knows the same person again', async () => {
    const first = await signIn(stack);
    const second = await signIn(stack);

    const [one, two] = await Promise.all([first, second].map(async ({ tokens }) => call(tokens.access_token, '/me')));

    expect(one?.body.user.id).toBe(two?.body.user.id);
  });

  it('knows the owner again after a restart on another port', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'oidc-'));
    const first = await startStack({}, { dataDir });
    const before = await me(first);
    await first.stop();

    const second = await startStack({}, { dataDir });
    const after = await me(second);
    await second.stop();
    await rm(dataDir, { recursive: true });

    expect(second.baseUrl).not.toBe(first.baseUrl);
    expect(after).toEqual(before);
  }, 90_000);

  it('speaks as Cognito does: access tokens without audience, texts for truths, and no POST to sign in', async () => {
    const { config, tokens } = await signIn(stack);
    const [header, claims] = tokens.access_token
      .split('.')
      .slice(0, 2)
      .map((part): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString()));
    const { userinfo_endpoint: userinfo, authorization_endpoint: authorize } = config.serverMetadata();

    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const told = await fetch(userinfo!, { headers });
    const posted = await fetch(authorize!, { method: 'POST', body: new URLSearchParams({ scope: 'openid' }) });

    expect(claims).toMatchObject({ token_use: 'access', client_id: 'dashboard', scope: 'openid email' });
    expect([claims?.['aud'], header?.['typ']]).toEqual([undefined, undefined]);
    expect(await told.json()).toMatchObject({ email: stack.credentials.login.email, email_verified: 'true' });
    expect(posted.status).toBe(405);
  });

  it('takes the access token and refuses the ID token', async () => {
    const { tokens } = await signIn(stack);

    const answer = await call(tokens.id_token!, '/me');

    expect(answer).toEqual({ status: 401, body: { error: 'Invalid token' } });
  });

  it('renews by a refresh token, once', async () => {
    const { config, tokens } = await signIn(stack);

    const renewed = await client.refreshTokenGrant(config, tokens.refresh_token!);
    const me = await call(renewed.access_token, '/me');

    expect(me.status).toBe(200);
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    await expect(client.refreshTokenGrant(config, tokens.refresh_token!)).rejects.toThrow(client.ResponseBodyError);
  });

  it('lets somebody who was invited sign in with the password that was mailed to them, and join', async () => {
    const owner = (await signIn(stack)).tokens.access_token;
    const email = 'invited@example.com';
    const organization = `/organizations/${stack.credentials.organizationId}`;
    const invite = async () =>
      call(owner, `${organization}/invitations`, { method: 'POST', body: JSON.stringify({ email, role: 'member' }) });

    const invited = await invite();
    const again = await invite();
    const mails = (await readFile(join(stack.dataDir, 'sent/cognito.jsonl'), 'utf8')).trim().split('\n');
    const { to, password } = JSON.parse(mails.find((mail) => mail.includes(email)) ?? '{}');
    const person = (await signIn(stack, { email, password })).tokens.access_token;
    const joined = await call(person, `/invitations/${invited.body.token}/accept`, { method: 'POST' });
    const me = await call(person, '/me');

    expect([invited.status, again.status, joined.status]).toEqual([201, 201, 200]);
    expect(to).toBe(email);
    expect(mails.filter((mail) => mail.includes(email))).toHaveLength(1);
    expect(me.body).toMatchObject({ user: { email }, organizations: [{ name: 'Local', role: 'member' }] });
    await expect(signIn(stack, { email, password: 'wrong' })).rejects.toThrow('Wrong email or password');
  });

  it('ends a session by what Cognito wants beside what the standard wants, and by no less', async () => {
    const { config, tokens } = await signIn(stack);
    const standard = client.buildEndSessionUrl(config, {
      post_logout_redirect_uri: `${stack.baseUrl}/`,
      id_token_hint: tokens.id_token!,
    });
    const both = client.buildEndSessionUrl(config, {
      post_logout_redirect_uri: `${stack.baseUrl}/`,
      id_token_hint: tokens.id_token!,
      logout_uri: `${stack.baseUrl}/`,
    });
    standard.searchParams.delete('client_id');

    const answers = await Promise.all([standard, both].map(async (url) => fetch(url, { redirect: 'manual' })));

    expect(answers.map(({ status }) => status)).toEqual([400, 200]);
  });

  it('needs the right password', async () => {
    const { email } = stack.credentials.login;

    await expect(signIn(stack, { email, password: 'wrong' })).rejects.toThrow('Wrong email or password');
  });

  it('gives no code without PKCE, nor to another address', async () => {
    const config = await discover(stack);
    const without = client.buildAuthorizationUrl(config, {
      redirect_uri: `${stack.baseUrl}/callback`,
      scope: 'openid',
    });
    const elsewhere = client.buildAuthorizationUrl(config, {
      redirect_uri: 'https://evil.example/callback',
      scope: 'openid',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    });

    const answers = await Promise.all([without, elsewhere].map(async (url) => fetch(url, { redirect: 'manual' })));

    expect(answers[0]?.headers.get('location')).toMatch(/\/callback\?error=invalid_request/);
    expect([answers[1]?.status, answers[1]?.headers.get('location')]).toEqual([400, null]);
  });

  it('lets a person create, invite, accept and delete', async () => {
    const { tokens } = await signIn(stack);
    const as = async (method: string, path: string, body?: object) =>
      call(tokens.access_token, path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const created = await as('POST', '/organizations', { name: 'Second' });
    const organization = `/organizations/${created.body.id}`;
    const token = created.body.managementToken;

    const invited = await as('POST', `${organization}/invitations`, { email: 'new@example.com', role: 'member' });
    const accepted = await as('POST', `/invitations/${invited.body.token}/accept`);
    const refused = await as('DELETE', organization, { confirm: 'second' });
    const deleted = await as('DELETE', organization, { confirm: 'Second' });
    const after = await as('GET', organization);

    expect([created.status, token, invited.status, accepted.status]).toEqual([201, undefined, 201, 403]);
    expect(invited.body).toMatchObject({ link: `${stack.baseUrl}/invitations/${invited.body.token}`, emailed: true });
    expect([refused.status, deleted.status, after.status]).toEqual([400, 204, 404]);
  });
});
