import type { Role } from './organization.ts';
import type { TokenGrants } from './organization-store.ts';
import { hashSecret } from './secret-hash.ts';
import { MANAGEMENT_TOKEN_PREFIX } from './secrets.ts';

/** Who makes a management request, and what they may do where. */
export interface Caller {
  /** Names the credential, not its secret: rate limits count by it. */
  readonly id: string;
  /** The person; absent for a management token. */
  readonly user?: { readonly id: string; readonly email: string };
  readonly memberships: readonly { readonly organizationId: string; readonly role: Role }[];
}

/** Recognises one sort of credential; `undefined` when it proves nothing. */
export interface Authenticator {
  authenticate(credential: string): Promise<Caller | undefined>;
}

const TOKEN = new RegExp(`^${MANAGEMENT_TOKEN_PREFIX}[0-9a-f]{64}$`);

/** Recognises management tokens. Every request looks its token up, so a revoked one is refused at once. */
export function createTokenAuthenticator(grants: TokenGrants): Authenticator {
  return {
    async authenticate(credential) {
      if (!TOKEN.test(credential)) return undefined;
      const grant = await grants.findGrant(hashSecret(credential));
      if (grant === undefined) return undefined;
      const { tokenId, organizationId, role } = grant;
      return { id: tokenId, memberships: [{ organizationId, role }] };
    },
  };
}
