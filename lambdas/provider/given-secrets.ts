import type { ReadSecret, SecretReader } from '../../adapters/aws/secrets/secret-reader.ts';
import { channelKinds } from '../../core/channels/registry.ts';
import { type Checked, done } from '../../core/directory/change-result.ts';
import type { ChannelEntry } from '../../core/document/document.ts';
import { changeAt, isSecretReference, secretPlaces } from '../../core/document/secret-places.ts';
import type { Secrets } from '../../core/document/wanted-config.ts';
import { parseJsonObject } from '../../core/message/json-object.ts';
import { readReference } from '../../core/document/secret-reference.ts';

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

type Read = string | { readonly fault: string };

async function readPatiently(ports: SecretPorts, text: string): Promise<Read> {
  const reference = readReference(text);
  if (reference === undefined)
    return { fault: 'must be a secret of Secrets Manager or a parameter of Systems Manager' };
  const { secrets } = ports;
  const read = () => (reference.kind === 'ssm' ? secrets.readParameter(reference.name) : secrets.readSecret(reference));
  let outcome = await read();
  for (const wait of DENIED_WAITS_MS) {
    if (outcome.kind !== 'denied') break;
    await ports.sleep(wait);
    outcome = await read();
  }
  return textIn(outcome, reference.kind === 'ssm' ? undefined : reference.field);
}

function textIn(outcome: ReadSecret, field: string | undefined): Read {
  switch (outcome.kind) {
    case 'denied':
      return { fault: 'the provider function may not read this secret; its key may have a policy of its own' };
    case 'absent':
      return { fault: 'there is no such secret, or it holds no text' };
    case 'read': {
      if (field === undefined) return outcome.text;
      const value = parseJsonObject(outcome.text)?.[field];
      return typeof value === 'string' ? value : { fault: `the secret holds no field "${field}" with a text` };
    }
  }
}
