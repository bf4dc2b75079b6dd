import type { AuditEntry } from './audit-entry.ts';
import type { LostRace } from './change.ts';
import type { Organization, Plan } from './organization.ts';
import type { Page, PageRequest } from './page.ts';
import type { Member } from './person.ts';
import type { Token, TokenGrant } from './token.ts';
import type { Saved } from './webhook-store.ts';

/**
 * Organisations and where they are kept, each change together with its audit entry. Every read sees every write that was
 * answered before it.
 */
export interface OrganizationStore {
  readOrganization(organizationId: string): Promise<Organization | undefined>;
  /** Stores a new organisation, with its first owner if it is a person. */
  insertOrganization(insertion: {
    readonly organization: Organization;
    readonly owner?: Member | undefined;
    /** That of its own log, and of each other log that tells of it. */
    readonly entries: readonly [AuditEntry, ...AuditEntry[]];
  }): Promise<void>;
  /** Replaces `before`, which must still be the stored version. */
  replaceOrganization(change: {
    readonly before: Organization;
    readonly after: Organization;
    readonly entry: AuditEntry;
  }): Promise<Saved | LostRace>;
  /** Removes an organisation that holds nothing any more, with the key that its secrets were sealed with. */
  removeOrganization(organization: Organization, entry: AuditEntry): Promise<Saved | LostRace>;
}

/** Management tokens of organisations, each change with its audit entry. A removed token proves nothing any more. */
export interface TokenStore {
  listTokens(organizationId: string, page: PageRequest): Promise<Page<Token>>;
  readToken(organizationId: string, tokenId: string): Promise<Token | undefined>;
  insertToken(token: Token, entry: AuditEntry): Promise<void>;
  removeToken(token: Token, entry: AuditEntry): Promise<Saved | LostRace>;
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
