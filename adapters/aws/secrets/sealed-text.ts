import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The version comes first, so that another way of sealing can follow. */
const PREFIX = 'sealed:1:';

/** A sealed text cannot be opened: another key sealed it, it was moved, or it was changed. */
export class UnsealableText extends Error {
  override readonly name = 'UnsealableText';

  constructor(place: string, options?: ErrorOptions) {
    super(`The secret at ${place} cannot be unsealed.`, options);
  }
}

/**
 * Encrypts a text with AES-256-GCM.
 *
 * @param key 32 bytes
 * @param place where the text stands; only there can it be opened, so that sealed texts cannot change places
 */
export function sealText(text: string, key: Uint8Array, place: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return PREFIX + sealed.toString('base64url');
}

/** The text that `sealText` sealed. @throws UnsealableText */
export function openText(sealed: string, key: Uint8Array, place: string): string {
  const bytes = sealed.startsWith(PREFIX) ? Buffer.from(sealed.slice(PREFIX.length), 'base64url') : Buffer.alloc(0);
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new UnsealableText(place);
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    return text.toString('utf8');
  } catch (cause) {
    throw new UnsealableText(place, { cause });
  }
}
