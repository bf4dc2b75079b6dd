import * as z from 'zod/mini';
import { lost } from '../../../core/directory/change.ts';
import { isId } from '../../../core/message/ids.ts';
import { Invitation } from '../../../core/directory/person.ts';
import type { InvitationStore } from '../../../core/directory/person-store.ts';
import { saved } from '../../../core/directory/webhook-store.ts';
import { GetCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { auditWrite } from './audit-repository.ts';
import { directoryKeys as keys, sortPrefixes } from './directory-keys.ts';
import { listItems } from './list-items.ts';
import { insertMemberWrites } from './member-repository.ts';
import { isNew, isThere, transact, type Write } from './transact.ts';

const Pointer = z.object({ organizationId: z.string(), invitationId: z.string() });

/** Invitations in the Directory table: one item in the organisation's list, one that a presented token leads to. */
export function createInvitationRepository(db: DocumentClient, table: string): InvitationStore {
  async function read(organizationId: string, id: string): Promise<Invitation | undefined> {
    if (!isId('invitation', id)) return undefined;
    const Key = keys.invitation(organizationId, id);
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
    return Item === undefined ? undefined : Invitation.parse(Item);
  }

  /** The first write is refused if the invitation is already gone. */
  const deletion = ({ organizationId, id, tokenHash }: Invitation): Write[] => [
    { Delete: { TableName: table, Key: keys.invitation(organizationId, id), ...isThere } },
    { Delete: { TableName: table, Key: keys.invitationToken(tokenHash) } },
  ];

  return {
    readInvitation: read,

    listInvitations: (organizationId, page) =>
      listItems(db, {
        table,
        organizationId,
        prefix: sortPrefixes.invitation,
        page,
        parse: (item) => Invitation.parse(item),
      }),

    async insertInvitation(invitation, entry) {
      const { organizationId, id, tokenHash, expiresAt } = invitation;
      const pointer = { organizationId, invitationId: id, expiresAt };
      const result = await transact(db, [
        { Put: { TableName: table, Item: { ...keys.invitation(organizationId, id), ...invitation }, ...isNew } },
        { Put: { TableName: table, Item: { ...keys.invitationToken(tokenHash), ...pointer }, ...isNew } },
        auditWrite(table, entry),
      ]);
      if (result.kind !== 'written') throw new Error(`The new invitation ${id} was not stored: ${result.kind}.`);
    },

    async removeInvitation(invitation, entry) {
      const result = await transact(db, [...deletion(invitation), auditWrite(table, entry)]);
      return result.kind === 'written' ? saved : lost;
    },

    async findInvitation(tokenHash) {
      const Key = keys.invitationToken(tokenHash);
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      if (Item === undefined) return undefined;
      const { organizationId, invitationId } = Pointer.parse(Item);
      return read(organizationId, invitationId);
    },

    async acceptInvitation({ invitation, member, entry }) {
      const result = await transact(db, [
        ...deletion(invitation),
        ...insertMemberWrites(table, member),
        auditWrite(table, entry),
      ]);
      return result.kind === 'written' ? saved : lost;
    },
  };
}
