import { Failure } from '../failure.ts';
import { changeContexts, readContexts, type Context, type Contexts } from '../router/contexts.ts';
import type { Credentials } from '../router/credentials.ts';
import type { Surroundings } from '../terminal/surroundings.ts';
import { openIssuer, Refused, tokensOf, type Tokens } from './issuer.ts';

type Env = Surroundings['env'];

/** A call takes its time, and clocks differ. */
const RENEW_BEFORE_MS = 60_000;

/**
 * A token that works: that of a person is renewed when it is about to end. Processes do it one after the other, because
 * a refresh token works once; those that waited find the new token in the file.
 *
 * @throws Failure when the session has ended
 */
export async function currentToken(env: Env, { token, signedIn }: Credentials): Promise<string> {
  if (signedIn === undefined) return token;
  const { context: name } = signedIn;
  const stored = contextIn(await readContexts(env), name);
  if (isFresh(stored)) return stored.token;
  const changed = await changeContexts(env, async (contexts) => {
    const context = contextIn(contexts, name);
    if (isFresh(context)) return contexts;
    return { ...contexts, contexts: { ...contexts.contexts, [name]: await renewed(context) } };
  });
  return contextIn(changed, name).token;
}

/** Ends what keeps a person signed in, if the issuer can. Says whether it did. */
export async function endSession({ session }: Context): Promise<boolean> {
  if (session?.refreshToken === undefined) return false;
  const { refreshToken } = session;
  try {
    const { client, config } = await openIssuer(session);
    await client.tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' });
    return true;
  } catch {
    return false;
  }
}

function contextIn({ contexts }: Contexts, name: string): Context {
  const context = Object.hasOwn(contexts, name) ? contexts[name] : undefined;
  if (context !== undefined) return context;
  throw new Failure('this context was removed meanwhile; run "notify login"');
}

const isFresh = ({ session }: Context): boolean =>
  session === undefined || session.expiresAt - RENEW_BEFORE_MS > Date.now();

async function renewed({ url, session }: Context): Promise<Context> {
  const ended = `your session at ${url} has ended; run "notify login --url ${url}"`;
  if (session?.refreshToken === undefined) throw new Failure(ended);
  const { refreshToken } = session;
  const issuer = await openIssuer(session);
  const { token, ...rest }: Tokens = await tokensOf(issuer, async () =>
    issuer.client.refreshTokenGrant(issuer.config, refreshToken),
  ).catch((cause: unknown) => {
    throw cause instanceof Refused ? new Failure(ended, undefined, { cause }) : cause;
  });
  return { url, token, session: { ...session, ...rest } };
}
