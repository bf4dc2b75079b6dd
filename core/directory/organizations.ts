import { type Act, entryOf, type EntryPorts, stepOf } from './audit.ts';
import type { Caller } from './caller.ts';
import { type CollisionPause, change, type Precondition } from './change.ts';
import { type DailyLimitPorts, takeDaily } from './daily-limit.ts';
import { type Generators, timestamp } from './generators.ts';
import { idOf } from '../message/ids.ts';
import { newMember } from './invitations.ts';
import { makerOf } from './maker.ts';
import { done, invalid, type ChangeResult } from './change-result.ts';
import type { Organization, Plan } from './organization.ts';
import type { OrganizationStore, UsageStore } from './organization-store.ts';
import type { User } from './person.ts';
import { monthlyLimit, monthOf } from './quota.ts';
import { issueToken, type TokenPorts } from './tokens.ts';

export interface NewOrganization {
  readonly name: string;
  /** A person who is its first owner. */
  readonly owner?: User | undefined;
  /** Other organisations whose audit log tells of it: those that a token comes from. */
  readonly alsoNotedIn?: readonly string[];
  readonly act: Act;
}

/** Creates an organisation on the free plan. */
export async function createOrganization(
  ports: Generators & { readonly store: Pick<OrganizationStore, 'insertOrganization'> },
  { name, owner, alsoNotedIn = [], act }: NewOrganization,
): Promise<Organization> {
  const organization: Organization = {
    id: idOf('organization', ports.newUlid()),
    name,
    plan: 'free',
    extraPacks: 0,
    createdAt: timestamp(ports),
    version: 1,
  };
  const organizationId = organization.id;
  const member = owner === undefined ? undefined : newMember(ports, { organizationId, user: owner, role: 'owner' });
  const noteIn = (place: string) =>
    entryOf(ports, act, { organizationId: place, target: organizationId, after: organization });
  const entries = [noteIn(organizationId), ...alsoNotedIn.map(noteIn)] as const;
  await ports.store.insertOrganization({ organization, owner: member, entries });
  return organization;
}

/** What creating an organisation on somebody's behalf needs. */
export interface FoundingPorts extends TokenPorts, DailyLimitPorts {
  readonly store: Pick<OrganizationStore, 'insertOrganization'> & TokenPorts['store'];
}

/** A new organisation; `managementToken` is its first owner's, where no person is one. A secret, shown this once. */
export interface FoundedOrganization {
  readonly organization: Organization;
  readonly managementToken?: string;
}

/**
 * Creates an organisation for a person, who becomes its owner, or for a management token. What the token gets is the
 * first owner of the new organisation and stands for itself there, as a person would: an organisation keeps its owner.
 * It still counts as the same actor.
 */
export async function foundOrganization(
  ports: FoundingPorts,
  { name, caller, act }: { readonly name: string; readonly caller: Caller; readonly act: Act },
): Promise<ChangeResult<FoundedOrganization>> {
  const { actor, root } = makerOf(caller);
  const refusal = await takeDaily(ports, 'organisations', root);
  if (refusal !== undefined) return refusal;
  const { user: owner } = caller;
  if (owner !== undefined) return done({ organization: await createOrganization(ports, { name, owner, act }) });
  const alsoNotedIn = caller.memberships.map(({ organizationId }) => organizationId);
  const organization = await createOrganization(ports, { name, alsoNotedIn, act });
  const step = stepOf(act, 'token.created', 'the first owner of the organisation');
  const wanted = { organizationId: organization.id, name: 'Owner', role: 'owner', act: step } as const;
  const { secret } = await issueToken(ports, wanted, { actor, lineage: [], root });
  return done({ organization, managementToken: secret });
}

/** What changes of organisations need. */
export interface OrganizationPorts extends EntryPorts {
  readonly store: OrganizationStore & Pick<UsageStore, 'changeLimit'>;
  readonly backoff: CollisionPause;
}

export interface OrganizationPatch {
  readonly name?: string | undefined;
  readonly plan?: Plan | undefined;
  readonly extraPacks?: number | undefined;
}

/** Renames an organisation or changes its plan; a new quota counts for the current month at once. */
export async function updateOrganization(
  ports: OrganizationPorts,
  target: { readonly organizationId: string; readonly precondition?: Precondition | undefined; readonly act: Act },
  patch: OrganizationPatch,
): Promise<ChangeResult<Organization>> {
  const { store, backoff } = ports;
  const outcome = await change<Organization, Organization>({
    backoff,
    precondition: target.precondition,
    read: () => store.readOrganization(target.organizationId),
    attempt: async (before) => {
      const plan = patch.plan ?? before.plan;
      const extraPacks = patch.extraPacks ?? before.extraPacks;
      if (plan === 'free' && extraPacks > 0) return invalid('extraPacks', 'the free plan has no extra packs; send 0');
      const after = { ...before, name: patch.name ?? before.name, plan, extraPacks, version: before.version + 1 };
      const { id } = before;
      const entry = entryOf(ports, target.act, { organizationId: id, target: id, before, after });
      const result = await store.replaceOrganization({ before, after, entry });
      return result.kind === 'lost' ? result : done(after);
    },
  });
  if (outcome.kind === 'done' && (patch.plan !== undefined || patch.extraPacks !== undefined)) {
    const { id, plan } = outcome.value;
    await store.changeLimit(id, monthOf(ports.now()), { limit: monthlyLimit(outcome.value), plan });
  }
  return outcome;
}
