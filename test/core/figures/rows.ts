import type { ChannelKind } from '../../../core/channels/kinds.ts';
import type { Attempt, Delivery, DeliveryState } from '../../../core/delivery/delivery.ts';
import type { Message, Routing } from '../../../core/delivery/message.ts';
import { ulidTime } from '../../../core/message/ulid.ts';

export const ORGANIZATION = 'org_01AAAAAAAAAAAAAAAAAAAAAAAA';
export const WEBHOOK = 'wh_01AAAAAAAAAAAAAAAAAAAAAAAA';
/** 12:00 UTC. */
export const NOON = Date.UTC(2026, 10, 20, 12);

/** A message id of a moment. `last` decides its shard. */
export function messageIdAt(time: number, last = '0'): string {
  return `msg_${ulidTime(time)}${last.padStart(16, '0')}`;
}

/** A line of a message's routing. */
export function routed(channelId: string, kind: ChannelKind = 'slack', matched = true): Routing {
  return { channelId, kind, matched, reason: '' };
}

/** The row of a message. */
export function messageRow(id: string, routing: readonly Routing[], more: Partial<Message> = {}): Message {
  return {
    id,
    organizationId: ORGANIZATION,
    webhookId: WEBHOOK,
    webhookName: 'Builds',
    content: { message: 'Done', tags: [] },
    format: 'json',
    receivedAt: new Date(NOON).toISOString(),
    payload: { text: '{}' },
    routing: [...routing],
    notes: [],
    hops: [],
    expiresAt: 0,
    ...more,
  };
}

/** An attempt that ended so long after noon. */
export function attempt(outcome: Attempt['outcome'], endsAfterMs: number, error?: string): Attempt {
  const durationMs = 10;
  const at = new Date(NOON + endsAfterMs - durationMs).toISOString();
  return { at, outcome, durationMs, ...(error === undefined ? {} : { error }) };
}

/** The row of a delivery. */
export function deliveryRow(
  messageId: string,
  channelId: string,
  { state, attempts = [] }: { readonly state: DeliveryState; readonly attempts?: readonly Attempt[] },
): Delivery {
  return {
    organizationId: ORGANIZATION,
    webhookId: WEBHOOK,
    messageId,
    channelId,
    state,
    attempt: attempts.length,
    retriesUsed: 0,
    attempts: [...attempts],
    expiresAt: 0,
  };
}
