/** One item of the Counters table: how many streams a channel or a client has open, in all and by task. */
export interface SlotCounts {
  readonly total: number;
  readonly byTask: ReadonlyMap<string, number>;
}

/** A task's count of a key goes from what it believes to be stored to another number. */
export interface SlotChange {
  readonly task: string;
  readonly from: number;
  readonly to: number;
  /** The total may not exceed this; undefined when the change is to be made whatever the total is. */
  readonly limit: number | undefined;
}

/** `refused`: the total would exceed the limit, or the task's count is not `from`. `counts` are those that are stored. */
export type ChangeAnswer = { readonly kind: 'changed' } | { readonly kind: 'refused'; readonly counts: SlotCounts };

/** Counts that tasks share. A change names the count it starts from, so that repeating one does no harm. */
export interface SlotTable {
  change(key: string, change: SlotChange): Promise<ChangeAnswer>;
}

/** Signs of life of tasks. A task without one is dead: what it had counted may be subtracted by whoever meets it. */
export interface Heartbeats {
  /** @param at epoch milliseconds, like every time here. */
  register(task: string, at: number): Promise<void>;
  /** @returns false when the task was taken for dead and is no longer registered. */
  beat(task: string, at: number): Promise<boolean>;
  /** The last sign of life; undefined when the task is not registered. */
  lastBeat(task: string): Promise<number | undefined>;
  /** @returns false when there was another sign of life since `lastBeat`: then the task stays. */
  bury(task: string, lastBeat: number): Promise<boolean>;
  remove(task: string): Promise<void>;
}
