import type { HttpRequest, OutboundResult } from '../channels/http-exchange.ts';
import type { OutgoingMessage } from '../channels/channel-kind.ts';
import { deliveredKind } from '../channels/registry.ts';
import type { Channel } from '../directory/channel.ts';
import type { Message } from '../notification/message.ts';
import { deliveryIdOf } from './delivery-id.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

export interface SendPorts {
  readonly http: { send(request: HttpRequest): Promise<OutboundResult> };
  readonly now: () => number;
}

/** How the router names itself to receivers. */
export const USER_AGENT = 'notification-router/1.0';

/**
 * Sends a message to a channel the way its kind says, and reads what came of it. One attempt: no retry, no record.
 *
 * @throws when the channel's kind has no deliverer: nothing enqueues such a delivery.
 */
export function createSend({ http, now }: SendPorts) {
  return async function send(channel: Channel, message: OutgoingMessage): Promise<Outcome> {
    const kind = deliveredKind(channel.kind);
    if (kind === undefined) throw new Error(`Channels of kind ${channel.kind} are not delivered by a queue.`);
    const deliveryId = deliveryIdOf(message.id, channel.id);
    const requests = kind.render(message, channel.config, { deliveryId, now: now(), userAgent: USER_AGENT });
    for (const request of requests) {
      const outcome = outcomeOf(await http.send(request), (response) => kind.classify(response, { now: now() }));
      if (outcome.kind !== 'delivered' || request === requests.at(-1)) return outcome;
    }
    throw new Error(`Kind ${channel.kind} rendered no request.`);
  };
}

/** A stored message as channel kinds render it, its payload text fetched when it lies in the body store. */
export async function outgoingMessage(
  message: Message,
  bodies: { get(key: string): Promise<string> },
): Promise<OutgoingMessage> {
  const { id, title, priority, tags, receivedAt, hops, webhookId, webhookName, payload } = message;
  return {
    id,
    ...(title === undefined ? {} : { title }),
    ...(priority === undefined ? {} : { priority }),
    message: message.message,
    tags,
    receivedAt,
    hops,
    webhook: { id: webhookId, name: webhookName },
    payloadText: 'text' in payload ? payload.text : await bodies.get(payload.key),
  };
}
