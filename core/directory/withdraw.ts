import { type Act, entryOf, type EntryPorts } from './audit.ts';
import { invitationFacts, tokenFacts } from './audit-views.ts';
import { type CollisionPause, lost, untilWon } from './change.ts';
import { done, type ChangeResult } from './change-result.ts';
import type { TokenStore } from './organization-store.ts';
import type { Invitation } from './person.ts';
import type { InvitationStore } from './person-store.ts';
import type { Token } from './token.ts';

/** What taking back a token or an invitation needs. */
export interface WithdrawPorts extends EntryPorts {
  readonly store: Pick<TokenStore, 'readToken' | 'removeToken'> &
    Pick<InvitationStore, 'readInvitation' | 'removeInvitation'>;
  readonly backoff: CollisionPause;
}

interface Target {
  readonly organizationId: string;
  readonly id: string;
  readonly act: Act;
}

/** Removes a management token: it is refused from the next request on. */
export function withdrawToken(
  ports: WithdrawPorts,
  { organizationId, id, act }: Target,
): Promise<ChangeResult<undefined>> {
  return untilWon<Token, undefined>({
    backoff: ports.backoff,
    read: () => ports.store.readToken(organizationId, id),
    attempt: async (token) => {
      const entry = entryOf(ports, act, { organizationId, target: id, before: tokenFacts(token) });
      const result = await ports.store.removeToken(token, entry);
      return result.kind === 'lost' ? lost : done(undefined);
    },
  });
}

/** Removes an invitation: its link lets nobody in any more. */
export function withdrawInvitation(
  ports: WithdrawPorts,
  { organizationId, id, act }: Target,
): Promise<ChangeResult<undefined>> {
  return untilWon<Invitation, undefined>({
    backoff: ports.backoff,
    read: () => ports.store.readInvitation(organizationId, id),
    attempt: async (invitation) => {
      const entry = entryOf(ports, act, { organizationId, target: id, before: invitationFacts(invitation) });
      const result = await ports.store.removeInvitation(invitation, entry);
      return result.kind === 'lost' ? lost : done(undefined);
    },
  });
}
