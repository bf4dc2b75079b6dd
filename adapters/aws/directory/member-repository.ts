import { lost } from '../../../core/directory/change.ts';
import { isId } from '../../../core/message/ids.ts';
import { Member } from '../../../core/directory/person.ts';
import type { MemberStore } from '../../../core/directory/person-store.ts';
import { saved } from '../../../core/directory/webhook-store.ts';
import { GetCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { auditWrite } from './audit-repository.ts';
import { directoryKeys as keys, sortPrefixes } from './directory-keys.ts';
import { listItems } from './list-items.ts';
import { isNew, isThere, stillVersion, transact, type Transacted, type Write } from './transact.ts';

/** Members in the Directory table: each beside the organisation and beside the person, always in one transaction. */
export function createMemberRepository(db: DocumentClient, table: string): MemberStore {
  return {
    async readMember(organizationId, userId) {
      if (!isId('user', userId)) return undefined;
      const Key = keys.member(organizationId, userId);
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item === undefined ? undefined : Member.parse(Item);
    },

    listMembers: (organizationId, page) =>
      listItems(db, { table, organizationId, prefix: sortPrefixes.member, page, parse: (item) => Member.parse(item) }),

    async replaceMember({ before, after, entry }) {
      const by = ownersOf(after) - ownersOf(before);
      return answer(
        await transact(db, [
          ...countOwners(table, after.organizationId, by),
          ...putMember(table, after, stillVersion(before.version)),
          auditWrite(table, entry),
        ]),
        by,
      );
    },

    async removeMember(member, entry) {
      const by = -ownersOf(member);
      return answer(
        await transact(db, [
          ...countOwners(table, member.organizationId, by),
          ...deleteMember(table, member, stillVersion(member.version)),
          auditWrite(table, entry),
        ]),
        by,
      );
    },

    async eraseMember(member, entry) {
      const result = await transact(db, [...deleteMember(table, member, isThere), auditWrite(table, entry)]);
      return result.kind === 'written' ? saved : lost;
    },
  };
}

/** The writes that make somebody a member. */
export function insertMemberWrites(table: string, member: Member): Write[] {
  return [...putMember(table, member, isNew), ...countOwners(table, member.organizationId, ownersOf(member))];
}

function ownersOf({ role }: Member): number {
  return role === 'owner' ? 1 : 0;
}

/** A change of the count comes first: if the first write is refused, the last owner would go. */
function answer(result: Transacted, by: number) {
  if (result.kind === 'written') return saved;
  return by < 0 && result.kind === 'refused' && result.refusedBy === 0 ? ({ kind: 'last-owner' } as const) : lost;
}

function putMember(TableName: string, member: Member, condition: object): Write[] {
  const { id, organizationId, role } = member;
  return [
    { Put: { TableName, Item: { ...keys.member(organizationId, id), ...member }, ...condition } },
    { Put: { TableName, Item: { ...keys.membership(id, organizationId), organizationId, role } } },
  ];
}

function deleteMember(TableName: string, { id, organizationId }: Member, condition: object): Write[] {
  return [
    { Delete: { TableName, Key: keys.member(organizationId, id), ...condition } },
    { Delete: { TableName, Key: keys.membership(id, organizationId) } },
  ];
}

function countOwners(TableName: string, organizationId: string, by: number): Write[] {
  if (by === 0) return [];
  return [
    {
      Update: {
        TableName,
        Key: keys.ownerCount(organizationId),
        UpdateExpression: 'ADD #count :by',
        ExpressionAttributeNames: { '#count': 'count' },
        ExpressionAttributeValues: { ':by': by, ...(by < 0 ? { ':one': 1 } : {}) },
        ...(by < 0 ? { ConditionExpression: '#count > :one' } : {}),
      },
    },
  ];
}
