import { type Authenticator, type Caller, type Recognised, roleIn } from '../../core/directory/caller.ts';
import { API_KEY_PREFIX, MANAGEMENT_TOKEN_PREFIX } from '../../core/directory/secrets.ts';
import { roleAllows } from '../../core/directory/organization.ts';
import { failed, notFoundReply, type Reply } from './reply.ts';
import type { Access } from './route.ts';

/** `Bearer` is case-sensitive, as it is for senders (specification 4.1). */
const BEARER = /^Bearer (\S+)$/;

/** Long enough for the name of any scheme, too short for a credential that came without one. */
const OTHER_SCHEME = /^([A-Za-z]{1,12}) /;

/** The answer to a credential that proves nothing; `why` is said where the credential itself shows it. */
export function unauthorized(why?: string): Reply {
  const error = why === undefined ? 'Invalid token' : `Invalid token: ${why}`;
  return { ...failed(401, error), headers: { 'www-authenticate': 'Bearer' } };
}

export const cannotTell: Reply = {
  ...failed(503, 'The issuer of the token cannot be reached'),
  headers: { 'retry-after': '5' },
};

type Credential =
  | { readonly kind: 'credential'; readonly value: string }
  /** For whoever sent it: names no part of a credential. */
  | { readonly kind: 'none'; readonly why: string };

/** The credential in an `Authorization` header. */
export function readCredential(header = ''): Credential {
  if (header === '') return { kind: 'none', why: 'the header Authorization is missing' };
  const [, value] = BEARER.exec(header) ?? [];
  if (value === undefined) return { kind: 'none', why: wrongForm(header) };
  return value.startsWith(API_KEY_PREFIX) ? { kind: 'none', why: IS_API_KEY } : { kind: 'credential', value };
}

const IS_API_KEY = `this is the API key of a webhook, for sending; this call takes a management token, ${MANAGEMENT_TOKEN_PREFIX}…`;

function wrongForm(header: string): string {
  const [, scheme] = OTHER_SCHEME.exec(header) ?? [];
  return scheme === undefined || scheme === 'Bearer'
    ? 'the header Authorization must be "Bearer", one space, and the token'
    : `the scheme must be "Bearer", not "${scheme}"`;
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
