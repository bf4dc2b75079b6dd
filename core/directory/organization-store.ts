import type { Lost } from './change.ts';
import type { Organization, Plan } from './organization.ts';
import type { Page, PageRequest } from './page.ts';
import type { Member } from './person.ts';
import type { Token, TokenGrant } from './token.ts';
import type { Saved } from './webhook-store.ts';

/** Organisations and where they are kept. Every read sees every write that was answered before it. */
export interface OrganizationStore {
  readOrganization(organizationId: string): Promise<Organization | undefined>;
  /** Stores a new organisation, with its first owner if it is a person. */
  insertOrganization(organization: Organization, owner?: Member): Promise<void>;
  /** Replaces `before`, which must still be the stored version. */
  replaceOrganization(before: Organization, after: Organization): Promise<Saved | Lost>;
  /** Removes an organisation that holds nothing any more, with the key that its secrets were sealed with. */
  removeOrganization(organization: Organization): Promise<Saved | Lost>;
}

/** Management tokens of organisations. A removed token proves nothing from the next request on. */
export interface TokenStore {
  listTokens(organizationId: string, page: PageRequest): Promise<Page<Token>>;
  readToken(organizationId: string, tokenId: string): Promise<Token | undefined>;
  insertToken(token: Token): Promise<void>;
  /** Whether there was such a token. */
  removeToken(organizationId: string, tokenId: string): Promise<boolean>;
}

/** Recognises a presented token by its SHA-256 in hex. */
export interface TokenGrants {
  findGrant(tokenHash: string): Promise<TokenGrant | undefined>;
  /** Notes that a token was used `at` (ISO 8601 UTC), unless that is noted already. */
  noteUse(tokenHash: string, grant: TokenGrant, at: string): Promise<void>;
}

/** The monthly message counters of plans. A month is `2026-11`, UTC. */
export interface UsageStore {
  /** Messages counted in `month`; 0 when none was counted. */
  readUsage(organizationId: string, month: string): Promise<number>;
  /** Changes the limit of `month` when its counter exists; the first send of a month makes it from the plan. */
  changeLimit(organizationId: string, month: string, quota: { limit: number; plan: Plan }): Promise<void>;
}
