/** Waits for something that others notice. */
export class Arrivals {
  readonly #waiting = new Map<string, (at: number) => void>();

  /** When `name` arrives next, epoch milliseconds. @throws when it does not within ten seconds */
  next(name: string): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const timer = setTimeout(() => reject(new Error(`Nothing came by ${name}.`)), 10_000);
    this.#waiting.set(name, (at) => {
      clearTimeout(timer);
      resolve(at);
    });
    return promise;
  }

  came(name: string): void {
    const at = Date.now() + (performance.now() % 1);
    this.#waiting.get(name)?.(at);
    this.#waiting.delete(name);
  }
}
