import type { DeliveryJob } from '../delivery/job.ts';
import { checkHops, HOPS_HEADER, readHops } from '../delivery/hop-path.ts';
import type { Endpoint } from '../directory/endpoint.ts';
import type { QuotaCheck } from '../directory/quota.ts';
import { matchesHash } from '../directory/secret-hash.ts';
import type { LiveNotification } from '../live/live-event.ts';
import { decodeBody } from './decode-body.ts';
import type { Message } from './message.ts';
import { readNotification } from './read-notification.ts';
import { decodeSlackForm } from './slack-form.ts';
import { storeNotification } from './store-notification.ts';

/** One `POST /n/{publicId}` as it arrived. */
export interface SendRequest {
  readonly publicId: string;
  /** Lower-cased names; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Came by the alias for Slack-compatible senders, which may send a form. */
  readonly slack: boolean;
}

/** What the sender is told; every refusal is one row of specification 7.1. */
export type SendResult =
  | { readonly kind: 'accepted'; readonly messageId: string }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'invalid-key' }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'loop' }
  | Extract<QuotaCheck, { kind: 'exceeded' }>
  | { readonly kind: 'too-large'; readonly limit: number }
  | { readonly kind: 'invalid-json' };

/** What accepting needs from outside. */
export interface AcceptPorts {
  readonly endpoints: { read(publicId: string): Promise<Endpoint | undefined> };
  readonly messages: { store(message: Message, liveEvents: readonly LiveNotification[]): Promise<void> };
  /** Stores the JSON text of a large body and gives its key. */
  readonly bodies: { put(organizationId: string, messageId: string, text: string): Promise<string> };
  /** Takes jobs; returns those that it could not take. */
  readonly jobs: { enqueue(jobs: readonly DeliveryJob[]): Promise<DeliveryJob[]> };
  /** Writes down jobs for the sweeper to enqueue a little later. */
  readonly parking: { park(jobs: readonly DeliveryJob[], dueAt: number): Promise<void> };
  /** Absent where no plans are billed: then no counter is written on the send path. */
  readonly quota?: {
    count(organizationId: string, now: number): Promise<QuotaCheck>;
    check(organizationId: string, now: number): Promise<QuotaCheck>;
  };
  readonly now: () => number;
  readonly newUlid: (now: number) => string;
}

export interface AcceptLimits {
  /** Bytes of the body as sent, decoded from any transfer encoding. */
  readonly maxBodyBytes: number;
  readonly maxHops: number;
}

const PUBLIC_ID = /^[A-Za-z0-9_-]{21}$/;

/**
 * Checks a send in the order of specification 4.1.4, stores it, and enqueues a delivery for every matching channel.
 * Returns as soon as the message is stored and its deliveries are queued: it never waits for a delivery.
 *
 * @throws when the message could not be stored: then nothing was acknowledged.
 */
export function createAccept(ports: AcceptPorts, limits: AcceptLimits) {
  return async function accept(request: SendRequest): Promise<SendResult> {
    const endpoint = PUBLIC_ID.test(request.publicId) ? await ports.endpoints.read(request.publicId) : undefined;
    if (endpoint === undefined) return { kind: 'not-found' };
    const refusal = checkSender(endpoint, request, limits);
    if (refusal !== undefined) return refusal;

    const now = ports.now();
    const read = readRequest(request, limits);
    const quota = await checkQuota(ports, {
      organizationId: endpoint.organizationId,
      now,
      counts: read.kind === 'notification',
    });
    if (quota.kind === 'exceeded') return quota;
    if (read.kind !== 'notification') return read;
    const hops = readHops(request.headers[HOPS_HEADER]);
    return storeNotification(ports, { endpoint, now, notification: read.notification, hops });
  };
}

/** Checks 2 to 4: the key, the switch, the loop. */
function checkSender(endpoint: Endpoint, { headers }: SendRequest, { maxHops }: AcceptLimits): SendResult | undefined {
  if (endpoint.requireApiKey && !hasKey(endpoint, headers['authorization'])) return { kind: 'invalid-key' };
  if (!endpoint.enabled) return { kind: 'disabled' };
  if (checkHops(readHops(headers[HOPS_HEADER]), endpoint.webhookId, maxHops) === 'loop') return { kind: 'loop' };
  return undefined;
}

/** Whether the header carries the key. Case-sensitive: `bearer` is not `Bearer` (specification 4.1). */
function hasKey({ apiKeyHash }: Endpoint, authorization = ''): boolean {
  const key = /^Bearer (\S+)$/.exec(authorization)?.[1];
  return key !== undefined && apiKeyHash !== undefined && matchesHash(key, apiKeyHash);
}

/** Checks 6 and 7, which need no I/O: they run before the quota is counted, so that only accepted sends count. */
function readRequest({ body, headers, slack }: SendRequest, { maxBodyBytes }: AcceptLimits) {
  if (body.byteLength > maxBodyBytes) return { kind: 'too-large', limit: maxBodyBytes } as const;
  const text = decodeBody(body, headers['content-type']);
  return readNotification(slack ? decodeSlackForm({ text, headers }) : { text, headers });
}

interface QuotaQuestion {
  readonly organizationId: string;
  readonly now: number;
  /** Whether the send will be accepted; one that will be refused anyway is not counted. */
  readonly counts: boolean;
}

async function checkQuota({ quota }: AcceptPorts, { organizationId, now, counts }: QuotaQuestion): Promise<QuotaCheck> {
  if (quota === undefined) return { kind: 'ok' };
  return counts ? quota.count(organizationId, now) : quota.check(organizationId, now);
}
