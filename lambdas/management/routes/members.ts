import { z } from '@hono/zod-openapi';
import { roleIn } from '../../../core/directory/caller.ts';
import { changeRole, removeMember } from '../../../core/directory/members.ts';
import type { Member } from '../../../core/directory/person.ts';
import { listOf, listView, pageOf, pageQuery } from '../cursor.ts';
import type { Deps } from '../deps.ts';
import { Email, Id, OrganizationPath, RoleField, Time } from '../fields.ts';
import { failed, noContent, notFoundReply, refused, shown } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';

const MemberView = z.object({ id: Id, email: Email, role: RoleField, createdAt: Time }).meta({ id: 'Member' });

const MemberPath = OrganizationPath.extend({ memberId: Id });

const collection = '/organizations/{organizationId}/members';
const single = `${collection}/{memberId}`;

/** A member as everybody in the organisation sees them. */
function memberView({ id, email, role, createdAt }: Member) {
  return { id, email, role, createdAt };
}

const facts = { tag: 'Members' } as const;
const answer = { status: 200, schema: MemberView, etag: true } as const;

const list = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'get',
    path: collection,
    access: 'member',
    summary: 'List members, newest first',
    request: z.object({ params: OrganizationPath, query: z.strictObject(pageQuery('user')) }),
    answer: { status: 200, schema: listOf(MemberView) },
    handle: async ({ params, query }) =>
      shown(listView(await deps.store.listMembers(params.organizationId, pageOf(query)), memberView)),
  });

const read = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'get',
    path: single,
    access: 'member',
    summary: 'One member',
    request: z.object({ params: MemberPath }),
    answer,
    handle: async ({ params }) => {
      const member = await deps.store.readMember(params.organizationId, params.memberId);
      return member === undefined ? notFoundReply : shown(memberView(member), { version: member.version });
    },
  });

const patch = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'patch',
    path: single,
    access: 'owner',
    audit: 'member.changed',
    summary: 'Change the role of a member; the last owner stays one',
    guarded: true,
    request: z.object({ params: MemberPath, body: z.strictObject({ role: RoleField }) }),
    answer,
    handle: async ({ params, body }, { precondition, act }) => {
      const outcome = await changeRole(deps, { ...params, precondition, act }, body.role);
      if (outcome.kind !== 'done') return refused(outcome);
      return shown(memberView(outcome.value), { version: outcome.value.version });
    },
  });

const remove = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'delete',
    path: single,
    access: 'member',
    audit: 'member.removed',
    summary: 'Remove a member, which needs the role owner, or leave; the last owner stays',
    guarded: true,
    request: z.object({ params: MemberPath }),
    answer: { status: 204 },
    handle: async ({ params }, { caller, precondition, act }) => {
      const { organizationId, memberId } = params;
      const isAllowed = caller.user?.id === memberId || roleIn(caller, organizationId) === 'owner';
      if (!isAllowed) {
        // Everybody may see who is a member, so this reveals nothing new.
        const known = await deps.store.readMember(organizationId, memberId);
        return known === undefined ? notFoundReply : failed(403, 'This needs the role owner');
      }
      const outcome = await removeMember(deps, { ...params, precondition, act });
      return outcome.kind === 'done' ? noContent : refused(outcome);
    },
  });

/** Who belongs to an organisation. */
export function memberRoutes(deps: Deps): Route[] {
  return [list, read, patch, remove].map((route) => route(deps));
}
