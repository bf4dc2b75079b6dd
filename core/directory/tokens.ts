import { type Generators, timestamp } from './generators.ts';
import { idOf } from './ids.ts';
import { done, notFound, type Outcome } from './outcome.ts';
import type { Role } from './organization.ts';
import type { TokenStore } from './organization-store.ts';
import { hashSecret } from './secret-hash.ts';
import { MANAGEMENT_TOKEN_PREFIX, shownPrefixOf } from './secrets.ts';
import type { Token } from './token.ts';

/** What issuing a management token needs. */
export interface TokenPorts extends Generators {
  readonly store: Pick<TokenStore, 'insertToken'>;
}

/** A management token with its secret, which is shown this once. */
export interface IssuedToken {
  readonly token: Token;
  readonly secret: string;
}

export interface NewToken {
  readonly organizationId: string;
  readonly name: string;
  readonly role: Role;
}

/** Issues a management token that acts in one organisation with one role. */
export async function createToken(ports: TokenPorts, wanted: NewToken): Promise<IssuedToken> {
  const secret = MANAGEMENT_TOKEN_PREFIX + ports.newSecretHex();
  const token: Token = {
    id: idOf('token', ports.newUlid()),
    organizationId: wanted.organizationId,
    name: wanted.name,
    role: wanted.role,
    tokenHash: hashSecret(secret),
    prefix: shownPrefixOf(secret),
    createdAt: timestamp(ports),
  };
  await ports.store.insertToken(token);
  return { token, secret };
}

/** Revokes a management token: it is refused from the next request on. */
export async function deleteToken(
  ports: { readonly store: Pick<TokenStore, 'removeToken'> },
  target: { readonly organizationId: string; readonly tokenId: string },
): Promise<Outcome<undefined>> {
  const removed = await ports.store.removeToken(target.organizationId, target.tokenId);
  return removed ? done(undefined) : notFound;
}
