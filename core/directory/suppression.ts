import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type Act, entryOf, type EntryPorts } from './audit.ts';
import type { AuditEntry } from './audit-entry.ts';
import { type CollisionPause, lost, type LostRace, untilWon } from './change.ts';
import { done, type ChangeResult } from './change-result.ts';
import type { Page, PageRequest } from './page.ts';
import type { Saved } from './webhook-store.ts';

/** An address that an organisation must not write to any more. */
export const Suppression = z.object({
  /** Names the address without saying it: ids show up in keys and logs. */
  id: z.string(),
  organizationId: z.string(),
  /** In lower case. */
  address: z.string(),
  reason: z.enum(['bounce', 'complaint']),
  /** In the words of the receiving server, where it said any. */
  detail: z.optional(z.string()),
  /** The channel whose mail it was; absent where SES did not tell. */
  channelId: z.optional(z.string()),
  /** ISO 8601 UTC. */
  at: z.string(),
});
export type Suppression = z.infer<typeof Suppression>;

/** The id of an address in the list of its organisation. */
export function suppressionIdOf(address: string): string {
  return `sup_${createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 32)}`;
}

/** Whether `text` has the shape of such an id. */
export function isSuppressionId(text: string): boolean {
  return /^sup_[0-9a-f]{32}$/.test(text);
}

/** The addresses that organisations must not write to. Every read sees every write that was answered before it. */
export interface SuppressionStore {
  /**
   * Whether it was added. Nothing changes when it is known already, is older than what is known, or its organisation is
   * gone.
   */
  suppress(suppression: Suppression, entry: AuditEntry): Promise<boolean>;
  /** Which of these addresses are suppressed, in lower case. */
  suppressedAmong(organizationId: string, addresses: readonly string[]): Promise<string[]>;
  listSuppressions(organizationId: string, page: PageRequest): Promise<Page<Suppression>>;
  readSuppression(organizationId: string, id: string): Promise<Suppression | undefined>;
  removeSuppression(suppression: Suppression, entry: AuditEntry): Promise<Saved | LostRace>;
}

/** What lifting a suppression needs. */
export interface SuppressionPorts extends EntryPorts {
  readonly store: Pick<SuppressionStore, 'readSuppression' | 'removeSuppression'>;
  readonly backoff: CollisionPause;
}

/** Lets an address get mail again. */
export function liftSuppression(
  ports: SuppressionPorts,
  target: { readonly organizationId: string; readonly suppressionId: string; readonly act: Act },
): Promise<ChangeResult<undefined>> {
  const { organizationId, suppressionId, act } = target;
  return untilWon<Suppression, undefined>({
    backoff: ports.backoff,
    read: () => ports.store.readSuppression(organizationId, suppressionId),
    attempt: async (before) => {
      const entry = entryOf(ports, act, { organizationId, target: suppressionId, before });
      const result = await ports.store.removeSuppression(before, entry);
      return result.kind === 'lost' ? lost : done(undefined);
    },
  });
}
