import { createClient } from '../../adapters/aws/create-client.ts';
import type { AcceptPorts } from '../../core/sending/accept.ts';

/** A body store that loads the S3 client for the first large body: most sends never need it. */
export function lazyBodies(bucket: string): AcceptPorts['bodies'] {
  let loading: ReturnType<typeof load> | undefined;
  return {
    async put(organizationId, messageId, text) {
      const { store, bodyKey } = await (loading ??= load(bucket));
      const key = bodyKey(organizationId, messageId);
      await store.put(key, text);
      return key;
    },
  };
}

async function load(bucket: string) {
  const [{ S3Client }, { bodyKey, createBodyStore }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('../../adapters/aws/bodies/body-store.ts'),
  ]);
  return { store: createBodyStore(createClient(S3Client), bucket), bodyKey };
}
