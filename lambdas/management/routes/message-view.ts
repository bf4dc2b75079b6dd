import { z } from '@hono/zod-openapi';
import type { MessageReport } from '../../../core/delivery/message-report.ts';
import { deliveryStates } from '../../../core/delivery/delivery.ts';
import { contentFields, FormatField } from '../content-fields.ts';
import { Id, Name, Time } from '../fields.ts';
import { KindField } from './channel-view.ts';

export const StateField = z.enum(deliveryStates);

const AttemptView = z.object({
  at: Time,
  outcome: z.enum(['delivered', 'retry', 'failed', 'skipped']),
  status: z.int().optional(),
  error: z.string().optional(),
  durationMs: z.number(),
  edited: z.literal(true).optional().meta({ description: 'A post was changed in its place.' }),
  response: z.object({ status: z.int(), contentType: z.string(), body: z.string() }).optional().meta({
    description:
      'What the receiver answered to the first and to the newest attempt that it did not take: the first 2 KB, secrets hidden.',
  }),
});

const DeliveryView = z.object({
  channelId: Id,
  channelName: Name,
  kind: KindField,
  state: StateField,
  attempts: z.array(AttemptView),
  nextAttemptAt: Time.optional(),
});

/** A message in a list (contract section 6). */
export const MessageSummary = z
  .object({
    id: Id,
    webhookId: Id,
    webhookName: Name,
    ...contentFields,
    format: FormatField,
    receivedAt: Time,
    deliveries: z.array(DeliveryView),
    routing: z
      .array(z.object({ channelId: Id, matched: z.boolean(), reason: z.string() }))
      .meta({ description: 'For every link: whether it matched, and why or why not.' }),
    notes: z.array(z.string()),
    alertId: Id.nullable().meta({ description: 'The alert that it is part of.' }),
    askId: Id.nullable().meta({ description: 'The ask that it shows, or whose end it tells.' }),
    origin: z
      .enum(['sender', 'system'])
      .meta({ description: '`system`: it tells of something that no sender did, such as an answer.' }),
  })
  .meta({ id: 'MessageSummary' });

/** A whole message. */
export const MessageView = MessageSummary.extend({
  payload: z.record(z.string(), z.unknown()).meta({ description: 'The body as it was sent; `{}` for plain text.' }),
}).meta({ id: 'Message' });

export function messageSummary({ message: stored, deliveries }: MessageReport) {
  const { alert, askId = null, origin = 'sender' } = stored;
  const { id, webhookId, webhookName, content, format, receivedAt, routing, notes } = stored;
  return {
    id,
    webhookId,
    webhookName,
    ...content,
    format,
    receivedAt,
    deliveries,
    routing: routing.map(({ channelId, matched, reason }) => ({ channelId, matched, reason })),
    notes,
    alertId: alert?.id ?? null,
    askId,
    origin,
  };
}
