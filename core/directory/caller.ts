import { isUpheld } from './maker.ts';
import type { Role } from './organization.ts';
import type { TokenGrants, TokenStore } from './organization-store.ts';
import type { Membership, User } from './person.ts';
import type { MemberStore } from './person-store.ts';
import { hashSecret } from './secret-hash.ts';
import { MANAGEMENT_TOKEN_PREFIX } from './secrets.ts';
import type { TokenGrant } from './token.ts';

/** Who makes a management request, and what they may do where. */
export type Caller = {
  /** Names the credential, not its secret: rate limits count by it. */
  readonly id: string;
  readonly memberships: readonly Membership[];
} & (
  | { readonly user: User; readonly tokenName?: never }
  /** A management token, by its name, and what it depends on. */
  | {
      readonly user?: never;
      readonly tokenName: string;
      readonly lineage: readonly string[];
      readonly root: string;
      /** Epoch seconds. */
      readonly expiresAt?: number;
    }
);

/** `unavailable`: the issuer or the table that knows cannot be reached now. */
export type Recognised = Caller | 'unavailable' | undefined;

/** Recognises one sort of credential; `undefined` when it proves nothing. */
export interface Authenticator {
  authenticate(credential: string): Promise<Recognised>;
}

/** The role of a caller in an organisation, if they have any. */
export function roleIn({ memberships }: Caller, organizationId: string | undefined): Role | undefined {
  return memberships.find((known) => known.organizationId === organizationId)?.role;
}

const TOKEN = new RegExp(`^${MANAGEMENT_TOKEN_PREFIX}[0-9a-f]{64}$`);
const HOUR_MS = 60 * 60 * 1000;

/** Where tokens and what they depend on are looked up. */
export type TokenLookups = TokenGrants & Pick<TokenStore, 'readToken'> & Pick<MemberStore, 'readMember'>;

/**
 * Recognises management tokens. Every request looks its token up, and whoever made it, so a revoked one is refused at
 * once, and so is one whose maker may not do the same any more. When it was last used is noted to the hour, so that a
 * busy token writes once an hour.
 *
 * @param now epoch milliseconds
 */
export function createTokenAuthenticator(grants: TokenLookups, now: () => number): Authenticator {
  return {
    async authenticate(credential) {
      if (!TOKEN.test(credential)) return undefined;
      const tokenHash = hashSecret(credential);
      const grant = await grants.findGrant(tokenHash);
      if (grant === undefined || (await isOver(grants, grant, now()))) return undefined;
      const hour = new Date(Math.floor(now() / HOUR_MS) * HOUR_MS).toISOString();
      if (grant.lastUsedAt !== hour) await grants.noteUse(tokenHash, grant, hour);
      return callerOf(grant);
    },
  };
}

async function isOver(lookups: TokenLookups, grant: TokenGrant, now: number): Promise<boolean> {
  if (grant.expiresAt !== undefined && grant.expiresAt * 1000 <= now) return true;
  return !(await isUpheld(lookups, grant));
}

function callerOf({ tokenId, organizationId, role, name, lineage = [], root, expiresAt }: TokenGrant): Caller {
  return {
    id: tokenId,
    tokenName: name,
    memberships: [{ organizationId, role }],
    lineage,
    root: root ?? organizationId,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}
