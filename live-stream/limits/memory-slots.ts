import type { NoSlot, Slot, SlotLimits, SlotOwner, StreamSlots } from './stream-slots.ts';

/** Counts in this process: exact while it is the only one that serves streams. */
export class MemorySlots implements StreamSlots {
  readonly #limits: SlotLimits;
  readonly #channels = new Map<string, number>();
  readonly #clients = new Map<string, number>();

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  async acquire({ channelId, client }: SlotOwner): Promise<Slot | NoSlot> {
    const { perChannel, perClient } = this.#limits;
    if ((this.#channels.get(channelId) ?? 0) >= perChannel) return { kind: 'full', limit: 'channel' };
    if ((this.#clients.get(client) ?? 0) >= perClient) return { kind: 'full', limit: 'client' };
    add(this.#channels, channelId, 1);
    add(this.#clients, client, 1);
    let held = true;
    const release = (): void => {
      if (!held) return;
      held = false;
      add(this.#channels, channelId, -1);
      add(this.#clients, client, -1);
    };
    return { kind: 'slot', release };
  }

  async close(): Promise<void> {
    this.#channels.clear();
    this.#clients.clear();
  }
}

function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count <= 0) counts.delete(key);
  else counts.set(key, count);
}
