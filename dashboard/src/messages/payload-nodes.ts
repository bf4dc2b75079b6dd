/** A value within a payload. */
export interface PayloadNode {
  /** As a filter addresses it. */
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
}

/** Whether a value holds others. */
export const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** How many values one holds. */
export const sizeOf = (value: object): number => (Array.isArray(value) ? value : Object.keys(value)).length;

/** What a value holds, from the `start`th on, at most `count`. */
export function childrenOf({ path, value }: Omit<PayloadNode, 'name'>, start: number, count: number): PayloadNode[] {
  if (Array.isArray(value)) {
    return value.slice(start, start + count).map((item: unknown, index) => {
      const name = `[${start + index}]`;
      return { path: path + name, name, value: item };
    });
  }
  if (!isBranch(value)) return [];
  return Object.entries(value)
    .slice(start, start + count)
    .map(([name, item]) => ({ path: pathOf(path, name), name, value: item }));
}

function pathOf(parent: string, name: string): string {
  if (!/^[A-Za-z_][\w-]*$/.test(name)) return `${parent}[${JSON.stringify(name)}]`;
  return parent === '' ? name : `${parent}.${name}`;
}

/** What is open at first: level by level from the top, as long as no more than `maxRows` values are seen. */
export function openAtFirst(payload: object, maxRows: number): ReadonlySet<object> {
  const open = new Set<object>();
  let rows = sizeOf(payload);
  let level = Object.values(payload).filter(isBranch);
  while (level.length > 0) {
    const next: object[] = [];
    for (const value of level) {
      rows += sizeOf(value);
      if (rows > maxRows) return open;
      open.add(value);
      next.push(...Object.values(value).filter(isBranch));
    }
    level = next;
  }
  return open;
}
