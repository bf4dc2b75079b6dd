import { createSign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { canonicalText } from '../../../../core/notification/presets/aws-sns/signature.ts';
import type { FetchedText, PresetPorts } from '../../../../core/notification/presets/preset.ts';

/** A name of the pairs in `test/fixtures/sns`. */
type Signer = 'signer' | 'stranger';

/** A name of the certificates there. */
type Certified = Signer | 'issued' | 'foreign' | 'short' | 'elliptic';

/** Where the signer's certificate is served. */
export const CERTIFICATE_URL = 'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem';

/** The topic that tests publish to. */
export const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:alerts';

/** The PEM of a test certificate. */
export function certificateOf(signer: Certified): string {
  return readFileSync(new URL(`../../../fixtures/sns/${signer}.test-only.crt.pem`, import.meta.url), 'utf8');
}

/** A request body of SNS, signed as SNS signs; `fields` win before signing, `undefined` leaves one out. */
export function signed(
  fields: Record<string, string | undefined>,
  { signer = 'signer', version = '2' }: { signer?: Signer; version?: string } = {},
): Record<string, string> {
  const all = {
    Type: 'Notification',
    MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
    TopicArn: TOPIC,
    Subject: 'Disk',
    Message: 'Disk is full',
    Timestamp: '2026-11-20T09:00:00.000Z',
    SignatureVersion: version,
    SigningCertURL: CERTIFICATE_URL,
    ...fields,
  };
  const body = Object.fromEntries(
    Object.entries(all).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
  const key = readFileSync(new URL(`../../../fixtures/sns/${signer}.test-only.key.pem`, import.meta.url), 'utf8');
  const Signature = createSign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
    .update(canonicalText(body))
    .sign(key, 'base64');
  return { ...body, Signature };
}

/** A confirmation of a subscription, signed. */
export function confirmation(fields: Record<string, string | undefined> = {}) {
  return signed({
    Type: 'SubscriptionConfirmation',
    Subject: undefined,
    Token: 'a-token',
    Message: 'You have chosen to subscribe to the topic.',
    SubscribeURL: `https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=a-token`,
    ...fields,
  });
}

/** Serves the signer's certificate, and 200 for everything else; remembers what was asked for. */
export function snsPorts(certificate: FetchedText | undefined = { status: 200, text: certificateOf('signer') }) {
  const asked: string[] = [];
  const ports: PresetPorts = {
    async fetchText(url) {
      asked.push(url);
      return url.endsWith('.pem') ? certificate : { status: 200, text: '<ConfirmSubscriptionResponse/>' };
    },
    now: () => Date.parse('2027-01-01T00:00:00Z'),
  };
  return { ports, asked };
}
