import { environmentOf } from './environment.ts';

/** What a call is signed with. */
export interface CallCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of a role. */
  readonly sessionToken?: string;
}

/** The credentials of the moment. */
export type CredentialSource = () => Promise<CallCredentials>;

/**
 * The credentials of a function are in its environment, and live as long as the function. Everywhere else (a container
 * has those of its task) the SDK finds them and renews them in time; it is loaded only there.
 */
export function createCredentialSource(): CredentialSource {
  const fixed = ofEnvironment();
  if (fixed !== undefined) return async () => fixed;
  let provider: Promise<CredentialSource> | undefined;
  return async () => (await (provider ??= ofSdk()))();
}

async function ofSdk(): Promise<CredentialSource> {
  const { defaultProvider } = await import('@aws-sdk/credential-provider-node');
  return defaultProvider();
}

function ofEnvironment(): CallCredentials | undefined {
  // Somebody who names a profile means it.
  if (environmentOf('AWS_PROFILE') !== undefined) return undefined;
  const accessKeyId = environmentOf('AWS_ACCESS_KEY_ID');
  const secretAccessKey = environmentOf('AWS_SECRET_ACCESS_KEY');
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  const sessionToken = environmentOf('AWS_SESSION_TOKEN');
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
}
