import type { AuditEntry } from './audit-entry.ts';
import type { LostRace } from './change.ts';
import type { Page, PageRequest } from './page.ts';
import type { Webhook } from './webhook.ts';

/** Finds webhooks. Every read sees every write that was answered before it. */
export interface WebhookReader {
  readWebhook(organizationId: string, webhookId: string): Promise<Webhook | undefined>;
  listWebhooks(organizationId: string, page: PageRequest): Promise<Page<Webhook>>;
}

export type Saved = { readonly kind: 'saved' };
export const saved: Saved = { kind: 'saved' };

/**
 * Writes a webhook, its endpoint and the audit entry together: a send never sees one without the other, and no change is
 * without its entry.
 */
export interface WebhookWriter {
  /** Stores a new webhook, unless the organisation already has `limit` of them. Disabled ones count. */
  insertWebhook(insertion: {
    readonly webhook: Webhook;
    readonly limit?: number | undefined;
    readonly entry: AuditEntry;
  }): Promise<Saved | LostRace | { readonly kind: 'plan-limit'; readonly limit: number }>;
  /** Replaces `before`, which must still be the stored version; `linkedChannelId` must exist at that moment. */
  replaceWebhook(change: {
    readonly before: Webhook;
    readonly after: Webhook;
    readonly linkedChannelId?: string | undefined;
    readonly entry: AuditEntry;
  }): Promise<Saved | LostRace>;
  removeWebhook(webhook: Webhook, entry: AuditEntry): Promise<Saved | LostRace>;
}
