import { type Backoff, change, type Precondition } from './change.ts';
import { done, invalid, type Outcome, type Refusal } from './outcome.ts';
import type { Role } from './organization.ts';
import type { Member } from './person.ts';
import type { MemberStore } from './person-store.ts';

/** What changes of members need. */
export interface MemberPorts {
  readonly store: Pick<MemberStore, 'readMember' | 'replaceMember' | 'removeMember'>;
  readonly backoff: Backoff;
}

/** Which member to change, and which version the caller knows. */
export interface MemberTarget {
  readonly organizationId: string;
  readonly memberId: string;
  readonly precondition?: Precondition | undefined;
}

const lastOwner: Refusal = invalid('', 'an organisation keeps its last owner; make somebody else an owner first');

/** Gives a member another role, from their next request on. */
export function changeRole(ports: MemberPorts, target: MemberTarget, role: Role): Promise<Outcome<Member>> {
  return changeMember(ports, target, async (before) => {
    const after = { ...before, role, version: before.version + 1 };
    const result = await ports.store.replaceMember(before, after);
    if (result.kind === 'last-owner') return lastOwner;
    return result.kind === 'lost' ? result : done(after);
  });
}

/** Takes a member out of the organisation, from their next request on. */
export function removeMember(ports: MemberPorts, target: MemberTarget): Promise<Outcome<Member>> {
  return changeMember(ports, target, async (member) => {
    const result = await ports.store.removeMember(member);
    if (result.kind === 'last-owner') return lastOwner;
    return result.kind === 'lost' ? result : done(member);
  });
}

type Attempt = Parameters<typeof change<Member, Member>>[0]['attempt'];

function changeMember({ store, backoff }: MemberPorts, target: MemberTarget, attempt: Attempt) {
  const { organizationId, memberId, precondition } = target;
  return change({ backoff, precondition, read: () => store.readMember(organizationId, memberId), attempt });
}
