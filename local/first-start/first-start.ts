import { randomBytes } from 'node:crypto';
import { createDirectoryRepository } from '../../adapters/aws/directory/directory-repository.ts';
import type { DocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { noSecrets } from '../../adapters/aws/secrets/no-secrets.ts';
import { systemBackoff, systemGenerators } from '../../adapters/system/generators.ts';
import { bootstrapOrganization } from '../../core/directory/bootstrap.ts';
import { readCredentials, withBaseUrl, writeCredentials, type Credentials } from './credentials.ts';
import type { TableNames } from '../../core/storage/tables.ts';

const OWNER_EMAIL = 'owner@example.com';

/** What the first start works with. */
export interface FirstStartOptions {
  readonly dataDir: string;
  readonly baseUrl: string;
  readonly db: DocumentClient;
  /** Physical names of the tables. */
  readonly tables: Pick<TableNames, 'directory' | 'liveEvents' | 'asks'>;
}

/**
 * On the first start, creates the organisation `Local` with an owner's token and a webhook linked to a Live Stream
 * channel, and writes `credentials.json`. Later starts keep all of it, and only follow the base URL.
 */
export async function ensureCredentials(options: FirstStartOptions): Promise<Credentials> {
  const { dataDir, baseUrl } = options;
  const existing = await readCredentials(dataDir);
  if (existing?.baseUrl === baseUrl) return existing;
  if (existing !== undefined) await expectOwner(options, existing);
  const credentials = existing === undefined ? await create(options) : withBaseUrl(existing, baseUrl);
  await writeCredentials(dataDir, credentials);
  return credentials;
}

/** The issuer lies below the base URL, so under another base URL the owner signs in with another identity. */
async function expectOwner({ db, tables }: FirstStartOptions, { organizationId, login }: Credentials): Promise<void> {
  const store = createDirectoryRepository(db, tables, noSecrets);
  const { items } = await store.listMembers(organizationId, { limit: 100 });
  const owner = items.find(({ email }) => email === login.email);
  if (owner !== undefined) await store.expectUser(owner);
}

async function create({ db, tables, baseUrl }: FirstStartOptions): Promise<Credentials> {
  const store = createDirectoryRepository(db, tables, noSecrets);
  const ports = { ...systemGenerators, backoff: systemBackoff, store, endAlerts: async () => {} };
  const created = await bootstrapOrganization(ports, { name: 'Local', ownerEmail: OWNER_EMAIL });
  return {
    baseUrl,
    organizationId: created.organizationId,
    managementToken: created.managementToken,
    login: { email: OWNER_EMAIL, password: randomBytes(18).toString('base64url') },
    webhookUrl: `${baseUrl}/n/${created.publicId}`,
    streamUrl: `${baseUrl}/api/stream/${created.streamId}`,
  };
}
