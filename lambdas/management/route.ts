import type * as z from 'zod';
import { type Act, actorOf } from '../../core/directory/audit.ts';
import type { AuditAction } from '../../core/directory/audit-entry.ts';
import type { Caller } from '../../core/directory/caller.ts';
import type { Precondition } from '../../core/directory/change.ts';
import type { Role } from '../../core/directory/organization.ts';
import type { Issue } from '../../core/words/issue.ts';
import { issuesOf } from '../../core/words/issues-of.ts';
import { schemaWords } from '../../core/words/schema-words.ts';
import { failed, type Reply } from './reply.ts';

/**
 * Who may call a route: a role in the organisation of the path, or any person, or a person or an owner's token, or
 * anybody whose credential is good.
 */
export type Access = Role | 'person' | 'person-or-owner' | 'signed-in';

interface RouteFacts {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below the base of the API, as OpenAPI writes it: `/organizations/{organizationId}`. */
  readonly path: string;
  readonly access: Access;
  readonly tag: string;
  readonly summary: string;
  /**
   * What success looks like; without a schema it has no body. `etag`: the answer is a single resource. `yaml`: what a
   * caller gets who asks for `application/yaml`.
   */
  readonly answer: {
    readonly status: number;
    readonly schema?: z.ZodType;
    readonly etag?: boolean;
    readonly yaml?: z.ZodType;
  };
  /** The route changes a resource that `If-Match` can guard. */
  readonly guarded?: boolean;
  /** What 409 is answered with, because the thing has ended. */
  readonly over?: z.ZodType;
  /** When the call is answered 409, other than by `If-Match`. */
  readonly conflict?: string;
  /** The plan may refuse the call, or the day's limit may. */
  readonly limited?: 'by-plan' | 'by-day';
}

/** What a handler knows besides the request itself. */
interface RouteContext {
  readonly caller: Caller;
  readonly precondition: Precondition | undefined;
  /** Whether the caller asks for YAML. */
  readonly wantsYaml: boolean;
}

/** What the handler of a change knows, to pass on to the use case, which writes it into the audit log. */
interface ChangeContext extends RouteContext {
  readonly act: Act;
}

type Handle<R extends z.ZodObject, C> = (request: z.output<R>, context: C) => Promise<Reply>;

/** A route that changes something names the change for the audit log; use cases make no change without that name. */
type RouteDeclaration<R extends z.ZodObject> = RouteFacts & {
  /** `params`, `query` and `body`, each as far as the route has one. */
  readonly request: R;
} & (
    | { readonly audit: AuditAction; readonly handle: Handle<R, ChangeContext> }
    | { readonly audit?: never; readonly handle: Handle<R, RouteContext> }
  );

/** A request that is not checked yet; `body` is parsed JSON. */
interface RawRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Where a request came from, and who makes it. */
interface CallContext extends RouteContext {
  readonly ip: string;
}

/** One call of the API: its description, for the document, and its handler. */
export interface Route extends RouteFacts {
  /** The audit log's name for the change; absent: the route changes nothing. */
  readonly audit?: AuditAction;
  readonly request: z.ZodObject;
  readonly run: (request: RawRequest, context: CallContext) => Promise<Reply>;
}

/** Declares a call once: its schemas check requests, describe it in the OpenAPI document and type its handler. */
export function defineRoute<R extends z.ZodObject>(route: RouteDeclaration<R>): Route {
  const { handle: _, ...facts } = route;
  return {
    ...facts,
    async run(raw, { ip, ...context }) {
      const checked = route.request.safeParse(raw, { error: schemaWords });
      if (!checked.success) return failed(400, 'Invalid request', withoutPart(issuesOf(checked.error.issues)));
      if (route.audit === undefined) return route.handle(checked.data, context);
      const act = { action: route.audit, actor: actorOf(context.caller), ip };
      return route.handle(checked.data, { ...context, act });
    },
  };
}

/** A person thinks of the field, not of the part of the request that holds it. */
function withoutPart(issues: readonly Issue[]): Issue[] {
  return issues.map(({ path, message }) => ({ path: path.replace(/^(?:params|query|body)\.?/, ''), message }));
}
