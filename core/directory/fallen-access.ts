import { type Act, stepOf } from './audit.ts';
import { drain } from './drain.ts';
import { fallsWith, type FallenMaker } from './maker.ts';
import type { ChangeResult } from './change-result.ts';
import type { TokenStore } from './organization-store.ts';
import type { InvitationStore } from './person-store.ts';
import { withdrawInvitation, type WithdrawPorts, withdrawToken } from './withdraw.ts';

/** What clearing away needs. */
export interface FallenAccessPorts extends WithdrawPorts {
  readonly store: WithdrawPorts['store'] & Pick<TokenStore, 'listTokens'> & Pick<InvitationStore, 'listInvitations'>;
}

interface Target {
  readonly organizationId: string;
  readonly gone: FallenMaker;
  /** What it falls with. */
  readonly act: Act;
}

const reason = 'whoever made it was removed, or has a lower role now';

/**
 * Removes the tokens and invitations that fell with somebody. They prove nothing already (`isUpheld`); removed, they
 * do not come back with the person either.
 */
export async function removeFallenAccess(ports: FallenAccessPorts, target: Target): Promise<void> {
  const { store } = ports;
  const { organizationId, gone, act } = target;
  await drain(
    (page) => store.listTokens(organizationId, page),
    async (token) => {
      if (!fallsWith(token, gone)) return;
      const step = stepOf(act, 'token.deleted', reason);
      expectGone(await withdrawToken(ports, { organizationId, id: token.id, act: step }));
    },
  );
  await drain(
    (page) => store.listInvitations(organizationId, page),
    async (invitation) => {
      if (!fallsWith(invitation, gone)) return;
      const step = stepOf(act, 'invitation.deleted', reason);
      expectGone(await withdrawInvitation(ports, { organizationId, id: invitation.id, act: step }));
    },
  );
}

/** Another call may have removed some already. The rest must go: it would come back with the person. */
function expectGone({ kind }: ChangeResult<undefined>): void {
  if (kind !== 'done' && kind !== 'not-found') throw new Error(`What fell with somebody was not removed: ${kind}.`);
}
