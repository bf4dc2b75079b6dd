import { z } from '@hono/zod-openapi';
import type { Organization } from '../../../core/directory/organization.ts';
import { foundOrganization, updateOrganization } from '../../../core/directory/organizations.ts';
import { deleteOrganization } from '../../../core/directory/organization-deletion.ts';
import { monthlyLimit, monthOf } from '../../../core/directory/quota.ts';
import type { Deps } from '../deps.ts';
import { Id, Name, OrganizationPath, PlanField, RoleField } from '../fields.ts';
import { noContent, notFoundReply, refused, shown } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';

const Me = z
  .object({
    user: z.object({ id: Id, email: z.string() }).nullable(),
    organizations: z.array(z.object({ id: Id, name: Name, role: RoleField })),
  })
  .meta({ id: 'Me' });

const OrganizationView = z
  .object({
    id: Id,
    name: Name,
    plan: PlanField,
    extraPacks: z.int().meta({ description: 'Packs of 10,000 messages a month on top of the plan.' }),
    usage: z.object({
      month: z.string().meta({ description: 'The current month, UTC.', examples: ['2026-11'] }),
      count: z.int().meta({ description: 'Accepted sends; counted only where plans apply.' }),
      limit: z.int().nullable().meta({ description: 'null: there is no limit.' }),
    }),
  })
  .meta({ id: 'Organization' });

const NewOrganizationView = OrganizationView.extend({
  managementToken: z.string().optional().meta({ description: "An owner's token, shown this once." }),
}).meta({ id: 'NewOrganization' });

const NewOrganizationBody = z.strictObject({ name: Name });
const DeletionBody = z.strictObject({ confirm: z.string().meta({ description: 'The name of the organisation.' }) });
const OrganizationPatchBody = z.strictObject({
  name: Name.optional(),
  plan: PlanField.optional(),
  extraPacks: z.int().min(0).max(10_000).optional(),
});

async function organizationView(deps: Deps, organization: Organization) {
  const { id, name, plan, extraPacks } = organization;
  const month = monthOf(deps.now());
  const hasPlans = deps.billing === 'plans';
  const count = hasPlans ? await deps.store.readUsage(id, month) : 0;
  return { id, name, plan, extraPacks, usage: { month, count, limit: hasPlans ? monthlyLimit(organization) : null } };
}

const facts = { tag: 'Organizations' } as const;

const readCaller = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'get',
    path: '/me',
    access: 'signed-in',
    summary: 'Who the caller is, and where they may act',
    request: z.object({}),
    answer: { status: 200, schema: Me },
    handle: async (_, { caller }) => {
      const organizations = await Promise.all(
        caller.memberships.map(async ({ organizationId, role }) => {
          const organization = await deps.store.readOrganization(organizationId);
          return organization === undefined ? [] : [{ id: organizationId, name: organization.name, role }];
        }),
      );
      const { user } = caller;
      const shownUser = user === undefined ? null : { id: user.id, email: user.email };
      return shown({ user: shownUser, organizations: organizations.flat() });
    },
  });

const create = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'post',
    path: '/organizations',
    access: 'person-or-owner',
    audit: 'organization.created',
    summary: 'Create an organisation',
    limited: 'by-day',
    request: z.object({ body: NewOrganizationBody }),
    answer: { status: 201, schema: NewOrganizationView, etag: true },
    handle: async ({ body }, { caller, act }) => {
      const outcome = await foundOrganization(deps, { ...body, caller, act });
      if (outcome.kind !== 'done') return refused(outcome);
      const { organization, managementToken } = outcome.value;
      const view = { ...(await organizationView(deps, organization)), managementToken };
      return shown(view, { status: 201, version: organization.version });
    },
  });

const read = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'get',
    path: '/organizations/{organizationId}',
    access: 'member',
    summary: 'One organisation and what it used this month',
    request: z.object({ params: OrganizationPath }),
    answer: { status: 200, schema: OrganizationView, etag: true },
    handle: async ({ params }) => {
      const organization = await deps.store.readOrganization(params.organizationId);
      if (organization === undefined) return notFoundReply;
      return shown(await organizationView(deps, organization), { version: organization.version });
    },
  });

const patch = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'patch',
    path: '/organizations/{organizationId}',
    access: 'owner',
    audit: 'organization.changed',
    summary: 'Rename an organisation or change its plan',
    guarded: true,
    request: z.object({ params: OrganizationPath, body: OrganizationPatchBody }),
    answer: { status: 200, schema: OrganizationView, etag: true },
    handle: async ({ params, body }, { precondition, act }) => {
      const outcome = await updateOrganization(deps, { ...params, precondition, act }, body);
      if (outcome.kind !== 'done') return refused(outcome);
      return shown(await organizationView(deps, outcome.value), { version: outcome.value.version });
    },
  });

const remove = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'delete',
    path: '/organizations/{organizationId}',
    access: 'owner',
    audit: 'organization.deleted',
    summary: 'Delete an organisation with everything in it',
    guarded: true,
    request: z.object({ params: OrganizationPath, body: DeletionBody }),
    answer: { status: 204 },
    handle: async ({ params, body }, { precondition, act }) => {
      const outcome = await deleteOrganization(deps, { ...params, ...body, precondition, act });
      return outcome.kind === 'done' ? noContent : refused(outcome);
    },
  });

/** Who the caller is, and the organisations themselves. */
export function organizationRoutes(deps: Deps): Route[] {
  return [readCaller, create, read, patch, remove].map((route) => route(deps));
}
