import type { AuditEntry, DeliveryState, MessageSummary } from '../../dashboard/src/api/types.ts';

/** A message of a list whose deliveries are in these states. */
export function messageWith(states: readonly DeliveryState[], receivedAt = '2026-11-20T10:00:00.000Z'): MessageSummary {
  return {
    id: 'msg_01KA2Y6Q5F3V6R3M0Z9W8J7X4T',
    webhookId: 'wh_1',
    webhookName: 'CI',
    format: 'json',
    notes: [],
    alertId: null,
    origin: 'sender',
    message: 'M',
    tags: [],
    receivedAt,
    askId: null,
    routing: [],
    deliveries: states.map((state, index) => ({
      channelId: `ch_${index}`,
      channelName: 'C',
      kind: 'webhook',
      state,
      attempts: [],
    })),
  };
}

/** A line of the audit log. */
export function auditEntry(fields: Partial<AuditEntry>): AuditEntry {
  return {
    id: '01KA2Y6Q5F3V6R3M0Z9W8J7X4T',
    at: '2026-11-20T10:00:00.000Z',
    actor: { type: 'user', id: 'usr_1', name: 'ada@example.com' },
    action: 'webhook.changed',
    target: 'wh_1',
    reason: null,
    before: null,
    after: null,
    ip: null,
    ...fields,
  };
}
