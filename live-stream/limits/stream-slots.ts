/** Whom an open stream counts for. */
export interface SlotOwner {
  readonly channelId: string;
  /** The client, as `clientKey` names it. */
  readonly client: string;
}

export type Slot = { readonly kind: 'slot'; readonly release: () => void };
export type NoSlot = { readonly kind: 'full'; readonly limit: 'channel' | 'client' };

/** Counts open streams per channel and per client (specification 8). */
export interface StreamSlots {
  /** Takes a slot until `release` is called; calling it again does nothing. */
  acquire(owner: SlotOwner): Promise<Slot | NoSlot>;
}
