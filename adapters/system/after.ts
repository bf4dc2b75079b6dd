/**
 * Does `work` after `ms` milliseconds. `work` must not reject.
 *
 * @returns calls it off, or settles when what has begun is done
 */
export function after(ms: number, work: () => Promise<void>): () => Promise<void> {
  let begun: Promise<void> | undefined;
  const timer = setTimeout(() => {
    begun = work();
  }, ms);
  return async () => {
    clearTimeout(timer);
    await begun;
  };
}
