import { createECDH, createHash } from 'node:crypto';
import * as z from 'zod';

const CURVE = 'prime256v1';
const SCALAR_BYTES = 32;
const POINT_BYTES = 65;
const AUTH_BYTES = 16;

/** Makes the key pair that a channel signs its messages with (VAPID), both in base64url. */
export function newPushKeys(randomBytes: (count: number) => Uint8Array): { publicKey: string; privateKey: string } {
  const ecdh = createECDH(CURVE);
  // In one of 4 billion cases the bytes are no key: then they are hashed once more.
  let secret = Buffer.from(randomBytes(SCALAR_BYTES));
  while (!isKey(secret)) secret = createHash('sha256').update(secret).digest();
  ecdh.setPrivateKey(secret);
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: secret.toString('base64url') };
}

function isKey(secret: Buffer): boolean {
  try {
    createECDH(CURVE).setPrivateKey(secret);
    return true;
  } catch {
    return false;
  }
}

/** Whether the bytes are a point of the curve: nothing else can be encrypted for. */
function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== POINT_BYTES) return false;
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(bytes);
    return true;
  } catch {
    return false;
  }
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');

/** What a browser sends when it subscribes, with its keys checked. */
export const BrowserSubscription = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(2048),
  p256dh: z
    .string()
    .max(128)
    .refine((text) => isPoint(bytesOf(text)), 'no public key'),
  auth: z
    .string()
    .max(64)
    .refine((text) => bytesOf(text).length === AUTH_BYTES, 'no secret of 16 bytes'),
});
