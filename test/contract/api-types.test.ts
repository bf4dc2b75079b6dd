import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openApi } from '../lambdas/management/api.ts';

const TYPES = join(import.meta.dirname, '../../dashboard/src/api/schema.d.ts');
const HEADER = '// Made from the OpenAPI document by `npm run api-types`. Do not edit.\n';

/** The generator works with the compiler API of TypeScript 5, which TypeScript 7 does not have. */
async function loadGenerator() {
  const hooks = registerHooks({
    resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context),
  });
  const generator = await import('openapi-typescript');
  hooks.deregister();
  return generator;
}

it('keeps the types of the dashboard like the OpenAPI document (if this fails: npm run api-types)', async () => {
  const { document } = await openApi();
  const { default: generate, astToString } = await loadGenerator();

  const types = astToString(await generate(document, { alphabetize: true }));

  await expect(HEADER + types).toMatchFileSnapshot(TYPES);
});
