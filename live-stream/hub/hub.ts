import { LiveEvent, type LiveNotification } from '../../core/live/live-event.ts';
import type { Clock } from '../clock.ts';
import { timeOf } from '../../core/live/position.ts';
import type { Log } from '../../core/telemetry/telemetry.ts';
import type { Metrics } from '../metrics.ts';
import { Channel, type ChannelSettings } from './channel.ts';
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
export class Hub {
  readonly #options: HubOptions;
  readonly #channels = new Map<string, Channel>();

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /** Takes a row of the LiveEvents table. The stream may bring it more than once. */
  accept(row: unknown): void {
    const { success, data: event, error } = LiveEvent.safeParse(row);
    if (!success) this.#options.log({ level: 'ERROR', event: 'event.malformed', issues: error.issues });
    else if (event.kind === 'control') this.#channels.get(event.channelId)?.control(event);
    else this.#notify(event, this.#channels.get(event.channelId));
  }

  /** Subscribes a reader: from here on it is handed every event of the channel. */
  join(reader: Reader, { channelId, settings }: { channelId: string; settings: ChannelSettings }): Channel {
    const { payloads, log } = this.#options;
    let channel = this.#channels.get(channelId);
    if (channel === undefined) {
      channel = new Channel({ id: channelId, settings, payloads, log, onSent: (event) => this.#sent(event) });
      this.#channels.set(channelId, channel);
    }
    channel.add(reader);
    return channel;
  }

  leave(reader: Reader, channelId: string): void {
    const channel = this.#channels.get(channelId);
    channel?.remove(reader);
    if (channel !== undefined) this.#closeIfIdle(channelId, channel);
  }

  /** What was sent after an event of the last two minutes; undefined when it is not among them. */
  sentAfter(channelId: string, id: string): LiveNotification[] | undefined {
    return this.#options.recent.after(channelId, id);
  }

  /** Forgets the recent events, when the stream was not read for a while. */
  forget(): void {
    this.#options.recent.clear();
  }

  #notify(event: LiveNotification, channel: Channel | undefined): void {
    if (this.#options.recent.has(event)) return;
    if (channel === undefined) this.#remember(event);
    else channel.accept(event);
  }

  #sent(event: LiveNotification): void {
    this.#remember(event);
    this.#options.metrics.sent(this.#options.clock.now() - timeOf(event.id));
    const channel = this.#channels.get(event.channelId);
    if (channel !== undefined) this.#closeIfIdle(event.channelId, channel);
  }

  #closeIfIdle(channelId: string, channel: Channel): void {
    if (channel.idle) this.#channels.delete(channelId);
  }

  #remember(event: LiveNotification): void {
    this.#options.recent.append(event, this.#options.clock.now());
  }
}
