import type { ReadSecret, SecretReader } from '../adapters/aws/secrets/secret-reader.ts';
import type { SecretReference } from '../core/document/secret-reference.ts';
import { parseJsonObject } from '../core/message/json-object.ts';

/** The text of a secret, or why there is none. */
export type SecretText = string | { readonly fault: string };

/** Reads what a reference names: a whole secret or parameter. */
export async function readReferenced(secrets: SecretReader, reference: SecretReference): Promise<ReadSecret> {
  return reference.kind === 'ssm' ? secrets.readParameter(reference.name) : secrets.readSecret(reference);
}

/** What was read, or the field of it that the reference names. */
export function textIn(outcome: ReadSecret, reference: SecretReference): SecretText {
  switch (outcome.kind) {
    case 'denied':
      return { fault: 'the function may not read this secret; its key may have a policy of its own' };
    case 'absent':
      return { fault: 'there is no such secret, or it holds no text' };
    case 'read': {
      if (reference.kind === 'ssm' || reference.field === undefined) return outcome.text;
      const value = parseJsonObject(outcome.text)?.[reference.field];
      return typeof value === 'string'
        ? value
        : { fault: `the secret holds no field "${reference.field}" with a text` };
    }
  }
}
