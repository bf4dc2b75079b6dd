import type { SecretReader } from '../../adapters/aws/secrets/secret-reader.ts';
import { channelKinds } from '../../core/channels/registry.ts';
import { type Checked, done } from '../../core/directory/change-result.ts';
import type { ChannelEntry } from '../../core/document/document.ts';
import { changeAt, isSecretReference, secretPlaces } from '../../core/document/secret-places.ts';
import type { Secrets } from '../../core/document/wanted-config.ts';
import { readReference } from '../../core/document/secret-reference.ts';
import { readReferenced, type SecretText, textIn } from '../secret-text.ts';

/** What reading secrets needs. */
export interface SecretPorts {
  readonly secrets: SecretReader;
  readonly sleep: (ms: number) => Promise<void>;
}

/** IAM knows a policy that was just attached within seconds, and now and then within a minute. */
const DENIED_WAITS_MS = [1000, 2000, 4000, 8000, 15_000, 30_000];

/** The secrets that a channel refers to, by the text of the reference, which is their name in the entry. */
export async function givenSecrets(ports: SecretPorts, { kind, config = {} }: ChannelEntry): Promise<Checked<Secrets>> {
  const references = new Set<string>();
  changeAt(config, secretPlaces(channelKinds[kind]), (value) => {
    if (isSecretReference(value)) references.add(value.secret);
    return value;
  });
  const secrets: [string, string][] = [];
  for (const reference of references) {
    const read = await readPatiently(ports, reference);
    if (typeof read !== 'string') return { kind: 'invalid', issues: [{ path: reference, message: read.fault }] };
    secrets.push([reference, read]);
  }
  return done(Object.fromEntries(secrets));
}

async function readPatiently({ secrets, sleep }: SecretPorts, text: string): Promise<SecretText> {
  const reference = readReference(text);
  if (reference === undefined)
    return { fault: 'must be a secret of Secrets Manager or a parameter of Systems Manager' };
  let outcome = await readReferenced(secrets, reference);
  for (const wait of DENIED_WAITS_MS) {
    if (outcome.kind !== 'denied') break;
    await sleep(wait);
    outcome = await readReferenced(secrets, reference);
  }
  return textIn(outcome, reference);
}
