import { type Act, entryOf, stepOf } from './audit.ts';
import { invitationFacts } from './audit-views.ts';
import { type DailyLimitPorts, takeDaily } from './daily-limit.ts';
import { type FallenAccessPorts, removeFallenAccess } from './fallen-access.ts';
import { type Generators, timestamp } from './generators.ts';
import { idOf } from '../message/ids.ts';
import { isUpheld, type Maker } from './maker.ts';
import { done, notFound, type ChangeResult } from './change-result.ts';
import type { Role } from './organization.ts';
import type { TokenStore } from './organization-store.ts';
import { type Invitation, type Member, type Membership, sameEmail, type User } from './person.ts';
import type { InvitationStore, MemberStore } from './person-store.ts';
import { hashSecret } from './secret-hash.ts';
import { INVITATION_TOKEN_PREFIX } from './secrets.ts';
import { withdrawInvitation } from './withdraw.ts';

const LIFETIME_SECONDS = 7 * 24 * 60 * 60;
const MAX_TRIES = 3;

/** An invitation with its token, which is shown this once. */
export interface IssuedInvitation {
  readonly invitation: Invitation;
  readonly token: string;
}

/** What inviting needs. */
export interface InvitePorts extends Generators, DailyLimitPorts {
  readonly store: Pick<InvitationStore, 'insertInvitation'>;
  /** Makes sure that an address can sign in; says whether it can. @default whoever may sign in is for the issuer to say */
  readonly openAccount?: (email: string) => Promise<boolean>;
}

/** Offers somebody a role in an organisation, for seven days, and for as long as its maker could give it. */
export async function invite(
  ports: InvitePorts,
  wanted: { readonly organizationId: string; readonly email: string; readonly role: Role; readonly act: Act },
  maker: Maker,
): Promise<ChangeResult<IssuedInvitation>> {
  const refusal = await takeDaily(ports, 'invitations', maker.root);
  if (refusal !== undefined) return refusal;
  // Before the invitation: one that nobody can accept would look like any other.
  if (ports.openAccount !== undefined && !(await ports.openAccount(wanted.email))) return { kind: 'busy' };
  const { act, ...facts } = wanted;
  const { organizationId } = facts;
  const token = INVITATION_TOKEN_PREFIX + ports.newSecretHex();
  const invitation: Invitation = {
    id: idOf('invitation', ports.newUlid()),
    ...facts,
    tokenHash: hashSecret(token),
    lineage: [...maker.lineage],
    createdAt: timestamp(ports),
    expiresAt: Math.floor(ports.now() / 1000) + LIFETIME_SECONDS,
  };
  const effect = { organizationId, target: invitation.id, after: invitationFacts(invitation) };
  await ports.store.insertInvitation(invitation, entryOf(ports, act, effect));
  return done({ invitation, token });
}

/** What accepting needs. */
export interface AcceptInvitationPorts extends FallenAccessPorts {
  readonly store: FallenAccessPorts['store'] &
    Pick<InvitationStore, 'findInvitation' | 'acceptInvitation'> &
    Pick<MemberStore, 'readMember'> &
    Pick<TokenStore, 'readToken'>;
}

/** What came of accepting: the membership, or that the invitation is meant for another address. */
export type AcceptedInvitation = ChangeResult<Membership> | { readonly kind: 'not-invited' };

/**
 * Makes `user` a member by the token of an invitation, once. The address must be the invited one: a link that was
 * passed on lets nobody else in. A person who is a member already keeps their role.
 */
export async function acceptInvitation(
  ports: AcceptInvitationPorts,
  { user, token, act }: { readonly user: User; readonly token: string; readonly act: Act },
): Promise<AcceptedInvitation> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const invitation = await ports.store.findInvitation(hashSecret(token));
    if (invitation === undefined || invitation.expiresAt * 1000 <= ports.now()) return notFound;
    if (!(await isUpheld(ports.store, invitation))) return notFound;
    if (!sameEmail(invitation.email, user.email)) return { kind: 'not-invited' };
    const { organizationId } = invitation;
    const known = await ports.store.readMember(organizationId, user.id);
    if (known !== undefined) {
      const step = stepOf(act, 'invitation.deleted', 'the invited person is a member already');
      await withdrawInvitation(ports, { organizationId, id: invitation.id, act: step });
      return done({ organizationId, role: known.role });
    }
    // Nothing that they made before they were removed comes back with them.
    await removeFallenAccess(ports, { organizationId, gone: { id: user.id }, act });
    const member = newMember(ports, { organizationId, user, role: invitation.role });
    const entry = entryOf(ports, act, { organizationId, target: user.id, after: member });
    const result = await ports.store.acceptInvitation({ invitation, member, entry });
    if (result.kind === 'saved') return done({ organizationId, role: member.role });
    await ports.backoff.pause(tries);
  }
  return { kind: 'busy' };
}

/** A person as a new member of an organisation. */
export function newMember(
  generators: Pick<Generators, 'now'>,
  { organizationId, user, role }: { organizationId: string; user: User; role: Role },
): Member {
  return { id: user.id, organizationId, email: user.email, role, createdAt: timestamp(generators), version: 1 };
}
