/** How long somebody waits before they want to know what for. */
const AFTER_MS = 1000;
const ERASE_LINE = '\r\u001b[K';

/** Shows a line at a terminal while work takes longer than a second, and removes it again. */
export async function withProgress<T>(
  stderr: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  text: string,
  work: () => Promise<T>,
): Promise<T> {
  if (!stderr.isTTY) return work();
  let shown = false;
  const timer = setTimeout(() => {
    shown = true;
    stderr.write(`notify: ${text} …`);
  }, AFTER_MS);
  return work().finally(() => {
    clearTimeout(timer);
    if (shown) stderr.write(ERASE_LINE);
  });
}
