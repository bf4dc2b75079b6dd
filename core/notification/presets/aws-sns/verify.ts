import type { X509Certificate } from 'node:crypto';
import type { JsonObject } from '../../../message/json-object.ts';
import type { PresetPorts } from '../preset.ts';
import type { SnsEnvelope } from './envelope.ts';
import { isInForce, isSignedBy, readCertificate } from './signature.ts';
import { isCertificateUrl } from './urls.ts';

/**
 * `genuine`: SNS signed it. `forged`: it did not. `unknown`: AWS could not be reached for the certificate, so nobody can
 * say just now; a sender cannot bring that about.
 */
export type SignatureCheck = 'genuine' | 'forged' | 'unknown';

/** Certificates kept. SNS uses one in a region at a time and changes it about once a year. */
const KEPT_CERTIFICATES = 16;

/** The certificates fetched so far, by the port they came through: they live as long as the process that holds it. */
const kept = new WeakMap<PresetPorts['fetchText'], Map<string, X509Certificate>>();

/** Checks the signature of an SNS request. Its certificate is fetched once. */
export async function verify(body: JsonObject, envelope: SnsEnvelope, ports: PresetPorts): Promise<SignatureCheck> {
  const url = envelope.certificateUrl;
  if (!isCertificateUrl(url)) return 'forged';
  const now = ports.now();
  const known = keptBy(ports).get(url);
  const certificate = known !== undefined && isInForce(known, now) ? known : await fetchCertificate(url, ports, now);
  if (certificate === 'unreachable') return 'unknown';
  return certificate !== undefined && isSignedBy(certificate, body, envelope) ? 'genuine' : 'forged';
}

async function fetchCertificate(
  url: string,
  ports: PresetPorts,
  now: number,
): Promise<X509Certificate | 'unreachable' | undefined> {
  const answer = await ports.fetchText(url).catch(() => undefined);
  if (answer === undefined || answer.status >= 500 || answer.status === 429) return 'unreachable';
  // Whatever else an answer holds, such as where the certificate is said to have moved, is not it.
  if (answer.status !== 200) return undefined;
  const certificate = readCertificate(answer.text, now);
  const certificates = keptBy(ports);
  // Senders choose the URLs, so the memory that these fill is bounded.
  if (certificates.size >= KEPT_CERTIFICATES) certificates.clear();
  if (certificate !== undefined) certificates.set(url, certificate);
  return certificate;
}

function keptBy({ fetchText }: PresetPorts): Map<string, X509Certificate> {
  const certificates = kept.get(fetchText) ?? new Map<string, X509Certificate>();
  kept.set(fetchText, certificates);
  return certificates;
}
