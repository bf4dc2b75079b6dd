import { join } from 'node:path';
import type { LocalPerson } from './configuration.ts';
import { ensureKeys } from './keys.ts';
import { createLocalIssuer, type LocalIssuer } from './local-issuer.ts';
import { IssuerStore } from './store.ts';

/** The client that the dashboard is at the local issuer. */
export const LOCAL_CLIENT_ID = 'dashboard';

interface OpenOptions {
  readonly dataDir: string;
  readonly baseUrl: string;
  readonly person: LocalPerson;
}

/** Where the local issuer lies below a base URL. */
export function localIssuerOf(baseUrl: string): string {
  return `${baseUrl}/oidc`;
}

/** Opens the issuer on the data folder, where its keys and sessions are. */
export async function openIssuer({ dataDir, baseUrl, person }: OpenOptions): Promise<LocalIssuer & { close(): void }> {
  const keys = await ensureKeys(join(dataDir, 'oidc-keys.json'));
  const store = new IssuerStore(join(dataDir, 'oidc.sqlite'));
  const issuer = localIssuerOf(baseUrl);
  const opened = createLocalIssuer({ baseUrl, issuer, clientId: LOCAL_CLIENT_ID, person, keys, store });
  return { ...opened, close: () => store.close() };
}
