import * as z from 'zod/mini';

/** What this API needs from an issuer's description of itself. */
const Metadata = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.optional(z.url()),
});
export type Metadata = z.infer<typeof Metadata>;

const TIMEOUT_MS = 5_000;
const LIFETIME_MS = 60 * 60 * 1000;

/**
 * Asks an issuer where its keys are, once an hour. Calls made while a request is under way share its answer.
 *
 * @param now epoch milliseconds
 * @returns a function that rejects when the issuer cannot be reached or describes another issuer
 * @see https://openid.net/specs/openid-connect-discovery-1_0.html
 */
export function createDiscovery(issuer: string, now: () => number): () => Promise<Metadata> {
  let known: { readonly metadata: Promise<Metadata>; readonly until: number } | undefined;
  return async () => {
    if (known === undefined || known.until < now()) {
      const asked = { metadata: discover(issuer), until: now() + LIFETIME_MS };
      known = asked;
      asked.metadata.catch(() => {
        if (known === asked) known = undefined;
      });
    }
    return known.metadata;
  };
}

async function discover(issuer: string): Promise<Metadata> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
  if (!response.ok) throw new Error(`The issuer answered ${response.status} to discovery.`);
  const metadata = Metadata.parse(await response.json());
  if (metadata.issuer !== issuer) throw new Error('The issuer describes another issuer.');
  return metadata;
}
