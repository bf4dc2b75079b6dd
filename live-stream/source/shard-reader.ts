import { type CallContext, retrying } from './retrying.ts';
import type { PollPace } from './poll-pace.ts';
import type { RecordPage, ShardPosition, StreamApi, StreamRecord } from '../../adapters/aws/live/stream-api.ts';

/** Between two searches for a position that is still kept, in milliseconds. */
const SEARCH_MS = 250;

/**
 * `latest`: behind the newest record. `oldest`: at the first one. `oldest-wanted`: at the first one that is not older
 * than following the stream, for a shard of which nobody knows how old it is.
 */
export type ShardStart = 'latest' | 'oldest' | 'oldest-wanted';

export interface ShardReaderOptions {
  readonly api: StreamApi;
  readonly shardId: string;
  readonly from: ShardStart;
  /** Whether a record is from before following the stream: such are not wanted where a position is uncertain. */
  readonly isOld: (record: StreamRecord) => boolean;
  readonly onRecord: (record: StreamRecord) => void;
  readonly pace: PollPace;
}

/** What a look at the shard brought. `full`: there may be more to read already. */
interface Look {
  readonly records: number;
  readonly full: boolean;
}

const NOTHING: Look = { records: 0, full: false };

/** Reads one shard from its starting point to its end, whatever happens to its iterators meanwhile. */
export interface ShardReader {
  /** Takes the first iterator: from here on nothing that is written to the shard is missed. */
  open(): Promise<void>;
  /** Reads until the shard has ended and is drained, or until reading is stopped. */
  run(): Promise<void>;
}

/** Reads nothing before it is opened. */
export function createShardReader(options: ShardReaderOptions, context: CallContext): ShardReader {
  /** The next place to read from; undefined before `open` and when the shard has ended. */
  let next: string | undefined;
  let lastSequenceNumber: string | undefined;
  let dropsOld = options.from === 'oldest-wanted';
  let position: ShardPosition = { kind: options.from === 'latest' ? 'latest' : 'oldest' };

  /** Sets the shard's next iterator. */
  async function look(iterator: string): Promise<Look> {
    const page = await retrying(async () => options.api.read(iterator), context);
    switch (page?.kind) {
      case 'page':
        next = page.next;
        return takeAll(page);
      case 'expired':
        position = positionAfterExpiry();
        next = await newIterator();
        return NOTHING;
      case 'trimmed':
        restartFromOldest();
        next = await newIterator();
        return NOTHING;
      case 'gone':
      case undefined:
        next = undefined;
        return NOTHING;
    }
  }

  async function newIterator(): Promise<string | undefined> {
    const { api, shardId } = options;
    for (;;) {
      const answer = await retrying(async () => api.iterator(shardId, position), context);
      if (answer?.kind === 'iterator') return answer.value;
      if (answer === undefined || answer.kind === 'gone') return undefined;
      restartFromOldest();
      await context.clock.sleep(SEARCH_MS, context.signal);
    }
  }

  function takeAll({ records, full }: RecordPage): Look {
    let count = 0;
    for (const record of records) {
      take(record);
      count += 1;
    }
    return { records: count, full };
  }

  function take(record: StreamRecord): void {
    lastSequenceNumber = record.sequenceNumber;
    if (dropsOld && options.isOld(record)) return;
    options.onRecord(record);
  }

  /** Behind the last record. Before the first one "the newest" would skip what came since, so it is the oldest. */
  function positionAfterExpiry(): ShardPosition {
    if (lastSequenceNumber !== undefined) return { kind: 'after', sequenceNumber: lastSequenceNumber };
    restartFromOldest();
    return position;
  }

  /** Records that were read or skipped may come again, but none from before following began. */
  function restartFromOldest(): void {
    context.log({ level: 'WARN', event: 'stream.position-lost', shardId: options.shardId });
    position = { kind: 'oldest' };
    dropsOld = true;
  }

  return {
    async open() {
      next = await newIterator();
    },

    async run() {
      const { clock, signal } = context;
      const { shardId, pace } = options;
      while (next !== undefined && !signal.aborted) {
        const { records, full } = await look(next);
        const wait = pace.waitAfter(shardId, records);
        if (next !== undefined && !full) await clock.sleep(wait, signal);
      }
    },
  };
}
