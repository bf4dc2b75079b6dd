const KEPT = 4000;

/** Ids that have been shown: what a stream repeats after a reconnect is shown once. */
export class SeenIds {
  private readonly ids = new Set<string>();

  /** Whether this id is new; from now on it is not. */
  isNew(id: string): boolean {
    if (this.ids.has(id)) return false;
    this.ids.add(id);
    const [oldest] = this.ids;
    if (this.ids.size > KEPT && oldest !== undefined) this.ids.delete(oldest);
    return true;
  }
}
