import { createVerify, X509Certificate } from 'node:crypto';
import type { JsonObject } from '../../../message/json-object.ts';
import type { SnsEnvelope } from './envelope.ts';

/** The keys that a signature covers, in the order it covers them. Others, attributes included, are not protected. */
const signedKeys = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  confirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const;

/** The hash behind each `SignatureVersion`. */
const algorithms = new Map([
  ['1', 'RSA-SHA1'],
  ['2', 'RSA-SHA256'],
]);

/** Names that certificates of SNS carry: `sns.amazonaws.com`, `sns-signing.eu-south-1.amazonaws.com` and their like. */
const SIGNER = /^sns(?:[.-][a-z0-9]+)*\.amazonaws\.com(?:\.cn)?$/;

/** Who issues them: `O=Amazon` in most regions. */
const ISSUER = /^(?:(?:CN|O)=Amazon\b.*|CN=(?:.*\.)?amazonaws\.com(?:\.cn)?)$/m;

/** No key of SNS is shorter. */
const MIN_KEY_BITS = 2048;

/** A certificate of SNS has about 2 KB. */
const MAX_PEM_LENGTH = 10_240;

/**
 * The text that SNS signed: each key that is there and its value, a line each.
 *
 * @see https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
 */
export function canonicalText(body: JsonObject): string {
  const keys = body['Type'] === 'Notification' ? signedKeys.Notification : signedKeys.confirmation;
  return keys.map((key) => (typeof body[key] === 'string' ? `${key}\n${body[key]}\n` : '')).join('');
}

/**
 * The certificate in `pem` when it is one of SNS and in force at `now` (epoch milliseconds): the subject, the issuer
 * and the key are checked, as AWS's own library does.
 *
 * The chain is not followed to a root: SNS serves the certificate alone, the intermediate ones change, and AWS asks
 * nobody to keep them. We trust the certificate because of where it comes from: over TLS,
 * with the chain of the host checked, from the path where SNS keeps it.
 */
export function readCertificate(pem: string, now: number): X509Certificate | undefined {
  if (pem.length > MAX_PEM_LENGTH) return undefined;
  try {
    const certificate = new X509Certificate(pem);
    const ofSns = isOfSns(certificate) && ISSUER.test(certificate.issuer) && hasStrongKey(certificate);
    return ofSns && isInForce(certificate, now) ? certificate : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a certificate's time has begun and not ended at `now` (epoch milliseconds). */
export function isInForce({ validFrom, validTo }: X509Certificate, now: number): boolean {
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo);
}

/** Whether the key of `certificate` made the signature of `body`. Never throws. */
export function isSignedBy(certificate: X509Certificate, body: JsonObject, envelope: SnsEnvelope): boolean {
  const algorithm = algorithms.get(envelope.signatureVersion);
  if (algorithm === undefined) return false;
  const check = createVerify(algorithm).update(canonicalText(body), 'utf8');
  return check.verify(certificate.publicKey, envelope.signature, 'base64');
}

function hasStrongKey({ publicKey: { asymmetricKeyType, asymmetricKeyDetails } }: X509Certificate): boolean {
  return asymmetricKeyType === 'rsa' && Number(asymmetricKeyDetails?.modulusLength) >= MIN_KEY_BITS;
}

function isOfSns({ subject, subjectAltName = '' }: X509Certificate): boolean {
  const names = [...`${subject}\n${subjectAltName}`.matchAll(/(?:CN=|DNS:)([^\s,]+)/g)];
  return names.some(([, name = '']) => SIGNER.test(name.toLowerCase()));
}
