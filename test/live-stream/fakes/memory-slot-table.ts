import type { ChangeAnswer, Heartbeats, SlotChange, SlotTable } from '../../../core/live/slot-table.ts';

/** Slot counts and heartbeats in memory, with what can go wrong on the way to a table. */
export class MemorySlotTable implements SlotTable, Heartbeats {
  readonly counts = new Map<string, Map<string, number>>();
  readonly beats = new Map<string, number>();
  writes = 0;
  /** Those of them that were to change a count. */
  changes = 0;
  /** How many of the next writes are made although their answer is lost. */
  loseAnswers = 0;
  /** While set, nothing is written and every call fails. */
  down = false;
  /** How long a write takes, in milliseconds. */
  delayMs = 0;

  totalOf(key: string): number {
    return [...(this.counts.get(key)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  }

  async change(key: string, { task, from, to, limit }: SlotChange): Promise<ChangeAnswer> {
    this.changes += 1;
    await this.#call();
    const byTask = this.counts.get(key) ?? new Map<string, number>();
    const total = this.totalOf(key);
    const fits = limit === undefined || total + to - from <= limit;
    if ((byTask.get(task) ?? 0) !== from || !fits) {
      return { kind: 'refused', counts: { total, byTask: new Map(byTask) } };
    }
    if (to === 0) byTask.delete(task);
    else byTask.set(task, to);
    this.counts.set(key, byTask);
    this.#loseAnswer();
    return { kind: 'changed' };
  }

  async register(task: string, at: number): Promise<void> {
    await this.#call();
    this.beats.set(task, at);
  }

  async beat(task: string, at: number): Promise<boolean> {
    await this.#call();
    if (!this.beats.has(task)) return false;
    this.beats.set(task, at);
    return true;
  }

  async lastBeat(task: string): Promise<number | undefined> {
    return this.beats.get(task);
  }

  async bury(task: string, lastBeat: number): Promise<boolean> {
    await this.#call();
    const current = this.beats.get(task);
    if (current !== undefined && current !== lastBeat) return false;
    this.beats.delete(task);
    return true;
  }

  async remove(task: string): Promise<void> {
    await this.#call();
    this.beats.delete(task);
  }

  async #call(): Promise<void> {
    this.writes += 1;
    await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    if (this.down) throw new Error('The table is out of reach.');
  }

  #loseAnswer(): void {
    if (this.loseAnswers === 0) return;
    this.loseAnswers -= 1;
    throw new Error('The answer was lost.');
  }
}
