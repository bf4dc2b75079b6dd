import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refreshTokenGrant } from 'openid-client';
import { beforeAll, expect, it } from 'vitest';
import type { Session } from '../../cli/router/contexts.ts';
import { contextsFile, readContexts } from '../../cli/router/contexts.ts';
import { eventually } from './eventually.ts';
import { startNotify, type Ended } from './notify-process.ts';
import { discover, throughThePage } from './person.ts';
import type { Stack } from './stack.ts';

const ONE_LINE = /^notify: [^\n]+\n$/;

/** `notify login` as a person uses it, the browser played by plain requests. */
export function describeSigningIn(stack: () => Stack): void {
  let home: Record<string, string>;
  beforeAll(async () => {
    home = { XDG_CONFIG_HOME: await mkdtemp(join(tmpdir(), 'notify-')) };
  });

  const notify = async (words: readonly string[], env = {}): Promise<Ended> =>
    startNotify({ ...home, ...env }, words).ended;

  /** Starts the command and gives the address that it shows. */
  async function begin(name = 'me') {
    const running = startNotify(home, ['login', '--url', stack().baseUrl, '--name', name, '--no-browser'], null);
    const shown = await eventually(async () => /sign in at (\S+)\n/.exec(running.stderr())?.[1]);
    const address = new URL(shown);
    return { running, address, redirectUri: address.searchParams.get('redirect_uri') ?? '' };
  }

  async function signIn(name?: string) {
    const { running, address, redirectUri } = await begin(name);
    const answer = await throughThePage(address, stack().credentials.login);
    const page = await fetch(answer);
    const ended = await running.ended;
    stack().secrets.add('code', answer.searchParams.get('code') ?? '');
    await stored(name);
    return { ended, answer, page: { status: page.status, text: await page.text() }, redirectUri };
  }

  async function stored(name = 'me') {
    const context = (await readContexts(home)).contexts[name];
    if (context?.session === undefined) throw new Error(`${name} is not signed in`);
    const { token, session } = context;
    stack().secrets.add('access_token', token);
    stack().secrets.add('refresh_token', session.refreshToken ?? '');
    return { token, session };
  }

  async function alter(change: Partial<Session>, name = 'me'): Promise<void> {
    const { current, contexts } = await readContexts(home);
    const { session } = await stored(name);
    const altered = { ...contexts, [name]: { ...contexts[name], session: { ...session, ...change } } };
    await writeFile(contextsFile(home), JSON.stringify({ current, contexts: altered }));
  }

  it('stores a session that works for its owner only, and shows no token', async () => {
    const { ended, page, answer, redirectUri } = await signIn();
    const { email } = stack().credentials.login;
    const listed = await notify(['context']);
    const used = await notify(['messages', '--json']);
    const { token, session } = await stored();

    expect(redirectUri).toMatch(/^http:\/\/localhost:2876[567]\/callback$/);
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('You can close this window') });
    expect(ended).toMatchObject({ status: 0, stdout: expect.stringContaining(`${stack().baseUrl} as ${email} (`) });
    expect(listed.stdout).toBe(`* me  ${stack().baseUrl}  ${email}\n`);
    expect(used).toMatchObject({ status: 0, stderr: '' });
    expect((await stat(contextsFile(home))).mode & 0o777).toBe(0o600);
    const seen = [ended, listed, used].map(({ stdout, stderr }) => stdout + stderr).join('');
    for (const secret of [token, session.refreshToken ?? '?', answer.searchParams.get('code') ?? '?'])
      expect(seen).not.toContain(secret);
  });

  it('takes an answer with its own state only, and only once', async () => {
    const { running, address, redirectUri } = await begin('other');
    const answer = await throughThePage(address, stack().credentials.login);
    const forged = await fetch(`${redirectUri}?code=x&state=${'x'.repeat(43)}`);
    const page = await fetch(answer);
    const ended = await running.ended;
    const again = await fetch(answer).then(
      () => 'taken',
      () => 'nobody listens',
    );
    const { token_endpoint: tokenEndpoint = '' } = (await discover(stack())).serverMetadata();
    const grant = { grant_type: 'authorization_code', client_id: address.searchParams.get('client_id') ?? '' };
    const code = answer.searchParams.get('code') ?? '';
    stack().secrets.add('code', code);
    const body = new URLSearchParams({ ...grant, code, redirect_uri: redirectUri, code_verifier: 'x'.repeat(43) });
    const replayed = await fetch(tokenEndpoint, { method: 'POST', body });

    expect([forged.status, page.status, again]).toEqual([400, 200, 'nobody listens']);
    expect(ended.status).toBe(0);
    expect(await replayed.json()).toMatchObject({ error: 'invalid_grant' });
  });

  it('says in one line that the person was refused', async () => {
    const { running, address, redirectUri } = await begin();
    const state = address.searchParams.get('state') ?? '';
    const refusal = new URLSearchParams({ state, error: 'access_denied', iss: `${stack().baseUrl}/oidc` });
    await fetch(`${redirectUri}?${refusal.toString()}`);
    const { status, stdout, stderr } = await running.ended;

    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.split('\n').at(-2)).toMatch(/^notify: .*access_denied; run "notify login" again$/);
  });

  it('renews a session once for all processes that need it, again and again', async () => {
    await signIn();
    const first = await stored();
    await alter({ expiresAt: 0 });
    const together = await Promise.all([1, 2, 3].map(async () => notify(['messages'])));
    const second = await stored();
    await alter({ expiresAt: 0 });
    const later = await notify(['messages']);
    const third = await stored();

    expect([...together, later].map(({ status, stderr }) => [status, stderr])).toEqual([0, 1, 2, 3].map(() => [0, '']));
    expect(new Set([first, second, third].map(({ session }) => session.refreshToken)).size).toBe(3);
    expect(third.session.expiresAt).toBeGreaterThan(Date.now());
    expect((await stat(contextsFile(home))).mode & 0o777).toBe(0o600);
  });

  it('says in one line that a session has ended, which NOTIFY_TOKEN does not need', async () => {
    await signIn();
    await alter({ expiresAt: 0, refreshToken: 'gone' });
    const ended = await notify(['messages']);
    const withToken = await notify(['messages'], { NOTIFY_TOKEN: stack().credentials.managementToken });

    expect(ended).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(ONE_LINE) });
    expect(ended.stderr).toContain(`has ended; run "notify login --url ${stack().baseUrl}"`);
    expect(withToken).toMatchObject({ status: 0, stderr: '' });
  });

  it('ends the session at the issuer when the context is removed', async () => {
    await signIn('leaving');
    const { refreshToken = '' } = (await stored('leaving')).session;
    const removed = await notify(['context', 'remove', 'leaving']);
    const config = await discover(stack());

    expect(removed).toMatchObject({ status: 0, stdout: expect.stringContaining('its session has ended') });
    await expect(refreshTokenGrant(config, refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await readFile(contextsFile(home), 'utf8')).not.toContain('leaving');
  });

  it('asks for a token or a person where nobody sits at a terminal', async () => {
    const ended = await notify(['login', '--url', stack().baseUrl]);

    expect(ended).toMatchObject({ status: 64, stdout: '', stderr: expect.stringMatching(ONE_LINE) });
    expect(ended.stderr).toContain('--no-browser');
  });
}
