/** Whom an open stream counts for. */
interface SlotOwner {
  readonly channelId: string;
  /** The client, as `clientKey` names it. */
  readonly client: string;
}

/** How many streams may be open at once, over all tasks. */
export interface SlotLimits {
  readonly perChannel: number;
  readonly perClient: number;
}

export type StreamSlot = { readonly kind: 'slot'; readonly release: () => void };
type NoSlot = { readonly kind: 'full'; readonly limit: 'channel' | 'client' };

/** Counts open streams per channel and per client (specification 8). */
export interface StreamSlots {
  /**
   * Takes a slot until `release` is called; calling it again does nothing.
   *
   * @throws when the counts cannot be read or written; nothing is taken then.
   */
  acquire(owner: SlotOwner): Promise<StreamSlot | NoSlot>;
  /** Gives back all slots at once, when the task stops. Never rejects. */
  close(): Promise<void>;
}
