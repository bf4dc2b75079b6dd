import { applyChange, type ChangePorts, type Changed } from '../alert/apply-change.ts';
import { followerOf, isOpen, markOf } from '../alert/alert.ts';
import type { Change } from '../alert/change.ts';
import { takesEach } from '../channels/kinds.ts';
import type { Message, Routing } from '../delivery/message.ts';
import type { Endpoint } from '../directory/endpoint.ts';
import { idOf } from '../message/ids.ts';
import type { Notification } from '../message/notification.ts';
import type { DialectItem } from '../notification/dialects/dialect.ts';
import { AUTO_RESOLVE_SECONDS, type Lifecycle } from '../notification/lifecycle.ts';
import { readReport } from '../notification/read-report.ts';
import type { Reported } from '../notification/presets/preset.ts';
import type { ClaimedSlot, SendRequest } from './accept.ts';
import type { SentPath } from './path-of-send.ts';

/** A notification and where it goes, and what it has to do with an alert. */
interface Told extends Pick<Message, 'routing'> {
  readonly notification: Notification;
  readonly alert?: NonNullable<Message['alert']>;
}

/** A send to a webhook with a lifecycle, routed by its filters. */
export interface ReportingSend extends Told {
  readonly lifecycle: Lifecycle;
  readonly endpoint: Endpoint;
  readonly headers: SendRequest['headers'];
  readonly slot: ClaimedSlot;
  readonly path: SentPath;
  /** What the address of another product knows, given the id of the message. */
  readonly about?: DialectItem['about'] | undefined;
}

const UNWRITTEN = 'the alert could not be written; delivered as an ordinary message';

/**
 * Brings a message to the alert of its key: one conditional write, and who shows the alert is told of it whatever the
 * filters say. A message without a key, or whose alert cannot be written, goes on as an ordinary one.
 *
 * @see contract section 7
 */
export async function tellAlert(ports: ChangePorts, send: ReportingSend): Promise<Told> {
  const { endpoint, lifecycle, headers, routing } = send;
  const about = send.about?.(idOf('message', send.slot.ulid));
  const { reported, notes } = await readReport({ ...send, lifecycle, preset: endpoint.preset, headers, about });
  const notification = noting(send.notification, notes);
  if (reported === undefined) return { notification, routing };
  const change = changeOf(send, reported, about?.endsAt);
  const changed = await applyChange(ports, change, send.slot.state === 'incomplete');
  if (changed === undefined) return { notification: noting(notification, [UNWRITTEN]), routing };
  return { notification, ...routedBy(changed, change, send) };
}

function noting(notification: Notification, notes: readonly string[]): Notification {
  return notes.length === 0 ? notification : { ...notification, notes: [...notification.notes, ...notes] };
}

function changeOf(
  { endpoint, lifecycle, slot, path, routing, notification }: ReportingSend,
  reported: Reported,
  endsAt: number | undefined,
): Change {
  const { organizationId, webhookId, webhookName } = endpoint;
  const { key, status, at = slot.at } = reported;
  return {
    organizationId,
    webhookId,
    webhookName,
    key,
    status,
    messageId: idOf('message', slot.ulid),
    now: slot.at,
    at: Math.min(at, slot.at),
    by: { type: 'sender' },
    priority: notification.content.priority,
    matched: routing.filter(({ matched }) => matched).map(followerOf),
    hops: path.hops,
    originId: path.originId,
    autoResolveSeconds: resolvedAfter(lifecycle, endsAt, slot.at),
  };
}

/**
 * The sooner of what the webhook and the sender say. Senders who say it mean the same span each time; in whole minutes it
 * stays the same, and each repetition need not set the timer anew.
 */
function resolvedAfter({ autoResolveSeconds }: Lifecycle, endsAt: number | undefined, now: number): number | undefined {
  if (endsAt === undefined) return autoResolveSeconds;
  const seconds = Math.max(AUTO_RESOLVE_SECONDS.min, Math.ceil((endsAt - now) / 60_000) * 60);
  return Math.min(seconds, autoResolveSeconds ?? AUTO_RESOLVE_SECONDS.max);
}

function routedBy(
  changed: Changed,
  { status }: Change,
  { endpoint, routing }: ReportingSend,
): Omit<Told, 'notification'> {
  const { effect, after } = changed;
  if (after === undefined || (effect === undefined && status !== 'firing' && !isOpen(after))) {
    const reason = status === 'resolved' ? 'nothing to resolve' : 'nothing to acknowledge';
    return { routing: routing.map((link) => ({ ...link, matched: false, reason })) };
  }
  const followers = new Set<string>(after.followers);
  const isOn = new Map(endpoint.links.map(({ channelId, enabled }) => [channelId, enabled]));
  const isEnd = effect === 'resolve';
  return {
    routing: routing.map((link) =>
      isOn.get(link.channelId) === false
        ? link
        : followed(link, { isFollower: followers.has(followerOf(link)), isEnd }),
    ),
    alert: { ...markOf(after), said: status, turn: after.turn },
  };
}

/** Who was shown an alert is told how it goes on, and how it ends; who was not is not told that it ended. */
function followed(
  link: Routing,
  { isFollower, isEnd }: { readonly isFollower: boolean; readonly isEnd: boolean },
): Routing {
  const isMachine = takesEach(link.kind);
  if (isFollower) {
    if (link.matched || link.kind === 'live-stream' || (isMachine && !isEnd)) return link;
    return { ...link, reason: 'shows the alert', follows: true };
  }
  if (link.matched && isEnd && !isMachine) return { ...link, matched: false, reason: 'does not show the alert' };
  return link;
}
