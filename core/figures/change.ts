import { decodeTime } from 'ulid';
import * as z from 'zod/mini';
import { ChannelKind, isLive } from '../channels/kinds.ts';
import { codePoints, fit } from '../channels/text-limit.ts';
import { Attempt, DeliveryState } from '../delivery/delivery.ts';
import { fieldOf } from '../usage/usage.ts';
import { isId, ulidOf } from '../message/ids.ts';
import { binOf } from './durations.ts';
import type { Standing } from './standing.ts';
import { reaches } from '../delivery/message.ts';
import { addTallies, isNothing, negated, noTally, type Tally } from './tally.ts';

const MessageId = z.string().check(z.refine((id) => isId('message', id)));

/** The fields of a message's row that count. */
const MessageImage = z.object({
  id: MessageId,
  organizationId: z.string(),
  webhookId: z.string(),
  routing: z.array(
    z.object({
      channelId: z.string(),
      kind: ChannelKind,
      matched: z.boolean(),
      follows: z.exactOptional(z.literal(true)),
    }),
  ),
  /** Channels that the routing has ever matched: a replay forgets none. */
  everMatched: z.optional(z.set(z.string())),
  origin: z.exactOptional(z.literal('system')),
});
type MessageImage = z.infer<typeof MessageImage>;

/** The fields of a delivery's row that count. */
const DeliveryImage = z.object({
  messageId: MessageId,
  organizationId: z.string(),
  webhookId: z.string(),
  channelId: z.string(),
  state: DeliveryState,
  attempts: z.array(Attempt),
});
type DeliveryImage = z.infer<typeof DeliveryImage>;

/** A row before and after a change; absent: it did not exist. */
export interface RowChange {
  readonly before?: unknown;
  readonly after: unknown;
}

/** What a change does to the figures of one webhook or channel. */
export interface FigureChange {
  readonly of: 'webhooks' | 'channels';
  readonly id: string;
  readonly tally: Tally;
  /** Only for a channel. */
  readonly standing?: Standing;
}

/** What a change of a row does to figures. */
export interface FigureChanges {
  readonly organizationId: string;
  readonly messageId: string;
  /** When the message was accepted, epoch milliseconds: all its figures count in the bucket of this moment. */
  readonly acceptedAt: number;
  readonly changes: readonly FigureChange[];
}

/** Longer texts of receivers are cut, in code points. */
const MAX_ERROR = 200;

/**
 * What a change of a row does to figures: what the row counts as now, less what it counted as before. A message counts
 * each channel it was routed to as pending, and the row of a delivery takes that away once the delivery ends; so rows
 * add up in any order.
 *
 * @returns undefined when such rows do not count
 */
export function figureChangesOf({ before, after }: RowChange): FigureChanges | undefined {
  const delivery = DeliveryImage.safeParse(after);
  if (delivery.success) return deliveryChanges(DeliveryImage.safeParse(before).data, delivery.data);
  const message = MessageImage.safeParse(after);
  return message.success ? messageChanges(MessageImage.safeParse(before).data, message.data) : undefined;
}

function messageChanges(before: MessageImage | undefined, after: MessageImage): FigureChanges {
  const { organizationId, webhookId, id } = after;
  const known = before === undefined ? new Map<string, never>() : routedBy(before);
  const added = [...routedBy(after)].filter(([channelId]) => !known.has(channelId));
  // What the router itself says of an alert is no accepted send.
  const messages = before === undefined && after.origin === undefined ? 1 : 0;
  const acceptedAt = timeOf(id);
  const onChannels = added.map(([channelId, kind]): FigureChange => {
    const tally = { ...noTally, [isLive(kind) ? 'delivered' : 'pending']: 1 };
    const pushed = { lastDeliveredAt: isoTime(acceptedAt), latest: [{ messageId: id, isDelivered: true }] };
    return { of: 'channels', id: channelId, tally, ...(isLive(kind) ? { standing: pushed } : {}) };
  });
  const onWebhook = onChannels.reduce((sum, { tally }) => addTallies(sum, tally), { ...noTally, messages });
  const changes: FigureChange[] = [{ of: 'webhooks', id: webhookId, tally: onWebhook }, ...onChannels];
  return { organizationId, messageId: id, acceptedAt, changes: changes.filter(({ tally }) => !isNothing(tally)) };
}

/** The channels that a message was ever routed to. A channel that no line names any more is no stream. */
function routedBy({ routing, everMatched = new Set() }: MessageImage): Map<string, ChannelKind> {
  const kinds = new Map(routing.map(({ channelId, kind }) => [channelId, kind]));
  const matched = routing.filter(reaches).map(({ channelId }) => channelId);
  return new Map([...everMatched, ...matched].map((channelId) => [channelId, kinds.get(channelId) ?? 'webhook']));
}

function deliveryChanges(before: DeliveryImage | undefined, after: DeliveryImage): FigureChanges {
  const { organizationId, messageId, webhookId, channelId } = after;
  const was = before === undefined ? noTally : tallyOf(before);
  const tally = addTallies(tallyOf(after), negated(was));
  const standing = standingOf(after);
  const changes: FigureChange[] = [
    { of: 'webhooks', id: webhookId, tally },
    { of: 'channels', id: channelId, tally, ...(standing === undefined ? {} : { standing }) },
  ];
  const isCounted = (change: FigureChange) => !isNothing(change.tally) || change.standing !== undefined;
  return { organizationId, messageId, acceptedAt: timeOf(messageId), changes: changes.filter(isCounted) };
}

/** What a delivery's row adds to its message, which counts the delivery as pending. */
function tallyOf(row: DeliveryImage): Tally {
  const field = fieldOf(row.state);
  if (field === 'pending') return noTally;
  const durations = row.state === 'delivered' ? durationsOf(row) : {};
  return { ...noTally, pending: -1, [field]: 1, durations };
}

/** From 201 to the first successful delivery: a delivery that is repeated later was not slow. */
function durationsOf({ messageId, attempts }: DeliveryImage): Tally['durations'] {
  const delivered = attempts.find(({ outcome }) => outcome === 'delivered');
  return delivered === undefined ? {} : { [binOf(endOf(delivered) - timeOf(messageId))]: 1 };
}

/** Undefined until an attempt says something about the channel. */
function standingOf({ messageId, state, attempts }: DeliveryImage): Standing | undefined {
  if (state !== 'delivered' && state !== 'failed' && state !== 'retrying') return undefined;
  const isDelivered = state === 'delivered';
  const delivered = attempts.findLast(({ outcome }) => outcome === 'delivered');
  const failure = attempts.findLast(({ outcome }) => outcome === 'retry' || outcome === 'failed');
  if (delivered === undefined && failure === undefined) return undefined;
  return {
    ...(delivered === undefined ? {} : { lastDeliveredAt: isoTime(endOf(delivered)) }),
    ...(failure === undefined
      ? {}
      : { lastFailure: { at: failure.at, error: fit(failure.error ?? '', MAX_ERROR, codePoints) } }),
    latest: [{ messageId, isDelivered }],
  };
}

const endOf = ({ at, durationMs }: Attempt) => Date.parse(at) + durationMs;
const timeOf = (messageId: string) => decodeTime(ulidOf(messageId));
const isoTime = (time: number) => new Date(time).toISOString();
