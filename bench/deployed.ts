import { join } from 'node:path';
import { readAssembly } from '../local/assembly/read-assembly.ts';
import { Resources } from '../local/assembly/resources.ts';
import { environmentOf, functionsOf, type FunctionDefinition } from '../local/lambda/function-definition.ts';
import type { Stack } from '../test/integration/stack.ts';
import type { Subject } from './instances.ts';

/** The functions of a running stack by the folder of their source, as its templates declare them. */
export type FunctionName = 'Ingest' | 'DeliverHttp' | 'DeliverAws' | 'Management' | 'Sweeper' | 'EmailEvents';

/** A function that the templates declare. Its AWS calls are those of the function itself: same name, same rights. */
export async function functionOf(
  stack: Stack,
  name: FunctionName,
): Promise<Subject & { definition: FunctionDefinition }> {
  const definition = functionsOf(await resourcesOf(stack)).find(({ logicalId }) =>
    logicalId.startsWith(`${name}Function`),
  );
  if (definition === undefined) throw new Error(`the templates declare no function ${name}`);
  const surroundings = { doorUrl: stack.door, emptyDir: join(stack.dataDir, 'no-aws-profile') };
  return {
    definition,
    bundle: join(definition.codeDir, 'index.mjs'),
    env: environmentOf(definition, surroundings),
  };
}

/** What the templates of a running stack declare. */
export async function resourcesOf(stack: Stack): Promise<Resources> {
  return new Resources(await readAssembly(join(stack.dataDir, 'cdk.out')), stack.door);
}
