import { decodeJwt, decodeProtectedHeader, errors } from 'jose';
import * as z from 'zod/mini';

/** Signatures with keys that only the issuer holds. Never `none`, and never HMAC, whose key would be the public one. */
export const ALGORITHMS = ['RS256', 'ES256'];

const Claims = z.object({
  sub: z.string().check(z.minLength(1)),
  aud: z.optional(z.union([z.string(), z.array(z.string())])),
  client_id: z.optional(z.string()),
  azp: z.optional(z.string()),
  token_use: z.optional(z.string()),
});

/** Whom a token must be meant for. */
export interface Audience {
  readonly clientId: string;
  /** The address of this API, as the issuer may know it. */
  readonly api: string;
}

/**
 * Whether a credential claims to be a token of this issuer. This proves nothing, but no other credential is worth
 * asking the issuer for keys.
 */
export function claimsToBe(credential: string, issuer: string): boolean {
  try {
    const { alg } = decodeProtectedHeader(credential);
    return ALGORITHMS.includes(alg ?? '') && decodeJwt(credential).iss === issuer;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return false;
    throw error;
  }
}

/**
 * The subject of a verified token, if it is an access token for this API: of use `access` as Cognito writes it, or of
 * type `at+jwt`. An ID token is neither, and is meant for the dashboard.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9068#section-4
 */
export function subjectOf(payload: unknown, type: string | undefined, audience: Audience): string | undefined {
  const parsed = Claims.safeParse(payload);
  if (!parsed.success) return undefined;
  const { sub, token_use: use } = parsed.data;
  const isAccessToken = use === undefined ? isAccessType(type) : use === 'access';
  return isAccessToken && isMeantFor(parsed.data, audience) ? sub : undefined;
}

function isAccessType(type: string | undefined): boolean {
  return /^(?:application\/)?at\+jwt$/i.test(type ?? '');
}

/** A token of another client of the same issuer is not ours, and neither is one for another API. */
function isMeantFor({ aud, client_id, azp }: z.infer<typeof Claims>, { clientId, api }: Audience): boolean {
  const client = client_id ?? azp;
  if (client !== undefined && client !== clientId) return false;
  if (aud === undefined) return client === clientId;
  return [aud].flat().some((meant) => meant === clientId || (meant === api && client === clientId));
}
