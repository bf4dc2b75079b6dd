import type { ChangePorts } from '../alert/apply-change.ts';
import type { DeliveryJob } from '../delivery/job.ts';
import type { Message } from '../delivery/message.ts';
import type { Endpoint } from '../directory/endpoint.ts';
import type { QuotaCheck } from '../directory/quota.ts';
import type { Notification } from '../message/notification.ts';
import { bytesSent, decodeBody, type HandedBody } from '../notification/decode-body.ts';
import { formFieldOf, unwrapForm } from '../notification/form-body.ts';
import type { PresetPorts } from '../notification/presets/preset.ts';
import { readNotification } from '../notification/read-notification.ts';
import { admit, type Admitted } from './admit.ts';
import { dedupIdOf } from './dedup-id.ts';
import type { FanOutCounter } from './fan-out.ts';
import { idOf } from '../message/ids.ts';
import type { ReportingSend } from './tell-alert.ts';
import { routeForwarded, routeSend } from './route-send.ts';
import { storeNotification } from './store-notification.ts';
import type { Asked, AskingPorts } from './asking.ts';
import type { AskRefusal } from './read-ask.ts';

/** One `POST /n/{publicId}` as it arrived. */
export interface SendRequest {
  readonly publicId: string;
  /** Lower-cased names; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: HandedBody;
  /** Came by the alias for Slack-compatible senders, which may send a form. */
  readonly slack: boolean;
  /** Came by the address of asks: its body asks something, and people's answer goes back to the sender. */
  readonly isAsk?: boolean;
  /** Sent by somebody who may change the webhook, and needs no key of it. */
  readonly isTest?: boolean;
}

/** What the sender is told; every refusal is one row of specification 7.1. */
export type SendResult =
  | { readonly kind: 'accepted'; readonly messageId: string }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'invalid-key' }
  | { readonly kind: 'disabled' }
  /** `reason`: how far it was forwarded; absent when its path alone says it. */
  | { readonly kind: 'loop'; readonly reason?: string }
  | Extract<QuotaCheck, { kind: 'exceeded' }>
  | { readonly kind: 'too-large'; readonly limit: number }
  | { readonly kind: 'invalid-json' };

/** What the sender is told who may have asked. */
export type SendOrAskResult = SendResult | Asked | AskRefusal;

/** Every result but success. */
export type Refused = Exclude<SendResult, { kind: 'accepted' }>;

/** What accepting needs from outside. */
export interface AcceptPorts {
  readonly endpoints: { read(publicId: string): Promise<Endpoint | undefined> };
  readonly messages: { store(message: Message): Promise<void> };
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
  /** Remembers for 24 hours which send an id of the sender stands for. */
  readonly duplicates: {
    claim(send: IdentifiedSend, proposed: SendSlot): Promise<ClaimedSlot>;
    complete(send: IdentifiedSend): Promise<void>;
  };
  /** Asked by forwarded sends only. */
  readonly fanOut: FanOutCounter;
  /** Where alerts stand; used for webhooks with a lifecycle only. */
  readonly alerts: Omit<ChangePorts, 'now'>;
  /** What asks need; used by asks only. */
  readonly asking: AskingPorts;
  /** What presets may reach, for webhooks that have one. */
  readonly presets: PresetPorts;
  readonly now: () => number;
  readonly newUlid: (now: number) => string;
}

/** A send that its sender names, so that a repetition can be told. */
export interface IdentifiedSend {
  readonly webhookId: string;
  readonly id: string;
}

/** When a send was accepted, as the ULID that its message id is made of. */
export interface SendSlot {
  readonly ulid: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * The slot of an identified send: the proposed one when it is `new`, else that of the first try. Only a `complete` one
 * was acknowledged with all its deliveries queued; any other is done over, into the same slot.
 */
export interface ClaimedSlot extends SendSlot {
  readonly state: 'new' | 'incomplete' | 'complete';
}

export interface AcceptLimits {
  /** Bytes of the body as sent, decoded from any transfer encoding. */
  readonly maxBodyBytes: number;
  readonly maxHops: number;
}

/**
 * Checks a send in the order of specification 4.1.4, stores it, and enqueues a delivery for every matching channel.
 * Returns as soon as the message is stored and its deliveries are queued: it never waits for a delivery.
 *
 * @throws when the message could not be stored: then nothing was acknowledged.
 */
export function createAccept(ports: AcceptPorts, limits: AcceptLimits) {
  return async function accept(request: SendRequest): Promise<SendOrAskResult> {
    const admitted = await admit(ports, request, limits);
    if (admitted.kind !== 'admitted') return admitted;
    const read = await readRequest(admitted.endpoint, request, limits);
    if (read.kind !== 'notification') return (await exceededQuota(ports, admitted)) ?? read;
    const { headers, body } = request;
    const checked = { ...admitted, headers, body, notification: read.notification };
    if (request.isAsk !== true) return takeIn(ports, checked);
    const { takeAsk } = await import('./asking.ts');
    return takeAsk(ports, checked);
  };
}

/** Check 5, for a request that will not be counted: what is wrong with it is said only while the quota lasts. */
export async function exceededQuota(
  { quota }: Pick<AcceptPorts, 'quota'>,
  { endpoint, now }: Pick<Admitted, 'endpoint' | 'now'>,
): Promise<Extract<SendResult, { kind: 'exceeded' }> | undefined> {
  const checked = await quota?.check(endpoint.organizationId, now);
  return checked?.kind === 'exceeded' ? checked : undefined;
}

/** A notification that passed every check but the quota's. */
export interface CheckedSend extends Omit<Admitted, 'kind'> {
  readonly headers: SendRequest['headers'];
  /** What a repeated send is told by. */
  readonly body: HandedBody;
  readonly notification: Notification;
  readonly about?: ReportingSend['about'] | undefined;
}

/** Counts a notification, stores it, and enqueues its deliveries. */
export async function takeIn(ports: AcceptPorts, checked: CheckedSend): Promise<SendResult> {
  const { endpoint, headers, notification, path, now, about } = checked;
  const sent = { endpoint, headers, notification };
  const slot = await slotOf(ports, { ...sent, body: checked.body, now });
  if (slot.state === 'complete') return { kind: 'accepted', messageId: idOf('message', slot.ulid) };

  const forwarded = await routeForwarded(ports, { ...sent, path, now });
  if (forwarded !== undefined && forwarded.kind !== 'routed') return forwarded;
  const quota = await ports.quota?.count(endpoint.organizationId, now);
  if (quota?.kind === 'exceeded') return quota;
  const routed = forwarded ?? (await routeSend(ports, sent));
  const told = await withAlert(ports, { ...routed, endpoint, headers, slot, path, about });
  const message = await storeNotification(ports, { endpoint, slot, path, ...told });
  await slot.complete();
  return { kind: 'accepted', messageId: message.id };
}

/** Most webhooks have no lifecycle: then nothing is loaded and nothing written. */
async function withAlert({ alerts, now }: AcceptPorts, send: Omit<ReportingSend, 'lifecycle'>) {
  const { lifecycle } = send.endpoint;
  if (lifecycle === undefined) return { notification: send.notification, routing: send.routing };
  const { tellAlert } = await import('./tell-alert.ts');
  return tellAlert({ ...alerts, now }, { ...send, lifecycle });
}

/** Checks 6 and 7, which need no I/O: they run before the quota is counted, so that only accepted sends count. */
async function readRequest({ preset }: Endpoint, { body, headers, slack }: SendRequest, limits: AcceptLimits) {
  const refusal = checkSize({ body, headers }, limits);
  if (refusal !== undefined) return refusal;
  const text = decodeBody(body, headers['content-type']);
  return readNotification(unwrapForm({ text, headers }, await formFieldOf({ slack, preset })));
}

/** Check 6. */
export function checkSize(
  { body, headers }: Pick<SendRequest, 'body' | 'headers'>,
  { maxBodyBytes }: AcceptLimits,
): Extract<SendResult, { kind: 'too-large' }> | undefined {
  const isLarger = bytesSent(body, headers['content-length']) > maxBodyBytes;
  return isLarger ? { kind: 'too-large', limit: maxBodyBytes } : undefined;
}

/** A send that can be read. */
export interface ReadableSend {
  readonly endpoint: Endpoint;
  readonly headers: SendRequest['headers'];
  readonly notification: Notification;
}

interface Timed extends ReadableSend {
  readonly body: SendRequest['body'];
  readonly isAsk?: boolean;
  readonly now: number;
}

/** The slot of a send, and how to mark it done. A send that its sender does not name costs nothing here. */
export async function slotOf(ports: AcceptPorts, { endpoint, headers, notification, body, isAsk, now }: Timed) {
  const proposed: SendSlot = { ulid: ports.newUlid(now), at: now };
  const { webhookId, preset } = endpoint;
  const id = await dedupIdOf({ headers, body: notification.payload, preset, sent: body });
  if (id === undefined) return { ...proposed, state: 'new' as const, complete: async () => {} };
  // The same body sent and asked are two things.
  const send = { webhookId, id: isAsk === true ? `ask:${id}` : id };
  return { ...(await ports.duplicates.claim(send, proposed)), complete: async () => ports.duplicates.complete(send) };
}
