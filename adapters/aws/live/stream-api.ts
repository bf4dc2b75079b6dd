/** A part of the stream that is read in order. It ends when DynamoDB splits or rotates it; children take over. */
export interface Shard {
  readonly id: string;
  readonly parentId?: string;
}

/** Where reading a shard begins: after its newest record, at its oldest one, or after a given one. */
export type ShardPosition =
  | { readonly kind: 'latest' }
  | { readonly kind: 'oldest' }
  | { readonly kind: 'after'; readonly sequenceNumber: string };

export interface StreamRecord {
  readonly sequenceNumber: string;
  /** Epoch milliseconds, rounded down to the second. */
  readonly createdAt: number | undefined;
  /** The row, when the record says that one was inserted. Updates and removals (TTL) have none. */
  readonly inserted: unknown;
}

/**
 * The expected ways in which the stream refuses an answer.
 * `expired`: the iterator is older than 15 minutes. `trimmed`: the position is older than 24 hours.
 * `gone`: the shard no longer exists. `throttled`: too many calls or readers.
 */
export type StreamFault =
  | { readonly kind: 'expired' }
  | { readonly kind: 'trimmed' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'throttled' };

export type ShardListing = {
  readonly kind: 'shards';
  readonly shards: readonly Shard[];
  /** Present while more pages follow. A short page without it is the last one. */
  readonly lastId?: string;
};
export type ShardIterator = { readonly kind: 'iterator'; readonly value: string };
export type RecordPage = {
  readonly kind: 'page';
  /** Can be iterated only once: each row is parsed from the wire format when it is asked for. */
  readonly records: Iterable<StreamRecord>;
  /** Whether it has as much as one answer may have: the next page may be read at once. */
  readonly full: boolean;
  /** Absent when the shard has ended and is read to its end. */
  readonly next?: string;
};

/** What following a DynamoDB stream needs from it. Other failures are thrown: they are retried, but not expected. */
export interface StreamApi {
  /** One page. `childrenOf` is only a hint: an engine may ignore it and list every shard. */
  describe(page: { readonly afterId?: string; readonly childrenOf?: string }): Promise<ShardListing | StreamFault>;
  iterator(shardId: string, position: ShardPosition): Promise<ShardIterator | StreamFault>;
  read(iterator: string): Promise<RecordPage | StreamFault>;
}
