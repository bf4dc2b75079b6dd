import type { AuditEntry } from './audit-entry.ts';
import type { LostRace } from './change.ts';
import type { Page, PageRequest } from './page.ts';
import type { Invitation, Member, Person, User } from './person.ts';
import type { Saved } from './webhook-store.ts';

/** People by what their tokens prove. Every read sees every write that was answered before it. */
export interface PersonStore {
  /** @param identity hash of issuer and subject. */
  findPerson(identity: string): Promise<Person | undefined>;
  /**
   * Remembers who signs in with this identity: the person that was set up with the address and never signed in, or else
   * `user`. Lost when somebody else did so at the same time.
   */
  signUp(identity: string, user: User): Promise<Saved | LostRace>;
  /** Sets a person up who has not signed in yet. */
  insertUser(user: User): Promise<void>;
  /** Links the next new identity with this address to a person who is known already. */
  expectUser(user: Pick<User, 'id' | 'email'>): Promise<void>;
}

/** The last owner of an organisation was about to go. */
type LastOwner = { readonly kind: 'last-owner' };

/**
 * The people of organisations, each change with its audit entry. However many change at once, an organisation with an
 * owner keeps one.
 */
export interface MemberStore {
  readMember(organizationId: string, userId: string): Promise<Member | undefined>;
  listMembers(organizationId: string, page: PageRequest): Promise<Page<Member>>;
  /** Replaces the role of `before`, which must still be the stored version. */
  replaceMember(change: {
    readonly before: Member;
    readonly after: Member;
    readonly entry: AuditEntry;
  }): Promise<Saved | LostRace | LastOwner>;
  removeMember(member: Member, entry: AuditEntry): Promise<Saved | LostRace | LastOwner>;
  /** Removes a member whoever they are: the organisation itself goes. */
  eraseMember(member: Member, entry: AuditEntry): Promise<Saved | LostRace>;
}

/** Offers to join, each change with its audit entry. Readers ignore what has expired. */
export interface InvitationStore {
  listInvitations(organizationId: string, page: PageRequest): Promise<Page<Invitation>>;
  readInvitation(organizationId: string, invitationId: string): Promise<Invitation | undefined>;
  insertInvitation(invitation: Invitation, entry: AuditEntry): Promise<void>;
  removeInvitation(invitation: Invitation, entry: AuditEntry): Promise<Saved | LostRace>;
  findInvitation(tokenHash: string): Promise<Invitation | undefined>;
  /** Makes `member` one and uses the invitation up, both or neither. */
  acceptInvitation(acceptance: {
    readonly invitation: Invitation;
    readonly member: Member;
    readonly entry: AuditEntry;
  }): Promise<Saved | LostRace>;
}
