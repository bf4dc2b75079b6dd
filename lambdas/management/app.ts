import { type Context, Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { forbidden, identify, unauthorized } from './authorize.ts';
import type { Deps } from './deps.ts';
import { API_BASE, describeApi } from './description.ts';
import { readIfMatch } from './if-match.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { failed, notFoundReply, type Reply } from './reply.ts';
import type { Route } from './route.ts';
import { createRoutes } from './routes.ts';

/** What the stream path answers when requests for it reach this function (specification 7.2). */
const streamUnavailable = new Response('The stream service is not reached on this path.\n', {
  status: 503,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '60' },
});

/** The management API as one application: every call in front of its use case, and one shape for every error. */
export function createApp(deps: Deps): Hono {
  const routes = createRoutes(deps);
  const allows = createRateLimit(() => deps.now());
  let document: string | undefined;
  const app = new Hono();
  app.use(secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } }));
  app.use(async (context, next) => {
    await next();
    context.header('cache-control', 'no-store');
  });
  app.get('/api/health', () => respond({ status: 200, text: '{"status":"ok"}' }));
  app.all('/api/stream/*', () => streamUnavailable.clone());
  app.get(`${API_BASE}/openapi.json`, () => {
    document ??= JSON.stringify(describeApi(routes, deps.publicBaseUrl));
    return respond({ status: 200, text: document });
  });
  for (const route of routes) {
    const path = API_BASE + route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.on(route.method.toUpperCase(), path, async (context) =>
      respond(await answer(context, { route, deps, allows })),
    );
  }
  app.notFound(() => respond(notFoundReply));
  app.onError((error, context) => {
    deps.log({
      event: 'management.failed',
      method: context.req.method,
      route: routePattern(context),
      ...errorFacts(error),
    });
    return respond(failed(500, 'Internal error'));
  });
  return app;
}

interface Answering {
  readonly route: Route;
  readonly deps: Deps;
  readonly allows: RateLimit;
}

async function answer({ req }: Context, { route, deps, allows }: Answering): Promise<Reply> {
  const caller = await identify(req.header('authorization'), deps.authenticators);
  if (caller === undefined) return unauthorized;
  if (!allows(caller.id)) return { ...failed(429, 'Too many requests'), headers: { 'retry-after': '1' } };
  const params = req.param();
  const refusal = forbidden(caller, route.access, params['organizationId']);
  if (refusal !== undefined) return refusal;
  const body = route.request.shape['body'] === undefined ? undefined : readBody(await req.arrayBuffer());
  if (body?.kind === 'refused') return body.reply;
  const precondition = readIfMatch(req.header('if-match'));
  return route.run({ params, query: req.query(), body: body?.value }, { caller, precondition });
}

function respond({ status, text, headers }: Reply): Response {
  const type = text === undefined ? {} : { 'content-type': 'application/json' };
  return new Response(text ?? null, { status, headers: { ...type, ...headers } });
}

/** The route as declared: the path itself would hold ids. */
function routePattern({ req }: Context): string {
  return req.matchedRoutes.at(-1)?.path ?? 'unknown';
}

/** Where an error came from. Its message is left out for SDK errors would quote keys and items. */
function errorFacts(error: Error): Record<string, unknown> {
  const at = error.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 5);
  return { error: error.name, at: at?.map((line) => line.trim()) };
}
