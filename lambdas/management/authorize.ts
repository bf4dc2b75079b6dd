import type { Authenticator, Caller } from '../../core/directory/caller.ts';
import { roleAllows } from '../../core/directory/organization.ts';
import { failed, notFoundReply, type Reply } from './reply.ts';
import type { Access } from './route.ts';

/** `Bearer` is case-sensitive, as it is for senders (specification 4.1). */
const BEARER = /^Bearer (\S+)$/;

export const unauthorized: Reply = { ...failed(401, 'Invalid token'), headers: { 'www-authenticate': 'Bearer' } };

/** Who presents this `Authorization` header; `undefined` when it proves nothing. */
export async function identify(
  header: string | undefined,
  authenticators: readonly Authenticator[],
): Promise<Caller | undefined> {
  const credential = BEARER.exec(header ?? '')?.[1];
  if (credential === undefined) return undefined;
  for (const authenticator of authenticators) {
    const caller = await authenticator.authenticate(credential);
    if (caller !== undefined) return caller;
  }
  return undefined;
}

/**
 * Why `caller` may not do this in the organisation of the path; `undefined` when they may. Another organisation is
 * answered like one that does not exist.
 */
export function forbidden(caller: Caller, access: Access, organizationId: string | undefined): Reply | undefined {
  if (access === 'signed-in') return undefined;
  const membership = caller.memberships.find((known) => known.organizationId === organizationId);
  if (membership === undefined) return notFoundReply;
  return roleAllows(membership.role, access) ? undefined : failed(403, `This needs the role ${access}`);
}
