interface Limits {
  /** Requests to one host at a time. */
  readonly perHost: number;
  /** How long to wait for a free place, milliseconds. */
  readonly waitMs: number;
}

/** Counts the requests of this instance to each host, so that a slow host does not take a whole batch. */
export function createHostPlaces({ perHost, waitMs }: Limits) {
  const hosts = new Map<string, { taken: number; waiting: (() => void)[] }>();

  function leave(host: string): void {
    const places = hosts.get(host);
    if (places === undefined) return;
    const next = places.waiting.shift();
    if (next !== undefined) return next();
    places.taken -= 1;
    if (places.taken === 0) hosts.delete(host);
  }

  return {
    /** @returns a function to call when the request is over; absent when no place came free in time. */
    async enter(host: string): Promise<(() => void) | undefined> {
      const places = hosts.get(host) ?? { taken: 0, waiting: [] };
      hosts.set(host, places);
      if (places.taken >= perHost) {
        if (!(await turnOf(places.waiting, waitMs))) return undefined;
      } else {
        places.taken += 1;
      }
      let isInside = true;
      return () => {
        if (isInside) leave(host);
        isInside = false;
      };
    },
  };
}

/** Whether a place was handed over in time. */
async function turnOf(waiting: (() => void)[], waitMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => {
    waiting.splice(waiting.indexOf(handOver), 1);
    resolve(false);
  }, waitMs);
  const handOver = () => {
    clearTimeout(timer);
    resolve(true);
  };
  waiting.push(handOver);
  return promise;
}
