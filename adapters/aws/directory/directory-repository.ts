import type { DocumentClient } from '../dynamodb/document-client.ts';
import type { ChannelVault } from '../secrets/channel-vault.ts';
import { createApplyLock } from './apply-lock.ts';
import { createAuditRepository } from './audit-repository.ts';
import { createChannelRepository } from './channel-repository.ts';
import { createInvitationRepository } from './invitation-repository.ts';
import { createMemberRepository } from './member-repository.ts';
import { createOrganizationRepository, createTokenRepository } from './organization-repository.ts';
import { createPersonRepository } from './person-repository.ts';
import { createSuppressionStore } from './suppression-store.ts';
import { createWebhookRepository } from './webhook-repository.ts';
import type { TableNames } from '../../../core/storage/tables.ts';

/** Everything the use cases of the directory store, in the Directory table and, for control events, in LiveEvents. */
export function createDirectoryRepository(
  db: DocumentClient,
  tables: Pick<TableNames, 'directory' | 'liveEvents' | 'asks'>,
  vault: ChannelVault,
) {
  return {
    ...createOrganizationRepository(db, tables.directory),
    ...createTokenRepository(db, tables.directory),
    ...createAuditRepository(db, tables.directory),
    ...createApplyLock(db, tables.directory),
    ...createPersonRepository(db, tables.directory),
    ...createMemberRepository(db, tables.directory),
    ...createInvitationRepository(db, tables.directory),
    ...createWebhookRepository(db, tables.directory),
    ...createChannelRepository(db, tables, vault),
    ...createSuppressionStore(db, tables.directory),
  };
}
