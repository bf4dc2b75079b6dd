import { isLive } from '../channels/kinds.ts';
import type { SeenResponse } from '../channels/seen-response.ts';
import type { ChannelReader } from '../directory/channel-store.ts';
import type { Channel } from '../directory/channel.ts';
import { isPausedAt } from '../live/pause.ts';
import type { Attempt, Delivery, DeliveryState } from './delivery.ts';
import { type Message, reaches, type Routing } from './message.ts';

/** A stored message with the rows of its deliveries. */
export interface MessageRecord {
  readonly message: Message;
  readonly deliveries: readonly Delivery[];
}

/** An attempt; the first and the newest one that the receiver did not take say what it answered. */
type ReportedAttempt = Attempt & { readonly response?: SeenResponse };

/** One channel of a message and how its delivery went, as operators see it. */
export interface DeliveryReport {
  readonly channelId: string;
  readonly channelName: string;
  readonly kind: Channel['kind'];
  readonly state: DeliveryState;
  readonly attempts: readonly ReportedAttempt[];
  readonly nextAttemptAt?: string;
}

/** A message as operators see it. */
export interface MessageReport {
  readonly message: Message;
  readonly deliveries: readonly DeliveryReport[];
}

/** Reports on messages, reading each channel once. */
export function createReporter(channels: Pick<ChannelReader, 'readChannel'>, organizationId: string) {
  const known = new Map<string, Promise<Channel | undefined>>();
  const channelOf = (channelId: string): Promise<Channel | undefined> => {
    const reading = known.get(channelId) ?? channels.readChannel(organizationId, channelId);
    known.set(channelId, reading);
    return reading;
  };
  return async ({ message, deliveries }: MessageRecord): Promise<MessageReport> => {
    const rows = new Map(deliveries.map((delivery) => [delivery.channelId, delivery]));
    // A replay may have changed the routing: what a channel got before stays visible.
    const matched = message.routing.filter((link) => reaches(link) || rows.has(link.channelId));
    const reports = matched.map(async (routing) => {
      const channel = await channelOf(routing.channelId);
      return reportOf({ message, routing, channel, row: rows.get(routing.channelId) });
    });
    const reported = await Promise.all(reports);
    const ignored = reported.flatMap(({ channelId, channelName }) =>
      (rows.get(channelId)?.notes ?? []).map((note) => `${channelName}: ${note}`),
    );
    return { message: { ...message, notes: [...message.notes, ...ignored] }, deliveries: reported };
  };
}

interface Reported {
  readonly message: Message;
  readonly routing: Routing;
  /** Absent: deleted since. */
  readonly channel: Channel | undefined;
  readonly row: Delivery | undefined;
}

function reportOf({ message, routing, channel, row }: Reported): DeliveryReport {
  const { channelId, kind } = routing;
  const channelName = channel?.name ?? '(deleted channel)';
  if (row !== undefined) {
    const { state, nextAttemptAt } = row;
    const attempts = row.attempts.map((attempt) => withResponse(attempt, row));
    const next = nextAttemptAt === undefined ? {} : { nextAttemptAt };
    return { channelId, channelName, kind, state, attempts, ...next };
  }
  if (!isLive(kind)) return { channelId, channelName, kind, state: 'queued', attempts: [] };
  // Streams have no rows: what was routed to an open channel was pushed, what met a closed one never is.
  const paused = isPausedAt(channel?.pauses ?? [], Date.parse(message.receivedAt));
  return { channelId, channelName, kind, state: paused ? 'skipped' : 'delivered', attempts: [] };
}

function withResponse(attempt: Attempt, { firstResponse, lastResponse }: Delivery): ReportedAttempt {
  const answered = [firstResponse, lastResponse].find((response) => response?.at === attempt.at);
  if (answered === undefined) return attempt;
  const { at: _, ...response } = answered;
  return { ...attempt, response };
}
