import { z } from '@hono/zod-openapi';
import { acceptInvitation, invite } from '../../../core/directory/invitations.ts';
import { makerOf } from '../../../core/directory/maker.ts';
import { withdrawInvitation } from '../../../core/directory/withdraw.ts';
import { notFound } from '../../../core/directory/change-result.ts';
import type { Invitation } from '../../../core/directory/person.ts';
import { unauthorized } from '../authorize.ts';
import { listOf, listView, pageOf, pageQuery } from '../cursor.ts';
import type { Deps } from '../deps.ts';
import { Email, Id, Name, OrganizationPath, RoleField, Time } from '../fields.ts';
import { failed, noContent, refused, shown } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';

const InvitationView = z
  .object({ id: Id, email: Email, role: RoleField, createdAt: Time, expiresAt: Time })
  .meta({ id: 'Invitation' });

const IssuedInvitationView = InvitationView.extend({
  token: z.string().meta({ description: 'The whole token, shown this once.' }),
  link: z.url().meta({ description: 'The page of the dashboard that accepts it. Holds the token.' }),
  emailed: z
    .boolean()
    .meta({ description: 'Whether the link was sent to the address; otherwise pass it on yourself.' }),
}).meta({ id: 'IssuedInvitation' });

const JoinedView = z.object({ id: Id, name: Name, role: RoleField }).meta({ id: 'JoinedOrganization' });

const InvitationPath = OrganizationPath.extend({ invitationId: Id });
const TokenPath = z.object({
  token: z.string().meta({ description: '`nri_` and 64 hexadecimal characters. Secret.' }),
});

const collection = '/organizations/{organizationId}/invitations';

/** An invitation without its token. */
function invitationView({ id, email, role, createdAt, expiresAt }: Invitation) {
  return { id, email, role, createdAt, expiresAt: new Date(expiresAt * 1000).toISOString() };
}

const facts = { tag: 'Members', access: 'owner' } as const;

const list = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'get',
    path: collection,
    summary: 'List open invitations, newest first',
    request: z.object({ params: OrganizationPath, query: z.strictObject(pageQuery('invitation')) }),
    answer: { status: 200, schema: listOf(InvitationView) },
    handle: async ({ params, query }) => {
      const page = await deps.store.listInvitations(params.organizationId, pageOf(query));
      const open = page.items.filter(({ expiresAt }) => expiresAt * 1000 > deps.now());
      return shown(listView({ ...page, items: open }, invitationView));
    },
  });

const create = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'post',
    path: collection,
    audit: 'invitation.created',
    summary: 'Invite somebody by a link, for seven days',
    limited: 'by-day',
    request: z.object({ params: OrganizationPath, body: z.strictObject({ email: Email, role: RoleField }) }),
    answer: { status: 201, schema: IssuedInvitationView },
    handle: async ({ params, body }, { caller, act }) => {
      const outcome = await invite(deps, { ...params, ...body, act }, makerOf(caller));
      if (outcome.kind !== 'done') return refused(outcome);
      const { invitation, token } = outcome.value;
      const link = `${deps.publicBaseUrl}/invitations/${token}`;
      const emailed = await mailInvitation(deps, invitation, link);
      return shown({ ...invitationView(invitation), token, link, emailed }, { status: 201 });
    },
  });

/** Whether the invitation was taken for sending; it is good without, too. */
async function mailInvitation(deps: Deps, invitation: Invitation, link: string): Promise<boolean> {
  const { id: invitationId, organizationId, email: to, role, createdAt } = invitation;
  const organization = await deps.store.readOrganization(organizationId);
  const organizationName = organization?.name ?? '';
  const { kind } = await deps.invite({ invitationId, organizationId, organizationName, to, role, link, createdAt });
  return kind === 'delivered';
}

const remove = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'delete',
    path: `${collection}/{invitationId}`,
    audit: 'invitation.deleted',
    summary: 'Take an invitation back',
    request: z.object({ params: InvitationPath }),
    answer: { status: 204 },
    handle: async ({ params }, { act }) => {
      const { organizationId, invitationId: id } = params;
      const outcome = await withdrawInvitation(deps, { organizationId, id, act });
      return outcome.kind === 'done' ? noContent : refused(outcome);
    },
  });

const accept = (deps: Deps) =>
  defineRoute({
    tag: 'Members',
    access: 'person',
    method: 'post',
    path: '/invitations/{token}/accept',
    audit: 'member.joined',
    summary: 'Join an organisation; only the invited person can',
    request: z.object({ params: TokenPath }),
    answer: { status: 200, schema: JoinedView },
    handle: async ({ params }, { caller, act }) => {
      if (caller.user === undefined) return unauthorized();
      const outcome = await acceptInvitation(deps, { ...params, user: caller.user, act });
      if (outcome.kind === 'not-invited') return failed(403, 'The invitation is for another email address');
      if (outcome.kind !== 'done') return refused(outcome);
      const { organizationId, role } = outcome.value;
      const organization = await deps.store.readOrganization(organizationId);
      return organization === undefined
        ? refused(notFound)
        : shown({ id: organizationId, name: organization.name, role });
    },
  });

/** Offers to join an organisation. */
export function invitationRoutes(deps: Deps): Route[] {
  return [list, create, remove, accept].map((route) => route(deps));
}
