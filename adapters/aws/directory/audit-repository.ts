import type { AuditStore } from '../../../core/directory/audit.ts';
import { AuditEntry } from '../../../core/directory/audit-entry.ts';
import { PutCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { directoryKeys as keys, sortPrefixes } from './directory-keys.ts';
import { listItems } from './list-items.ts';
import { isNew } from './transact.ts';

/** The write that notes a change, for the transaction that makes it. An entry never replaces another. */
export function auditWrite(TableName: string, entry: AuditEntry) {
  return { Put: { TableName, Item: { ...keys.audit(entry.organizationId, entry.id), ...entry }, ...isNew } };
}

/** The audit log in the Directory table. */
export function createAuditRepository(db: DocumentClient, table: string): AuditStore {
  return {
    async appendAudit(entry) {
      await db.send(new PutCommand(auditWrite(table, entry).Put));
    },

    listAudit: (organizationId, page) =>
      listItems(db, {
        table,
        organizationId,
        prefix: sortPrefixes.audit,
        page,
        parse: (item) => AuditEntry.parse(item),
      }),
  };
}
