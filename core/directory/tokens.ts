import { type Act, entryOf } from './audit.ts';
import { tokenFacts } from './audit-views.ts';
import { type FallenAccessPorts, removeFallenAccess } from './fallen-access.ts';
import { type Generators, timestamp } from './generators.ts';
import { idOf } from '../message/ids.ts';
import type { Maker } from './maker.ts';
import { done, invalid, type ChangeResult, type Refusal } from './change-result.ts';
import type { Role } from './organization.ts';
import type { TokenStore } from './organization-store.ts';
import { hashSecret } from './secret-hash.ts';
import { MANAGEMENT_TOKEN_PREFIX, shownPrefixOf } from './secrets.ts';
import type { Token } from './token.ts';
import { withdrawToken } from './withdraw.ts';

/** Tokens may make tokens, which may make more. Each use looks up the whole lineage, so its length has a limit. */
const MAX_LINEAGE = 8;

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
  /** Epoch seconds; absent: it ends with its maker only. */
  readonly expiresAt?: number | undefined;
  readonly act: Act;
}

/** Issues a management token that acts in one organisation with one role, for as long as its maker could. */
export async function createToken(
  ports: TokenPorts,
  wanted: NewToken,
  maker: Maker,
): Promise<ChangeResult<IssuedToken>> {
  const expiresAt = wanted.expiresAt ?? maker.expiresAt;
  const refusal = refusalOf(expiresAt, maker, ports.now());
  return refusal ?? done(await issueToken(ports, { ...wanted, expiresAt }, maker));
}

function refusalOf(expiresAt: number | undefined, maker: Maker, now: number): Refusal | undefined {
  if (maker.lineage.length > MAX_LINEAGE) {
    return invalid('', `${MAX_LINEAGE} tokens in a row have made each other; let a person or an older token make it`);
  }
  if (expiresAt === undefined) return undefined;
  if (expiresAt * 1000 <= now) return invalid('expiresAt', 'must lie in the future');
  if (expiresAt <= (maker.expiresAt ?? Infinity)) return undefined;
  return invalid('expiresAt', 'must not be later than the end of the token that makes it');
}

/** Issues a token that nothing can refuse. */
export async function issueToken(ports: TokenPorts, wanted: NewToken, maker: Maker): Promise<IssuedToken> {
  const { organizationId, name, role, expiresAt, act } = wanted;
  const secret = MANAGEMENT_TOKEN_PREFIX + ports.newSecretHex();
  const token: Token = {
    id: idOf('token', ports.newUlid()),
    organizationId,
    name,
    role,
    tokenHash: hashSecret(secret),
    prefix: shownPrefixOf(secret),
    createdAt: timestamp(ports),
    maker: maker.actor,
    lineage: [...maker.lineage],
    root: maker.root,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
  const entry = entryOf(ports, act, { organizationId, target: token.id, after: tokenFacts(token) });
  await ports.store.insertToken(token, entry);
  return { token, secret };
}

/** Revokes a management token, and all that it made: they are refused from the next request on. */
export async function deleteToken(
  ports: FallenAccessPorts,
  target: { readonly organizationId: string; readonly tokenId: string; readonly act: Act },
): Promise<ChangeResult<undefined>> {
  const { organizationId, tokenId: id, act } = target;
  const outcome = await withdrawToken(ports, { organizationId, id, act });
  if (outcome.kind === 'done') await removeFallenAccess(ports, { organizationId, gone: { id }, act });
  return outcome;
}
