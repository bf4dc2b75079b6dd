import { wrongUse } from '../failure.ts';
import { readContexts, writeContexts } from '../router/contexts.ts';
import { connect } from '../router/router.ts';
import { routerUrl } from '../router/router-url.ts';
import type { Printer } from '../terminal/print.ts';
import { readStdin, type Surroundings } from '../terminal/surroundings.ts';

interface LoginOptions {
  readonly url: string;
  readonly token?: string;
  readonly name?: string;
  readonly json?: boolean;
}

/** Stores a token that the router knows, and makes this router the current one. */
export async function login(surroundings: Surroundings, print: Printer, options: LoginOptions): Promise<void> {
  const url = routerUrl(options.url, '--url');
  const token = options.token ?? (await pipedToken(surroundings));
  const { organization } = await connect({ url, token });
  const name = options.name ?? new URL(url).host;
  const { contexts } = await readContexts(surroundings.env);
  await writeContexts(surroundings.env, { current: name, contexts: { ...contexts, [name]: { url, token } } });
  const { role } = organization;
  if (options.json === true) print.json({ context: name, url, organization });
  else print.line(`Signed in to ${url} (${organization.name}, ${role}) as context "${name}"`);
}

/** A pipe keeps the token out of the list of processes and the history of the shell. */
async function pipedToken(surroundings: Surroundings): Promise<string> {
  const token = surroundings.stdin.isTTY ? '' : (await readStdin(surroundings)).trim();
  if (token === '') throw wrongUse('no token; pipe one in, or give --token. The dashboard makes tokens under Settings');
  return token;
}
