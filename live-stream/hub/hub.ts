import { LiveEvent, type LiveNotification } from '../../core/live/live-event.ts';
import type { Clock } from '../clock.ts';
import { timeOf } from '../../core/live/position.ts';
import type { Log } from '../../core/telemetry/telemetry.ts';
import type { Metrics } from '../metrics.ts';
import { ChannelReaders, type ReaderSettings } from './channel-readers.ts';
import type { Payloads } from './payloads.ts';
import type { Reader } from './reader.ts';
import type { RecentEvents } from './recent-events.ts';

export interface HubOptions {
  readonly payloads: Payloads;
  readonly recent: RecentEvents;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'sent'>;
}

/** Hands each event of the stream to the readers of its channel, and remembers it for those who come back. */
export interface Hub {
  /** Takes a row of the LiveEvents table. The stream may bring it more than once. */
  accept(row: unknown): void;
  /** Subscribes a reader: from here on it is handed every event of the channel. */
  join(reader: Reader, of: { channelId: string; settings: ReaderSettings }): ChannelReaders;
  leave(reader: Reader, channelId: string): void;
  /** What was sent after an event of the last two minutes; undefined when it is not among them. */
  sentAfter(channelId: string, id: string): LiveNotification[] | undefined;
  /** Forgets the recent events, when the stream was not read for a while. */
  forget(): void;
}

/** Channels whose events wait together. More would be young objects that the garbage collector copies again and again. */
const MAX_UNSENT = 64;

/** A hub that knows no channel yet: they come and go with their readers. */
export function createHub({ payloads, recent, clock, log, metrics }: HubOptions): Hub {
  const channels = new Map<string, ChannelReaders>();

  /** Channels with events that leave when the page of the stream is read, if not before: in one turn for all of them. */
  let unsent: ChannelReaders[] = [];

  function flushSoon(channel: ChannelReaders): void {
    if (unsent.length === MAX_UNSENT) flushAll();
    if (unsent.push(channel) === 1) queueMicrotask(flushAll);
  }

  function flushAll(): void {
    const channelsOfPage = unsent;
    unsent = [];
    for (const channel of channelsOfPage) channel.flush();
  }

  function notify(event: LiveNotification, channel: ChannelReaders | undefined): void {
    if (recent.has(event)) return;
    if (channel === undefined) remember(event);
    else channel.accept(event);
  }

  function sent(event: LiveNotification): void {
    remember(event);
    metrics.sent(clock.now() - timeOf(event.id));
    const channel = channels.get(event.channelId);
    if (channel !== undefined) closeIfIdle(event.channelId, channel);
  }

  function closeIfIdle(channelId: string, channel: ChannelReaders): void {
    if (channel.idle) channels.delete(channelId);
  }

  function remember(event: LiveNotification): void {
    recent.append(event, clock.now());
  }

  return {
    accept(row) {
      const { success, data: event, error } = LiveEvent.safeParse(row);
      if (!success) log({ level: 'ERROR', event: 'event.malformed', issues: error.issues });
      else if (event.kind === 'control') channels.get(event.channelId)?.control(event);
      else notify(event, channels.get(event.channelId));
    },

    join(reader, { channelId, settings }) {
      let channel = channels.get(channelId);
      if (channel === undefined) {
        channel = new ChannelReaders({
          id: channelId,
          settings,
          payloads,
          log,
          onSent: sent,
          onUnsent: flushSoon,
        });
        channels.set(channelId, channel);
      }
      channel.add(reader);
      return channel;
    },

    leave(reader, channelId) {
      const channel = channels.get(channelId);
      channel?.remove(reader);
      if (channel !== undefined) closeIfIdle(channelId, channel);
    },

    sentAfter(channelId, id) {
      return recent.after(channelId, id);
    },

    forget() {
      recent.clear();
    },
  };
}
