import { lost } from '../../../core/directory/change.ts';
import { isId } from '../../../core/message/ids.ts';
import { Organization } from '../../../core/directory/organization.ts';
import type { OrganizationStore, TokenGrants, TokenStore } from '../../../core/directory/organization-store.ts';
import { Token, TokenGrant } from '../../../core/directory/token.ts';
import { saved } from '../../../core/directory/webhook-store.ts';
import { GetCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { auditWrite } from './audit-repository.ts';
import { directoryKeys as keys, sortPrefixes } from './directory-keys.ts';
import { listItems } from './list-items.ts';
import { insertMemberWrites } from './member-repository.ts';
import { isNew, isThere, stillVersion, transact, type Write } from './transact.ts';

/** Organisations in the Directory table: each is also in the list of all organisations, which the sweeper reads. */
export function createOrganizationRepository(db: DocumentClient, table: string): OrganizationStore {
  return {
    async readOrganization(organizationId) {
      if (!isId('organization', organizationId)) return undefined;
      const Key = keys.organization(organizationId);
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item === undefined ? undefined : Organization.parse(Item);
    },

    async insertOrganization({ organization, owner, entries }) {
      const { id } = organization;
      const result = await transact(db, [
        { Put: { TableName: table, Item: { ...keys.organization(id), ...organization }, ...isNew } },
        { Put: { TableName: table, Item: { ...keys.organizationEntry(id), id } } },
        ...(owner === undefined ? [] : insertMemberWrites(table, owner)),
        ...entries.map((entry) => auditWrite(table, entry)),
      ]);
      if (result.kind !== 'written') throw new Error(`The new organisation ${id} was not stored: ${result.kind}.`);
    },

    async replaceOrganization({ before, after, entry }) {
      const Item = { ...keys.organization(after.id), ...after };
      const result = await transact(db, [
        { Put: { TableName: table, Item, ...stillVersion(before.version) } },
        auditWrite(table, entry),
      ]);
      return result.kind === 'written' ? saved : lost;
    },

    async removeOrganization({ id, version }, entry) {
      const result = await transact(db, [
        { Delete: { TableName: table, Key: keys.organization(id), ...stillVersion(version) } },
        { Delete: { TableName: table, Key: keys.organizationEntry(id) } },
        { Delete: { TableName: table, Key: keys.webhookCount(id) } },
        { Delete: { TableName: table, Key: keys.ownerCount(id) } },
        { Delete: { TableName: table, Key: keys.dataKey(id) } },
        auditWrite(table, entry),
      ]);
      return result.kind === 'written' ? saved : lost;
    },
  };
}

/** Management tokens in the Directory table: one item in the organisation's list, one that a presented token leads to. */
export function createTokenRepository(db: DocumentClient, table: string): TokenStore & TokenGrants {
  return {
    async readToken(organizationId, tokenId) {
      if (!isId('token', tokenId)) return undefined;
      const Key = keys.token(organizationId, tokenId);
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item === undefined ? undefined : Token.parse(Item);
    },

    async findGrant(tokenHash) {
      const Key = keys.tokenGrant(tokenHash);
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item === undefined ? undefined : TokenGrant.parse(Item);
    },

    async noteUse(tokenHash, { organizationId, tokenId }, at) {
      const note = (Key: Record<string, string>): Write => ({
        Update: {
          TableName: table,
          Key,
          UpdateExpression: 'SET lastUsedAt = :at',
          // Of many requests at the same moment only one writes, and a revoked token does not come back.
          ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt < :at)',
          ExpressionAttributeValues: { ':at': at },
        },
      });
      await transact(db, [note(keys.tokenGrant(tokenHash)), note(keys.token(organizationId, tokenId))]);
    },

    listTokens: (organizationId, page) =>
      listItems(db, { table, organizationId, prefix: sortPrefixes.token, page, parse: (item) => Token.parse(item) }),

    async insertToken(token, entry) {
      const { id, tokenHash } = token;
      const grant = TokenGrant.parse({ ...token, tokenId: id });
      const result = await transact(db, [
        { Put: { TableName: table, Item: { ...keys.token(token.organizationId, id), ...token }, ...isNew } },
        { Put: { TableName: table, Item: { ...keys.tokenGrant(tokenHash), ...grant }, ...isNew } },
        auditWrite(table, entry),
      ]);
      if (result.kind !== 'written') throw new Error(`The new token ${id} was not stored: ${result.kind}.`);
    },

    async removeToken({ organizationId, id, tokenHash }, entry) {
      const result = await transact(db, [
        { Delete: { TableName: table, Key: keys.token(organizationId, id), ...isThere } },
        { Delete: { TableName: table, Key: keys.tokenGrant(tokenHash) } },
        auditWrite(table, entry),
      ]);
      return result.kind === 'written' ? saved : lost;
    },
  };
}
