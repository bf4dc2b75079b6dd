import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { CallCredentials } from './credentials.ts';

/** A POST to the root of a service. Names of headers are in lower case; all of them are signed. */
interface UnsignedPost {
  readonly headers: Readonly<Record<'content-type' | 'host' | 'x-amz-target', string>>;
  readonly body: string;
}

/** @returns the headers with date and signature */
export type Sign = (post: UnsignedPost, credentials: CallCredentials, at: Date) => Record<string, string>;

const ALGORITHM = 'AWS4-HMAC-SHA256';

/**
 * Signs calls of one service (AWS Signature Version 4). Keeps the signing key, which changes once a day.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function createSigner(service: string, region: string): Sign {
  let kept: { readonly day: string; readonly secret: string; readonly key: KeyObject } | undefined;

  function keyOf({ secretAccessKey: secret }: CallCredentials, day: string): KeyObject {
    if (kept?.day !== day || kept.secret !== secret) {
      const key = [day, region, service, 'aws4_request'].reduce(hmac, Buffer.from(`AWS4${secret}`));
      kept = { day, secret, key: createSecretKey(key) };
    }
    return kept.key;
  }

  return (post, credentials, at) => {
    const date = `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
    const day = date.slice(0, 8);
    const scope = `${day}/${region}/${service}/aws4_request`;
    const { headers, names, canonical } = canonicalOf(post, date, credentials.sessionToken);
    const toSign = `${ALGORITHM}\n${date}\n${scope}\n${hash('sha256', canonical)}`;
    const signature = createHmac('sha256', keyOf(credentials, day)).update(toSign).digest('hex');
    const credential = `${credentials.accessKeyId}/${scope}`;
    headers['authorization'] = `${ALGORITHM} Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`;
    return headers;
  };
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The signed headers in the order of their names, and the form of the call that is signed. */
function canonicalOf({ headers, body }: UnsignedPost, date: string, token: string | undefined) {
  const signed: Record<string, string> = {
    'content-type': headers['content-type'],
    host: headers.host,
    'x-amz-date': date,
    ...(token !== undefined && { 'x-amz-security-token': token }),
    'x-amz-target': headers['x-amz-target'],
  };
  const names = Object.keys(signed).join(';');
  let lines = '';
  for (const name of Object.keys(signed)) lines += `${name}:${signed[name]}\n`;
  return { headers: signed, names, canonical: `POST\n/\n\n${lines}\n${names}\n${hash('sha256', body)}` };
}
