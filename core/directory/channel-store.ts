import type { LiveControl } from '../live/live-event.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { Channel } from './channel.ts';
import type { LostRace } from './change.ts';
import type { Page, PageRequest } from './page.ts';
import type { Saved, SlugTaken } from './webhook-store.ts';

/** Finds channels. Every read sees every write that was answered before it. */
export interface ChannelReader {
  readChannel(organizationId: string, channelId: string): Promise<Channel | undefined>;
  listChannels(organizationId: string, page: PageRequest): Promise<Page<Channel>>;
}

/**
 * Writes a channel together with its audit entry, its claim on its slug, its stream endpoint, when it has one, and the
 * control events that tell the Live Stream service: a stream never serves what the channel no longer says.
 */
export interface ChannelWriter {
  insertChannel(channel: Channel, entry: AuditEntry): Promise<Saved | LostRace | SlugTaken>;
  /** Replaces `before`, which must still be the stored version. */
  replaceChannel(change: {
    readonly before: Channel;
    readonly after: Channel;
    readonly controls: readonly LiveControl[];
    readonly entry: AuditEntry;
  }): Promise<Saved | LostRace | SlugTaken>;
  removeChannel(removal: {
    readonly channel: Channel;
    readonly controls: readonly LiveControl[];
    readonly entry: AuditEntry;
  }): Promise<Saved | LostRace>;
  /** Writes a control event by itself. */
  announce(control: LiveControl): Promise<void>;
}
