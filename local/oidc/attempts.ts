/** Wrong passwords in a row that are answered at once. */
const FREE = 5;
const WINDOW_MS = 60_000;

/** Counts wrong passwords: after five within a minute, all sign-ins are refused until that minute is over. */
export class Attempts {
  readonly #failures: number[] = [];

  /** @param now epoch milliseconds */
  isAllowed(now: number): boolean {
    while (this.#failures[0] !== undefined && this.#failures[0] <= now - WINDOW_MS) this.#failures.shift();
    return this.#failures.length < FREE;
  }

  fail(now: number): void {
    this.#failures.push(now);
  }
}
