import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256 of a secret in hex: what we store of API keys and tokens, and how public ids are looked up. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether `secret` has this hash, in time that does not depend on where they differ. */
export function matchesHash(secret: string, hash: string): boolean {
  const expected = Buffer.from(hash);
  const actual = Buffer.from(hashSecret(secret));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
