import { createHash } from 'node:crypto';

/**
 * The id of one message's delivery to one channel: the same on every attempt, redrive and replay, so that a receiver
 * can tell a repetition. `dlv_` and 32 hex digits; no dot, because the signature joins its parts by dots.
 *
 * @see https://www.standardwebhooks.com, "webhook-id"
 */
export function deliveryIdOf(messageId: string, channelId: string): string {
  return `dlv_${createHash('sha256').update(`${messageId} ${channelId}`).digest('hex').slice(0, 32)}`;
}
