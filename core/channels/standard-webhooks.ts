import { createHmac, createSecretKey } from 'node:crypto';
import * as z from 'zod';

const PREFIX = 'whsec_';
const MIN_KEY_BYTES = 24;
const MAX_KEY_BYTES = 64;
const NEW_KEY_BYTES = 32;

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}

/** `Buffer.from` skips what is no base64, so only a text that comes back unchanged is well formed. */
function isSigningSecret(secret: string): boolean {
  const key = keyOf(secret);
  const wellFormed = secret === PREFIX + key.toString('base64');
  return wellFormed && key.length >= MIN_KEY_BYTES && key.length <= MAX_KEY_BYTES;
}

/** A signing secret: `whsec_` and the base64 of 24 to 64 bytes. */
export const SigningSecret = z
  .string()
  .refine(isSigningSecret, 'A signing secret is "whsec_" and the base64 of 24 to 64 random bytes.');

/** A new secret of 32 random bytes. */
export function newSigningSecret(randomBytes: (count: number) => Uint8Array): string {
  return PREFIX + Buffer.from(randomBytes(NEW_KEY_BYTES)).toString('base64');
}

export interface Signed {
  readonly id: string;
  /** Seconds since the epoch, time of the attempt: receivers refuse old ones. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * The three headers that let a receiver check who sent the body and when.
 *
 * @param secrets one signature for each; two while a secret is being rotated
 * @see https://www.standardwebhooks.com
 */
export function signatureHeaders({ id, timestamp, body }: Signed, secrets: readonly string[]) {
  const content = `${id}.${timestamp}.${body}`;
  // Node takes four times as long with a key that is plain bytes.
  const keys = secrets.map((secret) => createSecretKey(keyOf(secret)));
  const signatures = keys.map((key) => createHmac('sha256', key).update(content).digest('base64'));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
  };
}
