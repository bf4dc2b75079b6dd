import * as z from 'zod';
import type { Resources } from '../assembly/resources.ts';
import type { DeployedFiles } from './origins/bucket-origin.ts';

const shape = {
  SourceObjectKeys: z.array(z.string()),
  SourceMarkers: z.array(z.record(z.string(), z.never('texts filled in at deployment are not known here'))).optional(),
  DestinationBucketName: z.string(),
  DestinationBucketKeyPrefix: z.string().default(''),
  SystemMetadata: z.record(z.string(), z.string()).default({}),
};

/** What the templates deploy into each bucket, by bucket name. */
export function deploymentsOf(resources: Resources): ReadonlyMap<string, readonly DeployedFiles[]> {
  const byBucket = new Map<string, DeployedFiles[]>();
  for (const { where, properties } of resources.ofType('Custom::CDKBucketDeployment', shape)) {
    const files = properties.SourceObjectKeys.map((key) => ({
      folder: resources.assetPath(where, key),
      prefix: properties.DestinationBucketKeyPrefix,
      headers: properties.SystemMetadata,
    }));
    const bucket = properties.DestinationBucketName;
    byBucket.set(bucket, [...(byBucket.get(bucket) ?? []), ...files]);
  }
  return byBucket;
}
