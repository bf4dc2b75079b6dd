interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** More than anybody lists by hand; a loop must end. */
const MAX_PAGES = 50;

/** Reads a list to its end, page by page: a page may be empty and still have a next one. */
export async function readAll<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
  maxPages = MAX_PAGES,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const { items: found, nextCursor } = await read(cursor);
    items.push(...found);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return items;
}
