import { change, lost, type Precondition } from './change.ts';
import { deleteChannel, type ChannelDeletionPorts } from './channels.ts';
import { drain } from './drain.ts';
import { done, invalid, type Outcome } from './outcome.ts';
import type { Organization } from './organization.ts';
import type { OrganizationStore, TokenStore } from './organization-store.ts';
import type { InvitationStore, MemberStore } from './person-store.ts';
import type { SuppressionStore } from './suppression.ts';
import { deleteWebhook } from './webhooks.ts';

/** What deleting an organisation needs: everything in it goes. */
export interface OrganizationDeletionPorts extends ChannelDeletionPorts {
  readonly store: ChannelDeletionPorts['store'] &
    Pick<OrganizationStore, 'readOrganization' | 'removeOrganization'> &
    TokenStore &
    Pick<MemberStore, 'listMembers' | 'eraseMember'> &
    Pick<InvitationStore, 'listInvitations' | 'removeInvitation'> &
    Pick<SuppressionStore, 'listSuppressions' | 'removeSuppression'>;
}

interface Target {
  readonly organizationId: string;
  readonly precondition?: Precondition | undefined;
  /** The name, typed once more. */
  readonly confirm: string;
}

/**
 * Deletes an organisation with its webhooks, channels, streams, suppressed addresses, invitations, tokens and members.
 * Sending stops first and access ends last, so that a deletion that breaks off can be repeated. Its messages belong to
 * nobody then, and expire; so does its audit log, which says who did this.
 */
export function deleteOrganization(ports: OrganizationDeletionPorts, target: Target): Promise<Outcome<Organization>> {
  const { store, backoff } = ports;
  const { organizationId, precondition } = target;
  return change<Organization, Organization>({
    backoff,
    precondition,
    read: () => store.readOrganization(organizationId),
    attempt: async (organization) => {
      if (target.confirm !== organization.name) return invalid('confirm', 'must be the name of the organisation');
      if (!(await removeContents(ports, organizationId))) return { kind: 'busy' };
      await removeSuppressions(ports, organizationId);
      await removeAccess(ports, organizationId);
      // What requests that were under way have made meanwhile.
      if (!(await removeContents(ports, organizationId))) return { kind: 'busy' };
      const result = await store.removeOrganization(organization);
      return result.kind === 'lost' ? lost : done(organization);
    },
  });
}

/** Whether nothing that takes or delivers notifications is left. */
async function removeContents(ports: OrganizationDeletionPorts, organizationId: string): Promise<boolean> {
  const { store } = ports;
  const kinds: string[] = [];
  await drain(
    (page) => store.listWebhooks(organizationId, page),
    async ({ id: webhookId }) => {
      kinds.push((await deleteWebhook(ports, { organizationId, webhookId })).kind);
    },
  );
  await drain(
    (page) => store.listChannels(organizationId, page),
    async ({ id: channelId }) => {
      kinds.push((await deleteChannel(ports, { organizationId, channelId })).kind);
    },
  );
  return !kinds.includes('busy');
}

/** People's addresses: nothing is sent any more, so nothing needs to know them. */
async function removeSuppressions({ store }: OrganizationDeletionPorts, organizationId: string): Promise<void> {
  await drain(
    (page) => store.listSuppressions(organizationId, page),
    async ({ id }) => {
      await store.removeSuppression(organizationId, id);
    },
  );
}

async function removeAccess({ store }: OrganizationDeletionPorts, organizationId: string): Promise<void> {
  await drain(
    (page) => store.listInvitations(organizationId, page),
    async ({ id }) => {
      await store.removeInvitation(organizationId, id);
    },
  );
  await drain(
    (page) => store.listTokens(organizationId, page),
    async ({ id }) => {
      await store.removeToken(organizationId, id);
    },
  );
  await drain(
    (page) => store.listMembers(organizationId, page),
    (member) => store.eraseMember(member),
  );
}
