import { createHash } from 'node:crypto';

/** The header that lists the webhooks a notification has passed, oldest first. */
export const HOPS_HEADER = 'x-notification-hops';

/** The header that names the message which a forwarded notification began as. */
export const ORIGIN_HEADER = 'x-notification-origin';

/** Another system's entry that is safe to pass on in a header line. */
const SAFE_ENTRY = /^[\w.-]{1,64}$/;

/** Stands in for an entry that cannot be handed on: it still counts as a hop. */
const UNREADABLE = 'unreadable';

/**
 * The hops that a request came with, oldest first, in lower case. Entries of other systems count too: shortening the
 * list would let a loop through them run on.
 *
 * @param header the value of `x-notification-hops`; repeated headers joined by a comma
 */
export function readHops(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '')
    .map((entry) => (SAFE_ENTRY.test(entry) ? entry : UNREADABLE));
}

/**
 * The origin that a request names; `undefined` when it names none, or none that can be handed on without harm.
 *
 * @param value of `x-notification-origin`
 */
export function readOrigin(value: string | undefined): string | undefined {
  return value !== undefined && SAFE_ENTRY.test(value) ? value : undefined;
}

/** How a webhook names itself in the list: 16 hex digits that say nothing of its public id. */
export function hopOf(webhookId: string): string {
  return createHash('sha256').update(webhookId).digest('hex').slice(0, 16);
}

/**
 * Whether a request may pass this webhook (specification 4.1.4, check 4): it must not have been here before, nor have
 * been forwarded more often than is allowed.
 *
 * @param hops as `readHops` gives them
 * @param maxHops the `WEBHOOK_MAX_HOPS` setting: so many forwardings are allowed
 */
export function checkHops(hops: readonly string[], webhookId: string, maxHops: number): 'ok' | 'loop' {
  return hops.length > maxHops || hops.includes(hopOf(webhookId)) ? 'loop' : 'ok';
}

/** The list that a delivery carries: the hops that its notification came with, then the webhook that it came to. */
export function writeHops(hops: readonly string[], webhookId: string): string {
  return [...hops, hopOf(webhookId)].join(',');
}

/** What a delivery says of where its notification has been. */
export interface Path {
  /** The message's id. */
  readonly id: string;
  readonly hops: readonly string[];
  /** What the notification began as; absent: this message. */
  readonly originId?: string;
  /** The webhook that it came to. */
  readonly webhook: { readonly id: string };
}

/** The path in the names and values that headers and message attributes carry it by. */
export function pathFields({ id, hops, originId = id, webhook }: Path) {
  return { [HOPS_HEADER]: writeHops(hops, webhook.id), [ORIGIN_HEADER]: originId };
}
