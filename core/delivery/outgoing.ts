import type { OutgoingMessage } from '../channels/outgoing-message.ts';
import { AlertMark } from '../message/alert-mark.ts';
import { type BodyReader, payloadText } from '../message/payload.ts';
import type { Message } from './message.ts';

/** A stored message as channel kinds render it, its payload text fetched when it lies in the body store. */
export async function outgoingMessage(message: Message, bodies: BodyReader): Promise<OutgoingMessage> {
  const { id, content, receivedAt, hops, originId, webhookId, webhookName, payload, alert } = message;
  return {
    id,
    content,
    receivedAt,
    hops,
    ...(originId === undefined ? {} : { originId }),
    webhook: { id: webhookId, name: webhookName },
    ...(alert === undefined ? {} : { alert: AlertMark.parse(alert) }),
    payloadText: await payloadText(payload, bodies),
  };
}
