/**
 * Lets callers that ask for the same thing at the same time share an answer. Nobody is given one that was under way
 * before it asked: whoever asks meanwhile shares the next one. A storm of readers of one channel costs a few reads.
 */
export class SharedReads<Answer> {
  readonly #read: (key: string) => Promise<Answer>;
  readonly #underWay = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Promise<Answer>>();

  constructor(read: (key: string) => Promise<Answer>) {
    this.#read = read;
  }

  /** @throws what the read throws, to all who share it. */
  async read(key: string): Promise<Answer> {
    const next = this.#next.get(key) ?? this.#readNext(key);
    this.#next.set(key, next);
    return next;
  }

  async #readNext(key: string): Promise<Answer> {
    await this.#underWay.get(key);
    this.#next.delete(key);
    const reading = this.#read(key);
    const settled = reading.then(
      () => undefined,
      () => undefined,
    );
    this.#underWay.set(key, settled);
    try {
      return await reading;
    } finally {
      if (this.#underWay.get(key) === settled) this.#underWay.delete(key);
    }
  }
}
