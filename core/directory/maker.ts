import { actorOf } from './audit.ts';
import type { AuditActor } from './audit-entry.ts';
import type { Caller } from './caller.ts';
import { isId } from '../message/ids.ts';
import { type Role, roleAllows } from './organization.ts';
import type { TokenStore } from './organization-store.ts';
import type { MemberStore } from './person-store.ts';

/** Who makes something that gives access: a token or an invitation. */
export interface Maker {
  readonly actor: AuditActor;
  /** Ids of the maker and of whoever made it, the first one first: a person and tokens, or tokens alone. */
  readonly lineage: readonly string[];
  /** The person or the organisation that everything in the lineage goes back to; daily limits count for it. */
  readonly root: string;
  /** Epoch seconds after which the maker can do nothing any more, and nothing that it made. */
  readonly expiresAt?: number;
}

/** A caller as the maker of something in the organisation that they act in. */
export function makerOf(caller: Caller): Maker {
  const actor = actorOf(caller);
  if (caller.user !== undefined) return { actor, lineage: [caller.id], root: caller.id };
  const { id, root, expiresAt } = caller;
  const lineage = [...caller.lineage, id];
  return { actor, lineage, root, ...(expiresAt === undefined ? {} : { expiresAt }) };
}

/** The router itself, which is never removed. */
export function systemMaker(organizationId: string): Maker {
  return { actor: { type: 'system' }, lineage: [], root: organizationId };
}

/** A token or an invitation: access with a role, given by somebody. */
interface GivenAccess {
  readonly organizationId: string;
  readonly role: Role;
  /** Absent: stored by a version that did not keep it; nothing ends such access but its own removal. */
  readonly lineage?: readonly string[] | undefined;
}

/**
 * Whether everybody in the lineage is still there, and the person in it still has at least the role that was given on.
 * Looked up at every use, so access ends at once with whatever it depends on.
 */
export async function isUpheld(
  store: Pick<MemberStore, 'readMember'> & Pick<TokenStore, 'readToken'>,
  given: GivenAccess,
): Promise<boolean> {
  const { organizationId, lineage = [] } = given;
  const upheld = await Promise.all(
    lineage.map(async (id) => {
      if (!isId('user', id)) return (await store.readToken(organizationId, id)) !== undefined;
      const member = await store.readMember(organizationId, id);
      return member !== undefined && roleAllows(member.role, roleNeeded(given));
    }),
  );
  return !upheld.includes(false);
}

/** Somebody or something that gave access and is gone now, or has a lower role. */
export interface FallenMaker {
  readonly id: string;
  /** The role that is left, if any. */
  readonly role?: Role | undefined;
}

/** Whether what was given falls with `gone`. */
export function fallsWith(given: GivenAccess, { id, role }: FallenMaker): boolean {
  if (given.lineage?.includes(id) !== true) return false;
  return role === undefined || !roleAllows(role, roleNeeded(given));
}

/** What the person in a lineage must be. Only owners make tokens, so who made one that made others has to be one. */
function roleNeeded({ role, lineage = [] }: GivenAccess): Role {
  return lineage.length > 1 ? 'owner' : role;
}
