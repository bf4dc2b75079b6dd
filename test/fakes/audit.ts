import type { Act } from '../../core/directory/audit.ts';
import { type AuditEntry, AUDIT_LIFETIME_SECONDS } from '../../core/directory/audit-entry.ts';
import { createFakeGenerators } from './generators.ts';

/** Something that a management token does. */
export const act: Act = {
  action: 'webhook.changed',
  actor: { type: 'token', id: 'tok_1', name: 'CI' },
  ip: '192.0.2.1',
};

/** Of another day than those of tests, so that no id of theirs is among them. */
const generators = createFakeGenerators(Date.parse('2026-11-19T10:00:00.000Z'));

/** An entry of an organisation that no other has the id of, for stores that want one with each change. */
export function auditEntry(organizationId: string, changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: generators.newUlid(),
    organizationId,
    at: '2026-11-20T10:00:00.000Z',
    actor: act.actor,
    action: act.action,
    target: 'wh_1',
    expiresAt: 1_800_000_000 + AUDIT_LIFETIME_SECONDS,
    ...changes,
  };
}
