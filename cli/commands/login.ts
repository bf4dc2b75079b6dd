import { wrongUse } from '../failure.ts';
import { changeContexts, type Context } from '../router/contexts.ts';
import { connect, type Router } from '../router/router.ts';
import { routerUrl } from '../router/router-url.ts';
import type { Printer } from '../terminal/print.ts';
import { readStdin, type Surroundings } from '../terminal/surroundings.ts';

interface LoginOptions {
  readonly url: string;
  readonly token?: string;
  readonly name?: string;
  readonly organization?: string;
  /** Whether to open one, where a person signs in. */
  readonly browser: boolean;
  readonly json?: boolean;
}

interface Entry {
  readonly context: Context;
  readonly router: Router;
}

/** Signs a person in, or stores a token that the router knows, and makes this router the current one. */
export async function login(surroundings: Surroundings, print: Printer, options: LoginOptions): Promise<void> {
  const url = routerUrl(options.url, '--url');
  const token = options.token ?? (await pipedToken(surroundings, options));
  const { context, router } =
    token === undefined ? await signedIn(url, print, options) : await withToken(url, token, options);
  const name = options.name ?? new URL(url).host;
  await changeContexts(surroundings.env, ({ contexts }) => ({
    current: name,
    contexts: { ...contexts, [name]: context },
  }));
  const { organization, user } = router;
  const who = user === null ? '' : ` as ${user.email}`;
  if (options.json === true) print.json({ context: name, url, organization, ...(user && { email: user.email }) });
  else print.line(`Signed in to ${url}${who} (${organization.name}, ${organization.role}) as context "${name}"`);
}

async function withToken(url: string, token: string, { organization }: LoginOptions): Promise<Entry> {
  return { context: { url, token }, router: await connect({ url, token, organization }) };
}

async function signedIn(url: string, print: Printer, { browser, organization }: LoginOptions): Promise<Entry> {
  const { signInByBrowser } = await import('../sign-in/by-browser.ts');
  const show = async (address: string) => {
    print.note(`sign in at ${address}`);
    // Without a browser, as over SSH, the person opens the address.
    if (browser) await (await import('open')).default(address).catch(() => undefined);
  };
  const { token, expiresAt, refreshToken, issuer, clientId } = await signInByBrowser(url, { show });
  const router = await connect({ url, token, organization });
  const who = { email: router.user?.email ?? '', organizationId: router.organization.id };
  const session = { issuer, clientId, ...who, expiresAt, ...(refreshToken === undefined ? {} : { refreshToken }) };
  return { context: { url, token, session }, router };
}

/** A pipe keeps the token out of the list of processes and the history of the shell. `undefined`: a person signs in. */
async function pipedToken(surroundings: Surroundings, { browser }: LoginOptions): Promise<string | undefined> {
  if (surroundings.stdin.isTTY || !browser) return undefined;
  const token = (await readStdin(surroundings)).trim();
  if (token !== '') return token;
  throw wrongUse('no token; pipe one in (the dashboard makes them under Settings), or sign in with --no-browser');
}
