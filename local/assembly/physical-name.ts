import type { Imports } from './deployed.ts';
import type { Stack } from './template.ts';

/** What a resource is called. Names of buckets are lower-case, as they and the host names made of them always are. */
export function physicalName(stack: Stack, logicalId: string, imports: Imports): string {
  const imported = imports[`${stack.name}/${logicalId}`];
  if (imported !== undefined) return imported;
  const name = `${stack.name}-${logicalId}`;
  return stack.template.Resources[logicalId]?.Type === 'AWS::S3::Bucket' ? name.toLowerCase() : name;
}
