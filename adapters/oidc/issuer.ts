import { createRemoteJWKSet, decodeJwt, errors, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import type { Address, Issuer, Verified } from '../../core/directory/person-authenticator.ts';
import { ALGORITHMS, type Audience, claimsToBe, subjectOf } from './access-token.ts';
import { createDiscovery } from './discovery.ts';

interface IssuerOptions extends Audience {
  readonly issuer: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** @default 5 seconds */
  readonly keyCooldownMs?: number;
}

/** How far an issuer's clock may differ from ours, seconds. */
const CLOCK_TOLERANCE = 5;
/** A token that names an unknown key makes us look for new keys, but no more often than this. */
const COOLDOWN_MS = 5_000;
const TIMEOUT_MS = 5_000;

/** Errors that are not about the token: the issuer is unavailable. */
const OUTAGES = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']);

const UserInfo = z.object({
  sub: z.string(),
  email: z.optional(z.string()),
  // Cognito writes a text.
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
});

/** An OpenID Connect issuer: its description and its keys are kept, and looked up again when they run out. */
export function createIssuer(options: IssuerOptions): Issuer {
  const { issuer, now, keyCooldownMs = COOLDOWN_MS, ...audience } = options;
  const discover = createDiscovery(issuer, now);
  const keys = createKeys(keyCooldownMs);

  return {
    async verify(credential) {
      if (!claimsToBe(credential, issuer)) return { kind: 'refused' };
      try {
        const { jwks_uri } = await discover();
        const demands = { issuer, algorithms: ALGORITHMS, clockTolerance: CLOCK_TOLERANCE, requiredClaims: ['exp'] };
        const current = { ...demands, currentDate: new Date(now()) };
        const { payload, protectedHeader } = await jwtVerify(credential, keys(jwks_uri), current);
        const subject = subjectOf(payload, protectedHeader.typ, audience);
        return subject === undefined ? { kind: 'refused' } : { kind: 'ok', issuer, subject };
      } catch (error) {
        return failureOf(error);
      }
    },

    async addressOf(credential) {
      const endpoint = await discover().then(
        (metadata) => metadata.userinfo_endpoint,
        () => 'unavailable' as const,
      );
      if (endpoint === 'unavailable') return { kind: 'unavailable' };
      return endpoint === undefined ? { kind: 'unverified' } : askAddress(endpoint, credential);
    },
  };
}

/** The keys at an address; a new address, after the issuer moved them, starts afresh. */
function createKeys(cooldownDuration: number) {
  let known: { readonly address: string; readonly keys: ReturnType<typeof createRemoteJWKSet> } | undefined;
  return (address: string) => {
    if (known?.address !== address) {
      const options = { cooldownDuration, timeoutDuration: TIMEOUT_MS };
      known = { address, keys: createRemoteJWKSet(new URL(address), options) };
    }
    return known.keys;
  };
}

/** Only jose's errors about the token itself count against the token. */
function failureOf(error: unknown): Verified {
  const isAboutToken = error instanceof errors.JOSEError && !OUTAGES.has(error.code);
  return isAboutToken ? { kind: 'refused' } : { kind: 'unavailable' };
}

async function askAddress(endpoint: string, credential: string): Promise<Address> {
  const headers = { authorization: `Bearer ${credential}` };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(endpoint, { headers, signal, redirect: 'error' }).catch(() => undefined);
  if (response === undefined || response.status >= 500) return { kind: 'unavailable' };
  const body: unknown = await response.json().catch(() => undefined);
  if (signal.aborted) return { kind: 'unavailable' };
  const answer = UserInfo.safeParse(body);
  if (!response.ok || !answer.success) return { kind: 'unverified' };
  const { sub, email, email_verified: verified } = answer.data;
  // A userinfo answer about somebody else must be discarded (OpenID Connect Core 5.3.2).
  if (decodeJwt(credential).sub !== sub) return { kind: 'unverified' };
  return email !== undefined && String(verified) === 'true' ? { kind: 'ok', email } : { kind: 'unverified' };
}
