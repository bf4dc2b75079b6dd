import { OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import type { JsonObject } from '../../core/message/json-object.ts';
import { DAILY_LIMIT } from '../../core/directory/daily-limit.ts';
import { Filter } from '../../core/filter/filter.ts';
import { withExamples } from './examples.ts';
import { describePublicPaths } from './describe-public-paths.ts';
import { YAML_TYPE } from './reply.ts';
import type { Access, Route } from './route.ts';

/** Where the management API lies below `{base_url}`. */
export const API_BASE = '/api/v1';

/** An error answer (contract section 6). */
const ErrorBody = z
  .object({
    error: z.string(),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Error' });

const json = (schema: z.ZodType) => ({ 'application/json': { schema } });
const error = (description: string) => ({ description, content: json(ErrorBody) });

const retryAfter = { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' as const } } };
const unchanged = { 304: { description: 'Still what the answer with the ETag in If-None-Match said. No body.' } };
const etag = { ETag: { description: 'The version, for If-Match.', schema: { type: 'string' as const } } };

/** The OpenAPI 3.1 document of everything this deployment answers, made from the declarations that check requests. */
export function describeApi(routes: readonly Route[], publicBaseUrl: string): JsonObject {
  const { openAPIRegistry: registry, getOpenAPI31Document } = new OpenAPIHono();
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description:
      'A management token, `nrm_` and 64 hexadecimal characters, or an access token of the issuer that `/api/v1/auth-config` names.',
  });
  registry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
    description: 'The API key of the webhook, `nrk_` and 64 hexadecimal characters, where it requires one.',
  });
  for (const route of routes) registry.registerPath(operationOf(route));
  describePublicPaths(registry);
  const document = getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Notification Routing Service',
      version: '1.0.0',
      description: 'Sending, streaming and managing notifications.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: publicBaseUrl }],
  });
  const { components } = document;
  const schemas = { ...components?.schemas, Filter: filterSchema('#/components/schemas/') };
  return withExamples({ ...document, components: { ...components, schemas } });
}

function operationOf({ method, path, tag, summary, access, request, ...facts }: Route): RouteConfig {
  const { params, query, body } = request.shape;
  return {
    method,
    path: API_BASE + path,
    operationId: operationId(method, path),
    tags: [tag],
    summary,
    description: whoMay(access),
    security: [{ bearer: [] }],
    request: {
      ...(params instanceof z.ZodObject ? { params } : {}),
      ...(query instanceof z.ZodObject ? { query } : {}),
      ...(facts.guarded === true ? { headers: IfMatch } : {}),
      ...(body instanceof z.ZodType ? { body: { required: true, content: json(body) } } : {}),
    },
    responses: {
      ...successOf(facts.answer),
      ...(method === 'get' ? unchanged : {}),
      ...errorsOf(facts, body !== undefined),
    },
  };
}

function whoMay(access: Access): string {
  if (access === 'signed-in') return 'Any credential.';
  if (access === 'person-or-owner') return 'Any person, or a management token with the role owner.';
  return access === 'person' ? 'Any person; no management token.' : `Role: ${access}.`;
}

const IfMatch = z.object({
  'if-match': z.string().optional().meta({ description: 'The ETag of the version to change; a newer one is a 409.' }),
});

function successOf({ status, schema, etag: hasEtag, yaml }: Route['answer']) {
  return {
    [status]: {
      description: 'Done.',
      ...(hasEtag === true ? { headers: etag } : {}),
      ...(schema === undefined
        ? {}
        : { content: { ...json(schema), ...(yaml === undefined ? {} : { [YAML_TYPE]: { schema: yaml } }) } }),
    },
  };
}

function errorsOf(
  { guarded, conflict, limited, over }: Pick<Route, 'guarded' | 'conflict' | 'limited' | 'over'>,
  hasBody: boolean,
) {
  return {
    400: error('The request is not valid.'),
    401: error('No credential, or one that proves nothing.'),
    403: error('The role is too low.'),
    404: error('Not there, or not yours.'),
    ...(guarded === true ? { 409: error('The version in If-Match is not the current one.') } : {}),
    ...(over === undefined ? {} : { 409: { description: 'It has ended.', content: json(over) } }),
    ...(conflict === undefined ? {} : { 409: error(conflict) }),
    ...(hasBody ? { 413: error('The body is larger than 1 MiB.') } : {}),
    429: {
      ...error(tooMany(limited)),
      headers: retryAfter,
    },
    500: error('A fault of ours.'),
    503: { ...error('Too many changes of the same resource at the same time.'), headers: retryAfter },
  };
}

function tooMany(limited: Route['limited']): string {
  switch (limited) {
    case 'by-plan':
      return 'Too many requests, or the plan allows no more.';
    case 'by-day':
      return `Too many requests, or ${DAILY_LIMIT} of them that one person or organisation made today.`;
    case undefined:
      return 'Too many requests.';
  }
}

function operationId(method: string, path: string): string {
  const words = path.split(/[/{}-]+/).filter((word) => word !== '');
  return [method, ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
}

/**
 * The schema that filters are parsed by, which refers to itself.
 *
 * @param base where it will be found, such as `#/components/schemas/`
 */
export function filterSchema(base: string) {
  const schemas = z.registry<{ id: string }>();
  schemas.add(Filter, { id: 'Filter' });
  const { Filter: schema } = z.toJSONSchema(schemas, { uri: (id) => base + id }).schemas;
  const { $id: _, $schema: __, ...component } = schema ?? {};
  return component;
}
