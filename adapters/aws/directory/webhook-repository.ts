import { lost } from '../../../core/directory/change.ts';
import { endpointOf } from '../../../core/directory/endpoint.ts';
import { isId } from '../../../core/message/ids.ts';
import type { Link } from '../../../core/directory/link.ts';
import { Webhook } from '../../../core/directory/webhook.ts';
import { saved, slugTaken, type WebhookReader, type WebhookWriter } from '../../../core/directory/webhook-store.ts';
import { GetCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { auditWrite } from './audit-repository.ts';
import { directoryKeys as keys, sortPrefixes } from './directory-keys.ts';
import { listItems } from './list-items.ts';
import { slugWrites } from './slug-claims.ts';
import { isNew, isThere, stillVersion, transact, type Write } from './transact.ts';

/**
 * Webhooks in the Directory table: each beside the endpoint that its sends read, always written in one transaction with
 * the audit entry.
 */
export function createWebhookRepository(db: DocumentClient, table: string): WebhookReader & WebhookWriter {
  const writes = webhookWrites(table);
  return {
    async readWebhook(organizationId, webhookId) {
      if (!isId('webhook', webhookId)) return undefined;
      const Key = keys.webhook(organizationId, webhookId);
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item === undefined ? undefined : Webhook.parse(Item);
    },

    listWebhooks: (organizationId, page) =>
      listItems(db, {
        table,
        organizationId,
        prefix: sortPrefixes.webhook,
        page,
        parse: (item) => Webhook.parse(item),
      }),

    async insertWebhook({ webhook, limit, entry }) {
      const own = [
        writes.count(webhook.organizationId, { by: 1, limit }),
        writes.put(webhook, isNew),
        writes.putEndpoint(webhook),
        ...writes.channelsExist(webhook, webhook.links),
        auditWrite(table, entry),
      ];
      const result = await transact(db, [...own, ...slugWrites(table, { kind: 'webhook', after: webhook })]);
      if (result.kind === 'written') return saved;
      if (result.kind === 'refused' && result.refusedBy === own.length) return slugTaken;
      const isFull = result.kind === 'refused' && result.refusedBy === 0;
      return isFull && limit !== undefined ? { kind: 'plan-limit', limit } : lost;
    },

    async replaceWebhook({ before, after, entry }) {
      const known = new Set(before.links.map(({ channelId }) => channelId));
      const own = [
        writes.put(after, stillVersion(before.version)),
        writes.putEndpoint(after),
        ...(after.publicId === before.publicId ? [] : [writes.deleteEndpoint(before)]),
        ...writes.channelsExist(
          after,
          after.links.filter(({ channelId }) => !known.has(channelId)),
        ),
        auditWrite(table, entry),
      ];
      const result = await transact(db, [...own, ...slugWrites(table, { kind: 'webhook', before, after })]);
      if (result.kind === 'refused' && result.refusedBy === own.length) return slugTaken;
      return result.kind === 'written' ? saved : lost;
    },

    async removeWebhook(webhook, entry) {
      const result = await transact(db, [
        writes.delete(webhook),
        writes.deleteEndpoint(webhook),
        writes.count(webhook.organizationId, { by: -1, limit: undefined }),
        ...slugWrites(table, { kind: 'webhook', before: webhook }),
        auditWrite(table, entry),
      ]);
      return result.kind === 'written' ? saved : lost;
    },
  };
}

const keyOf = ({ organizationId, id }: Webhook) => keys.webhook(organizationId, id);

function webhookWrites(TableName: string) {
  return {
    put: (webhook: Webhook, condition: object): Write => ({
      Put: { TableName, Item: { ...keyOf(webhook), ...webhook }, ...condition },
    }),
    delete: (webhook: Webhook): Write => ({
      Delete: { TableName, Key: keyOf(webhook), ...stillVersion(webhook.version) },
    }),
    putEndpoint: (webhook: Webhook): Write => ({
      Put: { TableName, Item: { ...keys.endpoint(webhook.publicId), ...endpointOf(webhook) } },
    }),
    deleteEndpoint: (webhook: Webhook): Write => ({ Delete: { TableName, Key: keys.endpoint(webhook.publicId) } }),
    channelsExist: ({ organizationId }: Webhook, links: readonly Link[]): Write[] =>
      links.map(({ channelId }) => ({
        ConditionCheck: { TableName, Key: keys.channel(organizationId, channelId), ...isThere },
      })),
    // The count is exact under concurrent creations because the limit is a condition of the same transaction.
    count: (organizationId: string, { by, limit }: { by: 1 | -1; limit: number | undefined }): Write => ({
      Update: {
        TableName,
        Key: keys.webhookCount(organizationId),
        UpdateExpression: 'ADD #count :by',
        ExpressionAttributeNames: { '#count': 'count' },
        ExpressionAttributeValues: { ':by': by, ...(limit === undefined ? {} : { ':limit': limit }) },
        ...(limit === undefined ? {} : { ConditionExpression: 'attribute_not_exists(#count) OR #count < :limit' }),
      },
    }),
  };
}
