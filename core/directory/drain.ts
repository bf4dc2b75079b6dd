import type { Page, PageRequest } from './page.ts';

const AT_ONCE = 20;

/** Does something with every item of a list, such as removing it, some at a time. */
export async function drain<T>(
  list: (page: PageRequest) => Promise<Page<T>>,
  handle: (item: T) => Promise<void>,
): Promise<void> {
  let after: string | undefined;
  do {
    const page = await list({ limit: AT_ONCE, ...(after === undefined ? {} : { after }) });
    await Promise.all(page.items.map(handle));
    after = page.next;
  } while (after !== undefined);
}
