/** A shard of a Kinesis data stream. One that came out of a merge has two parents. */
export interface KinesisShard {
  readonly id: string;
  readonly parentIds: readonly string[];
}

/** Where a subscription begins: at records that arrived from a moment on, at the oldest one, or after a given one. */
export type KinesisPosition =
  | { readonly kind: 'time'; readonly at: number }
  | { readonly kind: 'oldest' }
  | { readonly kind: 'after'; readonly sequenceNumber: string };

/** One batch of a subscription. */
export interface KinesisPage {
  /** Rows that were inserted, in the order of their shard. */
  readonly rows: readonly unknown[];
  /** Where to continue after this page; absent when the shard ends with it. */
  readonly continueAfter?: string;
  /** The shards that take over when this one has ended. */
  readonly children: readonly KinesisShard[];
}

/** `gone`: the shard no longer exists. `busy`: too many calls, or the previous subscription is not over yet. */
export type KinesisFault = { readonly kind: 'gone' } | { readonly kind: 'busy' };

/** Ends after five minutes at the latest, and whenever Kinesis likes. */
export type KinesisSubscription = { readonly kind: 'subscription'; readonly pages: AsyncIterable<KinesisPage> };

/** A registered reader of the whole stream: each has two megabytes a second of every shard to itself. */
export interface Consumer {
  readonly name: string;
  readonly arn: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** What following a Kinesis data stream needs from it. Other failures are thrown: retried, but not expected. */
export interface KinesisApi {
  /** The open shards. */
  shards(): Promise<readonly KinesisShard[]>;
  /** Settles when the consumer may subscribe. */
  register(name: string): Promise<Consumer>;
  consumers(): Promise<readonly Consumer[]>;
  deregister(consumer: Consumer): Promise<void>;
  subscribe(to: SubscriptionTarget): Promise<KinesisSubscription | KinesisFault>;
}

export interface SubscriptionTarget {
  readonly consumer: Consumer;
  readonly shardId: string;
  readonly position: KinesisPosition;
  readonly signal: AbortSignal;
}
