import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { createRoutes } from '../../../lambdas/management/routes.ts';
import { openApi } from './api.ts';

const { document, deps, call, acme, tokens } = await openApi();

interface Media {
  readonly schema: object;
  readonly example?: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: { name: string; required?: boolean; schema: object; example?: unknown }[];
  readonly requestBody?: { content: Record<string, Media> };
  readonly responses: Record<string, { content?: Record<string, Media> }>;
}

const paths: Record<string, Record<string, Operation>> = document.paths;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, method, path, operation })),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as never as (instance: Ajv2020) => void)(ajv);
ajv.addSchema({ components: document.components, $id: 'document' });

function faultsOf(schema: object, example: unknown): string[] {
  const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components'));
  const validate = ajv.compile(local);
  return validate(example)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('the examples of the document', () => {
  it.each(operations)('$name: each request and answer has one that fits its schema', ({ operation }) => {
    const media = [operation.requestBody, ...Object.values(operation.responses)].flatMap((carrier) =>
      Object.values(carrier?.content ?? {}),
    );
    const required = (operation.parameters ?? []).filter((parameter) => parameter.required);

    expect([...media, ...required].length).toBeGreaterThan(0);
    for (const { schema, example } of [...media, ...required]) {
      expect(example).toBeDefined();
      expect(faultsOf(schema, example)).toEqual([]);
    }
  });

  it.each(createRoutes(deps))(
    '$method $path: the request is one that the call itself takes',
    ({ method, path, request }) => {
      const operation = paths[`/api/v1${path}`]![method]!;
      const params = Object.fromEntries((operation.parameters ?? []).map(({ name, example }) => [name, example]));
      const body = operation.requestBody?.content['application/json']?.example;

      expect(request.safeParse({ params, query: {}, body }).error?.issues ?? []).toEqual([]);
    },
  );

  const runnable = createRoutes(deps).filter(
    ({ method, path }) => method !== 'delete' && !/\{(?!organizationId)/.test(path),
  );

  it.each(runnable)('$method $path: runs, and is answered as the document says', async ({ method, path }) => {
    const example = paths[`/api/v1${path}`]![method]!.requestBody?.content['application/json']?.example;
    const target = path.replace('{organizationId}', acme.id);

    const answer = await call(method.toUpperCase(), target, { token: tokens.owner, body: example });

    expect(answer.status < 400 ? 'taken' : answer.text).toBe('taken');
  });
});
