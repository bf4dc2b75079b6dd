import type * as oidc from 'openid-client';
import * as z from 'zod/mini';
import { Failure, wrongUse } from '../failure.ts';
import { reach } from '../router/answers.ts';
import type { Session } from '../router/contexts.ts';
import { oneLine } from '../terminal/safe-text.ts';

const CALL_TIMEOUT_SECONDS = 10;
/** For issuers that do not say how long a token lasts. */
const SHORT_LIFE_SECONDS = 300;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const AuthConfig = z.object({
  issuer: z.nullable(z.string()),
  clientId: z.nullable(z.string()),
  scope: z.string(),
});

/** Where the people of a router sign in, and as which client. */
export interface SignIn {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
}

/** The tokens of somebody who signed in. All of it is secret. */
export type Tokens = Pick<Session, 'expiresAt' | 'refreshToken'> & { readonly token: string };

/** Asks a router where its people sign in. @throws Failure when it does not say */
export async function signInOf(url: string): Promise<SignIn> {
  const { host } = secureAddress(url);
  const signal = AbortSignal.timeout(CALL_TIMEOUT_SECONDS * 1000);
  const call = async () => fetch(`${url}/api/v1/auth-config`, { redirect: 'error', signal });
  const response = await reach(call, host);
  const parsed = AuthConfig.safeParse(await response.json().catch(() => undefined));
  if (!response.ok || !parsed.success) throw new Failure(`${url} is no router; check the address`);
  const { issuer, clientId, scope } = parsed.data;
  if (issuer !== null && clientId !== null) return { issuer, clientId, scope };
  throw new Failure('nobody can sign in to this router by browser; pipe a management token in');
}

/** An address that tokens may go to. @throws Failure of wrong use when others could read them on the way */
export function secureAddress(address: string): URL {
  const url = URL.parse(address);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname))) return url;
  const { origin } = url ?? { origin: 'the address' };
  throw wrongUse(`${origin} is not https, so nobody signs in there by browser; pipe a management token in`);
}

/** An issuer that answers, and the library that talks to it. */
export interface OpenIssuer {
  readonly client: typeof oidc;
  readonly config: oidc.Configuration;
}

/** Finds out what an issuer can do. @throws Failure when it does not answer */
export async function openIssuer({ issuer, clientId }: Pick<SignIn, 'issuer' | 'clientId'>): Promise<OpenIssuer> {
  const client = await import('openid-client');
  const url = secureAddress(issuer);
  const options = {
    timeout: CALL_TIMEOUT_SECONDS,
    execute: url.protocol === 'http:' ? [client.allowInsecureRequests] : [],
  };
  const discover = async () => client.discovery(url, clientId, undefined, client.None(), options);
  return { client, config: await asked(issuer, discover) };
}

/**
 * The tokens that an issuer gives.
 *
 * @throws Refused when it says no, Failure when it does not answer
 */
export async function tokensOf(
  { config }: OpenIssuer,
  grant: () => Promise<oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers>,
): Promise<Tokens> {
  const tokens = await asked(config.serverMetadata().issuer, grant);
  const seconds = tokens.expiresIn() ?? SHORT_LIFE_SECONDS;
  const { access_token: token, refresh_token: refreshToken } = tokens;
  return { token, expiresAt: Date.now() + seconds * 1000, ...(refreshToken === undefined ? {} : { refreshToken }) };
}

/** The issuer understood, and said no. */
export class Refused extends Failure {}

async function asked<T>(issuer: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    const { host } = new URL(issuer);
    const said = saidNo(cause);
    if (said !== undefined) {
      throw new Refused(`${host} says: ${oneLine(said)}; run "notify login" again`, undefined, { cause });
    }
    const reason = cause instanceof Error ? oneLine(cause.message) : 'no connection';
    throw new Failure(`cannot sign in at ${host} (${reason}); check that it runs, and try again`, undefined, { cause });
  }
}

/** What OAuth's own errors say. */
function saidNo(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('error' in error) || typeof error.error !== 'string') return undefined;
  const detail = 'error_description' in error ? error.error_description : undefined;
  return typeof detail === 'string' ? detail : error.error;
}
