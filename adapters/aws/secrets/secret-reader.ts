import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { createClient } from '../create-client.ts';

/** A secret that could be read, or why not. The reason never holds a secret. */
export type ReadSecret =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'denied' }
  | { readonly kind: 'absent' };

/** Where secrets lie that a stack refers to. */
export interface SecretReader {
  readSecret(secret: {
    readonly id: string;
    readonly stage?: string | undefined;
    readonly version?: string | undefined;
  }): Promise<ReadSecret>;
  /** @param name with `:<version>` if it names one */
  readParameter(name: string): Promise<ReadSecret>;
}

/** Secrets Manager and the Parameter Store. */
export function createSecretReader(): SecretReader {
  const secrets = createClient(SecretsManagerClient);
  const parameters = createClient(SSMClient);
  return {
    async readSecret({ id, stage, version }) {
      const command = new GetSecretValueCommand({ SecretId: id, VersionStage: stage, VersionId: version });
      return outcomeOf(async () => (await secrets.send(command)).SecretString);
    },
    async readParameter(name) {
      const command = new GetParameterCommand({ Name: name, WithDecryption: true });
      return outcomeOf(async () => (await parameters.send(command)).Parameter?.Value);
    },
  };
}

const DENIED = new Set(['AccessDeniedException', 'AccessDenied']);
const ABSENT = new Set(['ResourceNotFoundException', 'ParameterNotFound', 'ParameterVersionNotFound']);

async function outcomeOf(read: () => Promise<string | undefined>): Promise<ReadSecret> {
  try {
    const text = await read();
    return text === undefined ? { kind: 'absent' } : { kind: 'read', text };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (DENIED.has(name)) return { kind: 'denied' };
    if (ABSENT.has(name)) return { kind: 'absent' };
    throw error;
  }
}
