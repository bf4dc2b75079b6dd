import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { dialects } from '../../core/notification/dialects/all.ts';
import type { Dialect, Operation } from '../../core/notification/dialects/dialect.ts';

type Registry = OpenAPIHono['openAPIRegistry'];
type PublicPath = Parameters<Registry['registerPath']>[0];

const statuses = {
  400: 'The body is not what this product sends.',
  401: 'The key is missing or wrong.',
  403: 'The webhook is disabled.',
  404: 'No such webhook, or no such call.',
  413: 'The body is too large.',
  429: 'The quota is used up.',
  503: 'The notification could not be stored.',
  508: 'The notification was forwarded too often.',
} as const;

/**
 * Adds the calls of other products that a webhook's address takes, from the declarations that answer them. Their bodies
 * and answers are those products' own: their manuals describe them.
 *
 * @see contract section 9
 */
export function describeDropIns(registry: Registry, publicId: z.ZodType<string>): void {
  for (const [name, dialect] of Object.entries(dialects)) {
    for (const operation of dialect.operations) registry.registerPath(pathOf(name, dialect, operation, publicId));
  }
}

function pathOf(name: string, dialect: Dialect, operation: Operation, publicId: z.ZodType<string>): PublicPath {
  const { method, path, summary, example } = operation;
  const below = path.replaceAll('+', '');
  const names = [...below.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter);
  const own = { description: `As ${dialect.title} answers.`, content: { 'application/json': { schema: z.unknown() } } };
  const done = dialect.answers.map((status) => [status, { description: 'Stored.' }] as const);
  const refused = Object.entries(statuses).map(([status, words]) => [status, { ...own, description: words }] as const);
  return {
    method: method === 'GET' ? 'get' : method === 'PUT' ? 'put' : method === 'PATCH' ? 'patch' : 'post',
    path: `/n/{publicId}/${name}${below}`,
    operationId: [name, method.toLowerCase(), ...below.split(/\W+/).filter(Boolean)].join('-'),
    tags: ['Drop-in addresses'],
    summary: `${dialect.title}: ${summary}`,
    security: [{}, { apiKey: [] }],
    request: {
      params: z.object({ publicId, ...Object.fromEntries(names.map((parameter) => [parameter, z.string()])) }),
      ...(example === undefined ? {} : { body: { required: true, content: bodyLike(example) } }),
    },
    responses: Object.fromEntries([...done, ...refused]),
  };
}

function bodyLike(example: unknown) {
  return typeof example === 'string'
    ? { 'text/plain': { schema: z.string().meta({ examples: [example] }) } }
    : { 'application/json': { schema: z.unknown().meta({ examples: [example] }) } };
}
