import * as z from 'zod/mini';

/**
 * Kinds by the way their deliveries leave. `outbound` is the job queue of the function that calls arbitrary URLs. That
 * function must have no permissions on SES or SNS; the function of the queue `aws` has them. `live` needs no queue:
 * ingest writes the event that the Live Stream service pushes.
 */
const live = ['live-stream'] as const;
const aws = ['email', 'sms', 'sns', 'eventbridge', 'sqs'] as const;
const outbound = [
  'webhook',
  'slack',
  'discord',
  'teams',
  'google-chat',
  'mattermost',
  'rocket-chat',
  'zulip',
  'matrix',
  'telegram',
  'whatsapp',
  'twilio',
  'web-push',
  'ntfy',
  'gotify',
  'pushover',
  'pagerduty',
] as const;

/** Every channel kind. Of all files about kinds, ingest loads only this one. */
export const ChannelKind = z.enum([...live, ...outbound, ...aws]);
export type ChannelKind = z.infer<typeof ChannelKind>;

/** A kind that deliverers serve, from a queue. */
export type QueuedKind = Exclude<ChannelKind, LiveKind>;
type LiveKind = (typeof live)[number];

export type Carrier = 'live' | 'outbound' | 'aws';

const liveKinds: ReadonlySet<ChannelKind> = new Set(live);
const awsKinds: ReadonlySet<ChannelKind> = new Set(aws);

/** Whether channels of `kind` are streams: what is routed to them is pushed, without attempts and rows of deliveries. */
export function isLive(kind: ChannelKind): kind is LiveKind {
  return liveKinds.has(kind);
}

/** Kinds that machines read: they get every message of an alert. Every other kind is shown where it stands. */
const machineKinds: ReadonlySet<ChannelKind> = new Set(['webhook', 'live-stream', 'sns', 'eventbridge', 'sqs']);

/** Whether channels of `kind` get every message of an alert. */
export function takesEach(kind: ChannelKind): boolean {
  return machineKinds.has(kind);
}

/** Kinds whose posts can be changed in place. */
const editingKinds: ReadonlySet<ChannelKind> = new Set([
  'slack',
  'discord',
  'telegram',
  'matrix',
  'zulip',
  'ntfy',
  'pagerduty',
]);

/** Whether an alert can be one post of a channel of `kind`, changed in place. */
export function mayEdit(kind: ChannelKind): boolean {
  return editingKinds.has(kind);
}

/** The carrier that takes deliveries of `kind` to their channel. */
export function carrierOf(kind: ChannelKind): Carrier {
  if (isLive(kind)) return 'live';
  return awsKinds.has(kind) ? 'aws' : 'outbound';
}
