import { createPrivateKey, sign } from 'node:crypto';
import type { WebPushRequest } from '../../../core/channels/web-push-request.ts';

/** Push services accept signatures that last up to a day. */
const LIFETIME_SECONDS = 12 * 60 * 60;

const COORDINATE_BYTES = 32;

/**
 * The `authorization` header that tells a push service who sends (VAPID).
 *
 * @param endpoint of the subscription: the signature is valid only for its origin
 * @param now epoch milliseconds
 * @see https://www.rfc-editor.org/rfc/rfc8292
 */
export function signPush(endpoint: string, vapid: WebPushRequest['vapid'], now: number): string {
  const { publicKey, privateKey, subject } = vapid;
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + LIFETIME_SECONDS, sub: subject };
  const content = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`;
  const key = keyOf(publicKey, privateKey);
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return `vapid t=${content}.${signature}, k=${publicKey}`;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The public key is a 4 and both coordinates of the point. */
function keyOf(publicKey: string, privateKey: string) {
  const point = Buffer.from(publicKey, 'base64url').subarray(1);
  const [x, y] = [point.subarray(0, COORDINATE_BYTES), point.subarray(COORDINATE_BYTES)];
  const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url'), d: privateKey };
  return createPrivateKey({ key: jwk, format: 'jwk' });
}
