interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Twenty thousand of what comes by the hundred; a loop must end. */
const MAX_PAGES = 200;

/** Reads a list to its end, page by page, or until it has `enough`: a page may be empty and still have a next one. */
export async function readAll<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
  { maxPages = MAX_PAGES, enough = Infinity }: { readonly maxPages?: number; readonly enough?: number } = {},
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const { items: found, nextCursor } = await read(cursor);
    items.push(...found);
    if (nextCursor === null || items.length >= enough) break;
    cursor = nextCursor;
  }
  return items;
}
