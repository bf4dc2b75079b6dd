import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import ece from 'http_ece';

/** A browser that subscribed: it gives out its keys, and reads what was sent to it with an independent library. */
export function fakeBrowser(endpoint: string) {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16).toString('base64url');
  return {
    subscription: { endpoint, p256dh: keys.getPublicKey('base64url'), auth },
    read: (body: Uint8Array): string =>
      ece.decrypt(Buffer.from(body), { version: 'aes128gcm', privateKey: keys, authSecret: auth }).toString('utf8'),
  };
}

/** What a push service reads from the `authorization` header. @throws when the signature is not that of the key */
export function readVapid(header: string) {
  const { token = '', key = '' } = /^vapid t=(?<token>\S+), k=(?<key>\S+)$/.exec(header)?.groups ?? {};
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const content = Buffer.from(`${head}.${claims}`);
  const bytes = Buffer.from(signature, 'base64url');
  if (!verify('sha256', content, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes)) throw new Error('not signed');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
  return { head: JSON.parse(Buffer.from(head, 'base64url').toString()) as unknown, aud, exp, sub, key };
}
