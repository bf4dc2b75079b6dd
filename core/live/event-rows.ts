import type { LiveEvent } from './live-event.ts';

/** The rows of a channel from an id on, newest first, strongly consistent, page by page. */
export interface EventRows {
  newestFirst(channelId: string, fromId: string): AsyncIterable<readonly LiveEvent[]>;
}
