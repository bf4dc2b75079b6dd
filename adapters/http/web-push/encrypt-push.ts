import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushSubscription } from '../../../core/channels/web-push-request.ts';

const CURVE = 'prime256v1';
const SALT_BYTES = 16;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const SECRET_BYTES = 32;
const RECORD_BYTES = 4096;
/** Ends the last record. */
const LAST_RECORD = Buffer.from([2]);

/** Values that differ with every message; tests that know the result pass them in. */
export interface FreshValues {
  readonly salt: Uint8Array;
  /** A key pair used for this message alone. */
  readonly keys: ECDH;
}

function fresh(): FreshValues {
  const keys = createECDH(CURVE);
  keys.generateKeys();
  return { salt: randomBytes(SALT_BYTES), keys };
}

/**
 * Encrypts a message so that only the subscribed browser can read it, as one record of `aes128gcm`.
 *
 * @param plaintext at most 3,993 bytes
 * @see https://www.rfc-editor.org/rfc/rfc8291
 */
export function encryptPush(
  plaintext: string,
  { p256dh, auth }: Pick<PushSubscription, 'p256dh' | 'auth'>,
  { salt, keys }: FreshValues = fresh(),
): Buffer {
  const browserKey = Buffer.from(p256dh, 'base64url');
  const ownKey = keys.getPublicKey();
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ownKey]);
  const shared = derive(keys.computeSecret(browserKey), {
    salt: Buffer.from(auth, 'base64url'),
    about,
    length: SECRET_BYTES,
  });
  const key = derive(shared, { salt, about: Buffer.from('Content-Encoding: aes128gcm\0'), length: KEY_BYTES });
  const nonce = derive(shared, { salt, about: Buffer.from('Content-Encoding: nonce\0'), length: NONCE_BYTES });
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const record = [cipher.update(plaintext, 'utf8'), cipher.update(LAST_RECORD), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([headerOf(salt, ownKey), ...record]);
}

interface Derivation {
  readonly salt: Uint8Array;
  readonly about: Uint8Array;
  readonly length: number;
}

function derive(secret: Uint8Array, { salt, about, length }: Derivation): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, about, length));
}

/** @see https://www.rfc-editor.org/rfc/rfc8188#section-2.1 */
function headerOf(salt: Uint8Array, ownKey: Buffer): Buffer {
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES, 0);
  sizes.writeUInt8(ownKey.length, 4);
  return Buffer.concat([salt, sizes, ownKey]);
}
