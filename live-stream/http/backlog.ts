/** A reader with bytes waiting to be sent. */
interface ReaderBehind {
  readonly channelId: string;
  /** Bytes in memory for this reader alone, such as those of its replay. */
  readonly ownBytes: number;
  /** Bytes in memory once for all readers of the channel who wait for them. */
  readonly sharedBytes: number;
  /** Ends the connection at once. */
  drop(): void;
}

/** Counted again each time this share of the bound may have been added. */
const STEP = 1 / 16;

/**
 * Bounds the bytes that wait for all readers together: each reader's own bound is not enough when many stand still at
 * once. Above the bound, the readers with the most waiting bytes are dropped.
 *
 * Bytes that begin to wait are added up; bytes that leave are not subtracted, but all readers are counted anew now and
 * then. So a reader that keeps up costs nothing, and a slow one costs an addition per write.
 */
export interface Backlog {
  /** Some bytes wait for the reader. The same `frame` for several readers in a row is one in memory. */
  add(reader: ReaderBehind, bytes: number, frame?: Uint8Array): void;
  /** Nothing waits for the reader any more: its connection is closed. */
  remove(reader: ReaderBehind): void;
}

/** @param maxBytes the most that may wait for all readers together. */
export function createBacklog(maxBytes: number): Backlog {
  let behind = new Set<ReaderBehind>();
  /** What may have been added since the last count. */
  let added = 0;
  let lastFrame: Uint8Array | undefined;

  function count(): void {
    added = 0;
    lastFrame = undefined;
    const readers = [...behind].filter((reader) => waitingFor(reader) > 0);
    behind = new Set(readers);
    // Until the next count as much again may be added.
    const bound = maxBytes * (1 - STEP);
    let total = totalOf(readers);
    if (total <= bound) return;
    const byChannel = Map.groupBy(readers, ({ channelId }) => channelId);
    for (const reader of readers.sort((a, b) => waitingFor(b) - waitingFor(a))) {
      if (total <= bound) return;
      const siblings = byChannel.get(reader.channelId) ?? [];
      const others = siblings.filter((sibling) => sibling !== reader);
      byChannel.set(reader.channelId, others);
      total -= totalOf(siblings) - totalOf(others);
      behind.delete(reader);
      reader.drop();
    }
  }

  return {
    add(reader, bytes, frame) {
      behind.add(reader);
      if (frame !== undefined && frame === lastFrame) return;
      lastFrame = frame;
      added += bytes;
      if (added > maxBytes * STEP) count();
    },

    remove(reader) {
      behind.delete(reader);
    },
  };
}

function waitingFor({ ownBytes, sharedBytes }: ReaderBehind): number {
  return ownBytes + sharedBytes;
}

/** Readers of a channel wait for its latest frames, some for more of them than others: the most is in memory. */
function totalOf(readers: readonly ReaderBehind[]): number {
  let own = 0;
  const shared = new Map<string, number>();
  for (const { channelId, ownBytes, sharedBytes } of readers) {
    own += ownBytes;
    if (sharedBytes > (shared.get(channelId) ?? 0)) shared.set(channelId, sharedBytes);
  }
  return shared.values().reduce((sum, bytes) => sum + bytes, own);
}
