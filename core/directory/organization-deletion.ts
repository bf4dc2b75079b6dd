import { type Act, entryOf, stepOf } from './audit.ts';
import type { AuditAction } from './audit-entry.ts';
import { change, lost, type Precondition } from './change.ts';
import { deleteChannel, type ChannelDeletionPorts } from './delete-channel.ts';
import { drain } from './drain.ts';
import type { FallenAccessPorts } from './fallen-access.ts';
import { done, invalid, type ChangeResult } from './change-result.ts';
import type { Organization } from './organization.ts';
import type { OrganizationStore } from './organization-store.ts';
import type { Member } from './person.ts';
import type { MemberStore } from './person-store.ts';
import { liftSuppression, type SuppressionPorts, type SuppressionStore } from './suppression.ts';
import { deleteWebhook } from './webhooks.ts';
import { withdrawInvitation, withdrawToken } from './withdraw.ts';

/** What deleting an organisation needs: everything in it goes. */
export interface OrganizationDeletionPorts extends ChannelDeletionPorts {
  readonly figures: {
    /** Removes everything that was counted of an organisation. */
    eraseFigures(organizationId: string): Promise<void>;
  };
  readonly store: ChannelDeletionPorts['store'] &
    Pick<OrganizationStore, 'readOrganization' | 'removeOrganization'> &
    FallenAccessPorts['store'] &
    Pick<MemberStore, 'listMembers' | 'readMember' | 'eraseMember'> &
    SuppressionPorts['store'] &
    Pick<SuppressionStore, 'listSuppressions'>;
}

interface Target {
  readonly organizationId: string;
  readonly precondition?: Precondition | undefined;
  /** The name, typed once more. */
  readonly confirm: string;
  readonly act: Act;
}

/** Each step is a change of its own, with an entry that says why. */
const step = ({ act }: Target, action: AuditAction) => stepOf(act, action, 'the organisation is deleted');

/**
 * Deletes an organisation with its webhooks, channels, streams, suppressed addresses, figures, invitations, tokens and
 * members.
 * Sending stops first and access ends last, so that a deletion that breaks off can be repeated. Its messages belong to
 * nobody then, and expire; so does its audit log, which says who did this.
 */
export function deleteOrganization(
  ports: OrganizationDeletionPorts,
  target: Target,
): Promise<ChangeResult<Organization>> {
  const { store, backoff } = ports;
  const { organizationId, precondition } = target;
  return change<Organization, Organization>({
    backoff,
    precondition,
    read: () => store.readOrganization(organizationId),
    attempt: async (organization) => {
      if (target.confirm !== organization.name) return invalid('confirm', 'must be the name of the organisation');
      if (!(await removeContents(ports, target))) return { kind: 'busy' };
      if (!(await removeAccess(ports, target))) return { kind: 'busy' };
      // What requests that were under way have made meanwhile.
      if (!(await removeContents(ports, target))) return { kind: 'busy' };
      await ports.figures.eraseFigures(organizationId);
      const entry = entryOf(ports, target.act, { organizationId, target: organizationId, before: organization });
      const result = await store.removeOrganization(organization, entry);
      return result.kind === 'lost' ? lost : done(organization);
    },
  });
}

/** Whether nothing that takes or delivers notifications is left, and no address that must get none. */
async function removeContents(ports: OrganizationDeletionPorts, target: Target): Promise<boolean> {
  const { store } = ports;
  const { organizationId } = target;
  const kinds: string[] = [];
  // Its alerts belong to nobody then, and expire like its messages.
  const quietPorts = { ...ports, endAlerts: async () => {} };
  await drain(
    (page) => store.listWebhooks(organizationId, page),
    async ({ id: webhookId }) => {
      const act = step(target, 'webhook.deleted');
      kinds.push((await deleteWebhook(quietPorts, { organizationId, webhookId, act })).kind);
    },
  );
  await drain(
    (page) => store.listChannels(organizationId, page),
    async ({ id: channelId }) => {
      const act = step(target, 'channel.deleted');
      kinds.push((await deleteChannel(ports, { organizationId, channelId, act })).kind);
    },
  );
  await drain(
    (page) => store.listSuppressions(organizationId, page),
    async ({ id: suppressionId }) => {
      const act = step(target, 'suppression.deleted');
      kinds.push((await liftSuppression(ports, { organizationId, suppressionId, act })).kind);
    },
  );
  return !kinds.includes('busy');
}

/** Whether nobody and nothing may act in it any more. */
async function removeAccess(ports: OrganizationDeletionPorts, target: Target): Promise<boolean> {
  const { store } = ports;
  const { organizationId } = target;
  const kinds: string[] = [];
  await drain(
    (page) => store.listInvitations(organizationId, page),
    async ({ id }) => {
      const act = step(target, 'invitation.deleted');
      kinds.push((await withdrawInvitation(ports, { organizationId, id, act })).kind);
    },
  );
  await drain(
    (page) => store.listTokens(organizationId, page),
    async ({ id }) => {
      const act = step(target, 'token.deleted');
      kinds.push((await withdrawToken(ports, { organizationId, id, act })).kind);
    },
  );
  // Somebody must still be a member to repeat the deletion.
  if (kinds.includes('busy')) return false;
  await drain(
    (page) => store.listMembers(organizationId, page),
    async ({ id }) => {
      kinds.push((await eraseMember(ports, target, id)).kind);
    },
  );
  return !kinds.includes('busy');
}

function eraseMember(
  ports: OrganizationDeletionPorts,
  target: Target,
  memberId: string,
): Promise<ChangeResult<undefined>> {
  const { store, backoff } = ports;
  const { organizationId } = target;
  return change<Member, undefined>({
    backoff,
    read: () => store.readMember(organizationId, memberId),
    attempt: async (before) => {
      const act = step(target, 'member.removed');
      const result = await store.eraseMember(before, entryOf(ports, act, { organizationId, target: memberId, before }));
      return result.kind === 'lost' ? lost : done(undefined);
    },
  });
}
