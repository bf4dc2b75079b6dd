import { z } from '@hono/zod-openapi';
import { makerOf } from '../../../core/directory/maker.ts';
import type { Token } from '../../../core/directory/token.ts';
import { createToken, deleteToken } from '../../../core/directory/tokens.ts';
import { listOf, listView, pageOf, pageQuery } from '../cursor.ts';
import type { Deps } from '../deps.ts';
import { Id, Name, OrganizationPath, RoleField, Time } from '../fields.ts';
import { noContent, refused, shown } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';
import { ActorView, actorView } from './actor-view.ts';

const TokenView = z
  .object({
    id: Id,
    name: Name,
    role: RoleField,
    prefix: z.string().meta({ description: 'The first 12 characters of the token.' }),
    createdAt: Time,
    createdBy: ActorView.nullable().meta({
      description: 'Who made it, and with whose removal it ends; null: made before this was noted.',
    }),
    expiresAt: Time.nullable().meta({ description: 'When it ends by itself; null: never.' }),
    lastUsedAt: Time.nullable().meta({ description: 'To the hour; null: never.' }),
  })
  .meta({ id: 'Token' });

const IssuedTokenView = TokenView.extend({
  token: z.string().meta({ description: 'The whole token, shown this once.' }),
}).meta({ id: 'IssuedToken' });

const NewTokenBody = z.strictObject({
  name: Name,
  role: RoleField,
  expiresAt: Time.optional().meta({ description: 'When it ends by itself, in the future. Never when left out.' }),
});
const TokenPath = OrganizationPath.extend({ tokenId: Id });

const collection = '/organizations/{organizationId}/tokens';

/** A token without its secret. */
function tokenView({ id, name, role, prefix, createdAt, maker, expiresAt, lastUsedAt }: Token) {
  return {
    id,
    name,
    role,
    prefix,
    createdAt,
    createdBy: maker === undefined ? null : actorView(maker),
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt * 1000).toISOString(),
    lastUsedAt: lastUsedAt ?? null,
  };
}

const facts = { tag: 'Tokens', access: 'owner' } as const;

const list = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'get',
    path: collection,
    summary: 'List management tokens, newest first',
    request: z.object({ params: OrganizationPath, query: z.strictObject(pageQuery('token')) }),
    answer: { status: 200, schema: listOf(TokenView) },
    handle: async ({ params, query }) => {
      const page = await deps.store.listTokens(params.organizationId, pageOf(query));
      const items = page.items.filter(({ expiresAt = Infinity }) => expiresAt * 1000 > deps.now());
      return shown(listView({ ...page, items }, tokenView));
    },
  });

const create = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'post',
    path: collection,
    audit: 'token.created',
    summary: 'Issue a management token; it ends with the membership or the role of its maker',
    request: z.object({ params: OrganizationPath, body: NewTokenBody }),
    answer: { status: 201, schema: IssuedTokenView },
    handle: async ({ params, body }, { caller, act }) => {
      const expiresAt = body.expiresAt === undefined ? undefined : Math.floor(Date.parse(body.expiresAt) / 1000);
      const outcome = await createToken(deps, { ...params, ...body, expiresAt, act }, makerOf(caller));
      if (outcome.kind !== 'done') return refused(outcome);
      const { token, secret } = outcome.value;
      return shown({ ...tokenView(token), token: secret }, { status: 201 });
    },
  });

const remove = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'delete',
    path: `${collection}/{tokenId}`,
    audit: 'token.deleted',
    summary: 'Revoke a management token, and all that it made, at once',
    request: z.object({ params: TokenPath }),
    answer: { status: 204 },
    handle: async ({ params }, { act }) => {
      const outcome = await deleteToken(deps, { ...params, act });
      return outcome.kind === 'done' ? noContent : refused(outcome);
    },
  });

/** Management tokens. */
export function tokenRoutes(deps: Deps): Route[] {
  return [list, create, remove].map((route) => route(deps));
}
