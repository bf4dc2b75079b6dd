import { join } from 'node:path';
import { LOCAL_CLIENT_ID, localIssuerOf } from '../assembly/attributes.ts';
import type { Accounts } from './accounts.ts';
import type { LocalPerson } from './configuration.ts';
import { ensureKeys } from './keys.ts';
import { createLocalIssuer, type LocalIssuer } from './local-issuer.ts';
import { IssuerStore } from './store.ts';

interface OpenOptions {
  readonly dataDir: string;
  readonly baseUrl: string;
  readonly callbacks: readonly string[];
  readonly person: LocalPerson;
  readonly accounts: Accounts;
}

/** Opens the issuer on the data folder, where its keys and sessions are. */
export async function openIssuer(options: OpenOptions): Promise<LocalIssuer & { close(): void }> {
  const { dataDir, baseUrl, ...people } = options;
  const keys = await ensureKeys(join(dataDir, 'oidc-keys.json'));
  const store = new IssuerStore(join(dataDir, 'oidc.sqlite'));
  const issuer = localIssuerOf(baseUrl);
  const opened = createLocalIssuer({ ...people, baseUrl, issuer, clientId: LOCAL_CLIENT_ID, keys, store });
  return { ...opened, close: () => store.close() };
}
