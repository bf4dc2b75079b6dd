/**
 * Lets callers that ask for the same thing at the same time share an answer. Nobody is given one that was under way
 * before it asked: callers that ask meanwhile share the next one. A storm of readers of one channel costs a few reads.
 */
export interface SharedReads<Answer> {
  /** @throws what the read throws, to all who share it. */
  read(key: string): Promise<Answer>;
}

/** Shares what `read` answers among those who ask for the same key. */
export function createSharedReads<Answer>(read: (key: string) => Promise<Answer>): SharedReads<Answer> {
  const underWay = new Map<string, Promise<unknown>>();
  const upcoming = new Map<string, Promise<Answer>>();

  async function readNext(key: string): Promise<Answer> {
    await underWay.get(key);
    upcoming.delete(key);
    const reading = read(key);
    const settled = reading.then(
      () => undefined,
      () => undefined,
    );
    underWay.set(key, settled);
    try {
      return await reading;
    } finally {
      if (underWay.get(key) === settled) underWay.delete(key);
    }
  }

  return {
    async read(key) {
      const next = upcoming.get(key) ?? readNext(key);
      upcoming.set(key, next);
      return next;
    },
  };
}
