import { type Context, Hono } from 'hono';
import { METHOD_NAME_ALL } from 'hono/router';
import { secureHeaders } from 'hono/secure-headers';
import { createAnswer } from './answer.ts';
import { clientAddress, type Served } from './client-address.ts';
import type { Deps } from './deps.ts';
import { API_BASE, describeApi } from './description.ts';
import { documentSchema } from './document-schema.ts';
import { createDocsApp } from './docs/docs-app.ts';
import { createPushApp } from './push/push-app.ts';
import { failed, methodNotAllowed, notFoundReply, type Reply, shown } from './reply.ts';
import { createRoutes } from './routes.ts';
import { authConfigOf } from './sign-in.ts';

/** The answer to requests for the stream path that reach this function (specification 7.2). */
const streamUnavailable = new Response('The stream service is not reached on this path.\n', {
  status: 503,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '60' },
});

/** The management API as one application: it routes every call to its use case, and gives all errors one shape. */
export function createApp(deps: Deps): Hono<Served> {
  const routes = createRoutes(deps);
  const answer = createAnswer(deps);
  let described: ReturnType<typeof describeApi> | undefined;
  const describe = () => (described ??= describeApi(routes, deps.publicBaseUrl));
  let document: string | undefined;
  let schema: string | undefined;
  const app = new Hono<Served>();
  // Before everything else: pages have other headers than the API.
  app.route('/push', createPushApp(deps));
  app.route(`${API_BASE}/docs`, createDocsApp(describe));
  app.use(secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } }));
  app.use(async (context, next) => {
    await next();
    context.header('cache-control', 'no-store');
  });
  app.get('/api/health', () => respond({ status: 200, text: '{"status":"ok"}' }));
  app.all('/api/stream/:publicId', () => streamUnavailable.clone());
  app.get(`${API_BASE}/openapi.json`, () => {
    document ??= JSON.stringify(describe());
    return respond({ status: 200, text: document });
  });
  app.get(`${API_BASE}/config-schema.json`, () => {
    schema ??= JSON.stringify(documentSchema(deps.publicBaseUrl));
    return respond({ status: 200, text: schema });
  });
  app.get(`${API_BASE}/auth-config`, () => respond(shown(authConfigOf(deps))));
  for (const route of routes) {
    const path = API_BASE + route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.on(route.method.toUpperCase(), path, async (context) =>
      respond(await answer({ route, request: context.req, ip: clientAddress(context.env.event) })),
    );
  }
  for (const [path, methods] of methodsByPath(app)) app.all(path, () => respond(methodNotAllowed(methods)));
  app.notFound(() => respond(notFoundReply));
  app.onError((error, context) => {
    deps.log({
      event: 'management.failed',
      level: 'ERROR',
      requestId: context.env.event.requestContext.requestId,
      method: context.req.method,
      route: routePattern(context),
      ...errorFacts(error),
    });
    return respond(failed(500, 'Internal error'));
  });
  return app;
}

/** The paths that are registered so far, with their methods. */
function methodsByPath({ routes }: Hono<Served>): ReadonlyMap<string, readonly string[]> {
  const declared = routes.filter(({ method }) => method !== METHOD_NAME_ALL);
  return new Map(
    declared.map(({ path }) => [path, declared.filter((other) => other.path === path).map(({ method }) => method)]),
  );
}

function respond({ status, text, headers }: Reply): Response {
  const type = text === undefined ? {} : { 'content-type': 'application/json' };
  return new Response(text ?? null, { status, headers: { ...type, ...headers } });
}

/** The route as declared: the path itself would hold ids. */
function routePattern({ req }: Context<Served>): string {
  return req.matchedRoutes.at(-1)?.path ?? 'unknown';
}

/** Where an error came from. Its message is left out, because SDK errors would quote keys and items. */
function errorFacts(error: Error): Record<string, unknown> {
  const at = error.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 5);
  return { error: error.name, at: at?.map((line) => line.trim()) };
}
