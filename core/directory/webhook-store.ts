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

/** Another thing of the kind in the organisation has the slug. */
export type SlugTaken = { readonly kind: 'slug-taken' };
export const slugTaken: SlugTaken = { kind: 'slug-taken' };

/**
 * Writes a webhook, its endpoint, its claim on its slug and the audit entry together: a send never sees one without the
 * other, no two webhooks have one slug, and no change is without its entry.
 */
export interface WebhookWriter {
  /**
   * Stores a new webhook, unless the organisation already has `limit` of them. Disabled ones count. The channels that it
   * links must exist at that moment.
   */
  insertWebhook(insertion: {
    readonly webhook: Webhook;
    readonly limit?: number | undefined;
    readonly entry: AuditEntry;
  }): Promise<Saved | LostRace | SlugTaken | { readonly kind: 'plan-limit'; readonly limit: number }>;
  /** Replaces `before`, which must still be the stored version; channels that it links anew must exist at that moment. */
  replaceWebhook(change: {
    readonly before: Webhook;
    readonly after: Webhook;
    readonly entry: AuditEntry;
  }): Promise<Saved | LostRace | SlugTaken>;
  removeWebhook(webhook: Webhook, entry: AuditEntry): Promise<Saved | LostRace>;
}
