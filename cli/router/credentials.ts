import { Failure } from '../failure.ts';
import type { Surroundings } from '../terminal/surroundings.ts';
import { routerUrl } from './router-url.ts';
import { readContexts, type Context, type Contexts } from './contexts.ts';

/** Which router to call, and with what. */
export interface Credentials {
  /** Without a slash at its end. */
  readonly url: string;
  readonly token: string;
  /** The context of a person who signed in: its token ends, and is renewed. */
  readonly signedIn?: { readonly context: string };
  /** The id or name of an organization; not needed where there is only one. */
  readonly organization?: string | undefined;
}

/**
 * What `NOTIFY_URL` and `NOTIFY_TOKEN` say, else the current context. A stored token goes to the router that it was
 * stored for, and to no other.
 *
 * @throws Failure when nothing says it
 */
export async function credentialsOf({ env }: Pick<Surroundings, 'env'>): Promise<Credentials> {
  const url = env['NOTIFY_URL'] ? routerUrl(env['NOTIFY_URL'], 'NOTIFY_URL') : undefined;
  const token = env['NOTIFY_TOKEN'] || undefined;
  if (url !== undefined && token !== undefined) return { url, token };
  const stored = await readContexts(env);
  if (url === undefined) return currentOf(stored, token);
  const [name, known] = Object.entries(stored.contexts).find(([, context]) => context.url === url) ?? [];
  if (name !== undefined && known !== undefined) return credentialsIn(name, known);
  throw new Failure(`there is no token for ${url}; set NOTIFY_TOKEN or run "notify login"`);
}

function currentOf({ current, contexts }: Contexts, token: string | undefined): Credentials {
  const context = current === null ? undefined : contexts[current];
  if (current !== null && context !== undefined)
    return token === undefined ? credentialsIn(current, context) : { url: context.url, token };
  if (token !== undefined) throw new Failure('NOTIFY_TOKEN is set, but no router; set NOTIFY_URL too');
  throw new Failure('not signed in; run "notify login", or set NOTIFY_URL and NOTIFY_TOKEN');
}

/** What a context says. */
function credentialsIn(name: string, { url, token, session }: Context): Credentials {
  if (session === undefined) return { url, token };
  return { url, token, signedIn: { context: name }, organization: session.organizationId };
}
