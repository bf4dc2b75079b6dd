import type { WebhookReader } from '../../../core/directory/webhook-store.ts';
import { Webhook } from '../../../core/directory/webhook.ts';
import { GetCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { directoryKeys } from './directory-keys.ts';

/** Single webhooks, for functions that manage none. */
export function createWebhookLookUp(db: DocumentClient, table: string): Pick<WebhookReader, 'readWebhook'> {
  return {
    async readWebhook(organizationId, webhookId) {
      const Key = directoryKeys.webhook(organizationId, webhookId);
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item === undefined ? undefined : Webhook.parse(Item);
    },
  };
}
