import type { HttpRequest, OutboundResult } from '../../../core/channels/http-exchange.ts';
import type { WebPushRequest } from '../../../core/channels/web-push-request.ts';
import { encryptPush } from './encrypt-push.ts';
import { signPush } from './sign-push.ts';

/**
 * A push service answers in a fraction of this. Its address comes from a browser, so up to a hundred that hang must fit
 * into one attempt, twenty at a time.
 */
export const PUSH_TIMEOUT_MS = 4_000;

/**
 * Sends messages to browsers through their push services, over the guarded client: the browser itself names the
 * address of its service.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8030
 */
export function createPushSender(
  http: { send(request: HttpRequest): Promise<OutboundResult> },
  now: () => number,
): { send(request: WebPushRequest): Promise<OutboundResult> } {
  return {
    async send({ subscription, vapid, payload, ttlSeconds, urgency, topic, headers }) {
      return http.send({
        kind: 'http',
        method: 'POST',
        url: subscription.endpoint,
        headers: {
          ...headers,
          authorization: signPush(subscription.endpoint, vapid, now()),
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          ttl: String(ttlSeconds),
          urgency,
          topic,
        },
        body: encryptPush(payload, subscription),
      });
    },
  };
}
