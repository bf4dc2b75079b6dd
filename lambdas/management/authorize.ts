import { type Authenticator, type Caller, type Recognised, roleIn } from '../../core/directory/caller.ts';
import { roleAllows } from '../../core/directory/organization.ts';
import { failed, notFoundReply, type Reply } from './reply.ts';
import type { Access } from './route.ts';

/** `Bearer` is case-sensitive, as it is for senders (specification 4.1). */
const BEARER = /^Bearer (\S+)$/;

export const unauthorized: Reply = { ...failed(401, 'Invalid token'), headers: { 'www-authenticate': 'Bearer' } };

export const cannotTell: Reply = {
  ...failed(503, 'The issuer of the token cannot be reached'),
  headers: { 'retry-after': '5' },
};

/** The credential in an `Authorization` header. */
export function readCredential(header: string | undefined): string | undefined {
  return BEARER.exec(header ?? '')?.[1];
}

/** Who presents this credential; `undefined` when it proves nothing. */
export async function identify(credential: string, authenticators: readonly Authenticator[]): Promise<Recognised> {
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
  if (access === 'person') return caller.user === undefined ? failed(403, 'Only a person can do this') : undefined;
  if (access === 'person-or-owner') return mayFound(caller) ? undefined : failed(403, 'This needs the role owner');
  const role = roleIn(caller, organizationId);
  if (role === undefined) return notFoundReply;
  return roleAllows(role, access) ? undefined : failed(403, `This needs the role ${access}`);
}

/** People may begin anew; a token must not give more than it has. */
function mayFound({ user, memberships }: Caller): boolean {
  return user !== undefined || memberships.every(({ role }) => role === 'owner');
}
