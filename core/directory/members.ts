import { type Act, entryOf } from './audit.ts';
import { change, type Precondition } from './change.ts';
import { type FallenAccessPorts, removeFallenAccess } from './fallen-access.ts';
import { done, invalid, type ChangeResult, type Refusal } from './change-result.ts';
import type { Role } from './organization.ts';
import type { Member } from './person.ts';
import type { MemberStore } from './person-store.ts';

/** What changes of members need. */
export interface MemberPorts extends FallenAccessPorts {
  readonly store: FallenAccessPorts['store'] & Pick<MemberStore, 'readMember' | 'replaceMember' | 'removeMember'>;
}

/** Which member to change, and which version the caller knows. */
export interface MemberTarget {
  readonly organizationId: string;
  readonly memberId: string;
  readonly precondition?: Precondition | undefined;
  readonly act: Act;
}

const lastOwner: Refusal = invalid('', 'an organisation keeps its last owner; make somebody else an owner first');

/** Gives a member another role, from their next request on. What they gave to others falls to the same role. */
export async function changeRole(ports: MemberPorts, target: MemberTarget, role: Role): Promise<ChangeResult<Member>> {
  const outcome = await changeMember(ports, target, async (before) => {
    // What an earlier change that broke off has left must not come back with a higher role.
    await removeFallenFrom(ports, target, before.role);
    const after = { ...before, role, version: before.version + 1 };
    const { organizationId, memberId, act } = target;
    const entry = entryOf(ports, act, { organizationId, target: memberId, before, after });
    const result = await ports.store.replaceMember({ before, after, entry });
    if (result.kind === 'last-owner') return lastOwner;
    return result.kind === 'lost' ? result : done(after);
  });
  if (outcome.kind === 'done') await removeFallenFrom(ports, target, role);
  return outcome;
}

/** Takes a member out of the organisation, from their next request on, with the tokens and invitations they made. */
export async function removeMember(ports: MemberPorts, target: MemberTarget): Promise<ChangeResult<Member>> {
  const outcome = await changeMember(ports, target, async (member) => {
    const { organizationId, memberId, act } = target;
    const entry = entryOf(ports, act, { organizationId, target: memberId, before: member });
    const result = await ports.store.removeMember(member, entry);
    if (result.kind === 'last-owner') return lastOwner;
    return result.kind === 'lost' ? result : done(member);
  });
  if (outcome.kind === 'done') await removeFallenFrom(ports, target);
  return outcome;
}

function removeFallenFrom(ports: MemberPorts, target: MemberTarget, role?: Role): Promise<void> {
  const { organizationId, memberId, act } = target;
  return removeFallenAccess(ports, { organizationId, gone: { id: memberId, role }, act });
}

type Attempt = Parameters<typeof change<Member, Member>>[0]['attempt'];

function changeMember({ store, backoff }: MemberPorts, target: MemberTarget, attempt: Attempt) {
  const { organizationId, memberId, precondition } = target;
  return change({ backoff, precondition, read: () => store.readMember(organizationId, memberId), attempt });
}
