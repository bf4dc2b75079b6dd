import type { EventRows } from '../core/live/event-rows.ts';
import type { LiveNotification } from '../core/live/live-event.ts';
import type { Pause } from '../core/live/pause.ts';
import { isReplayable, limitReplay, REPLAY_LIMIT, type Replay, replayStart } from '../core/live/replay.ts';
import type { Clock } from './clock.ts';

interface HistoryQuery {
  readonly channelId: string;
  /** The last event the reader knows: a ULID. It is not sent again. */
  readonly position: string;
  readonly pauses: readonly Pause[];
}

/** Answers what came after a position from the table, for positions that memory does not know. */
export interface History {
  /** Reads no further back than the replay's limit. Starts one second before the position: nothing is missed. */
  after(query: HistoryQuery): Promise<Replay>;
}

/** Answers from the rows of the LiveEvents table. */
export function createHistory(rows: EventRows, clock: Clock): History {
  return {
    async after({ channelId, position, pauses }) {
      const now = clock.now();
      const { fromId, tooOld } = replayStart(position, now);
      const after: LiveNotification[] = [];
      const before: LiveNotification[] = [];
      for await (const page of rows.newestFirst(channelId, fromId)) {
        for (const event of page) {
          if (event.id === position || !isReplayable(event, { pauses, now })) continue;
          (event.id > position ? after : before).push(event);
        }
        if (after.length > REPLAY_LIMIT) break;
      }
      const replay = limitReplay(after.toReversed(), before.toReversed());
      return { ...replay, gap: replay.gap || tooOld };
    },
  };
}
