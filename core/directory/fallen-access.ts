import { AUDIT_LIFETIME_SECONDS, type AuditEntry } from './audit-entry.ts';
import type { AuditStore } from './audit.ts';
import { drain } from './drain.ts';
import { type Generators, timestamp } from './generators.ts';
import { fallsWith, type Gone } from './maker.ts';
import type { TokenStore } from './organization-store.ts';
import type { InvitationStore } from './person-store.ts';

/** What clearing away needs. */
export interface FallenAccessPorts extends Pick<Generators, 'now' | 'newUlid'> {
  readonly store: Pick<TokenStore, 'listTokens' | 'removeToken'> &
    Pick<InvitationStore, 'listInvitations' | 'removeInvitation'> &
    Pick<AuditStore, 'appendAudit'>;
}

interface Target {
  readonly organizationId: string;
  readonly gone: Gone;
}

/**
 * Removes the tokens and invitations that fell with somebody. They prove nothing already (`isUpheld`); removed, they
 * do not come back with the person either.
 */
export async function removeFallenAccess(ports: FallenAccessPorts, { organizationId, gone }: Target): Promise<void> {
  const { store } = ports;
  await drain(
    (page) => store.listTokens(organizationId, page),
    async (token) => {
      if (!fallsWith(token, gone) || !(await store.removeToken(organizationId, token.id))) return;
      await note(ports, organizationId, {
        action: 'token.deleted',
        target: token.id,
        before: { name: token.name, role: token.role },
      });
    },
  );
  await drain(
    (page) => store.listInvitations(organizationId, page),
    async (invitation) => {
      if (!fallsWith(invitation, gone) || !(await store.removeInvitation(organizationId, invitation.id))) return;
      await note(ports, organizationId, {
        action: 'invitation.deleted',
        target: invitation.id,
        before: { email: invitation.email, role: invitation.role },
      });
    },
  );
}

function note(
  ports: FallenAccessPorts,
  organizationId: string,
  what: Pick<AuditEntry, 'action' | 'target' | 'before'>,
): Promise<void> {
  return ports.store.appendAudit({
    id: ports.newUlid(),
    organizationId,
    at: timestamp(ports),
    actor: { type: 'system' },
    ...what,
    reason: 'whoever made it was removed, or has a lower role now',
    expiresAt: Math.floor(ports.now() / 1000) + AUDIT_LIFETIME_SECONDS,
  });
}
