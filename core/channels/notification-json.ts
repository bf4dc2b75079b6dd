import type { OutgoingMessage } from './outgoing-message.ts';

/** A field of the outgoing JSON whose value is JSON text already. */
interface SplicedField {
  readonly name: string;
  readonly json: string;
}

/** A message as machines get it (contract section 5), closed by `last`, whose text is spliced in as it is. */
function withLast({ id, content, receivedAt, webhook, alert }: OutgoingMessage, last: SplicedField) {
  const facts = JSON.stringify({
    messageId: id,
    ...content,
    tags: content.tags.length === 0 ? undefined : content.tags,
    timestamp: receivedAt,
    webhook: { id: webhook.id, name: webhook.name },
    ...(alert === undefined ? {} : { alert }),
  });
  return `${facts.slice(0, -1)},${JSON.stringify(last.name)}:${last.json}}`;
}

/** A message with its payload. The payload's own text is spliced in, so its numbers keep every digit. */
export function notificationJson(message: OutgoingMessage): string {
  return withLast(message, { name: 'payload', json: message.payloadText });
}

/**
 * The fullest form of a message that fits: whole; with a marker in place of the payload; without tags and title too.
 *
 * @param fits whether a receiver takes this text
 */
export function fittingNotificationJson(message: OutgoingMessage, fits: (json: string) => boolean): string {
  const whole = notificationJson(message);
  if (fits(whole)) return whole;
  const marker = { name: 'payloadOmitted', json: JSON.stringify({ bytes: Buffer.byteLength(message.payloadText) }) };
  const withoutPayload = withLast(message, marker);
  if (fits(withoutPayload)) return withoutPayload;
  const { title: _, ...rest } = message.content;
  return withLast({ ...message, content: { ...rest, tags: [] } }, marker);
}
