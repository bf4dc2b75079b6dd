import { createHash } from 'node:crypto';
import type { DataKeys } from '../../adapters/aws/secrets/data-keys.ts';

/** Gives each organisation a key of its own, the same every time. */
export const fakeDataKeys: DataKeys = {
  keyOf: async (organizationId) => createHash('sha256').update(organizationId).digest(),
  newKey: async ({ organizationId, purpose }) => {
    const ciphertext = Buffer.from(`${organizationId} ${purpose}`);
    return { key: createHash('sha256').update(ciphertext).digest(), ciphertext };
  },
};
