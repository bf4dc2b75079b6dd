/** Keys are requested again after this time, so that a key withdrawn in KMS soon goes out of use. */
const CACHE_MS = 10 * 60_000;
const MAX_CACHED = 1000;

/** Gives the key of a name, by `load` when it is not known or was loaded too long ago. */
export type KeyCache = (name: string, load: () => Promise<Uint8Array>) => Promise<Uint8Array>;

/**
 * Keeps opened data keys of an instance in memory: what strangers send must not cost a call of KMS each.
 *
 * @param now epoch milliseconds
 */
export function createKeyCache(now: () => number): KeyCache {
  const cache = new Map<string, { readonly key: Promise<Uint8Array>; readonly until: number }>();
  return (name, load) => {
    const cached = cache.get(name);
    if (cached !== undefined && cached.until > now()) return cached.key;
    const key = load();
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(name, { key, until: now() + CACHE_MS });
    key.catch(() => cache.delete(name));
    return key;
  };
}
