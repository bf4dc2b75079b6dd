/**
 * Does `work` after `ms` milliseconds. `work` must not reject.
 *
 * @returns a function that cancels the work, or settles when work that has begun is done
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
