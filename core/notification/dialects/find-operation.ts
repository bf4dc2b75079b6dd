import type { Dialect, Operation } from './dialect.ts';

/** The call that a request makes, or why it makes none. */
export type Found =
  | { readonly kind: 'operation'; readonly operation: Operation; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'no-path' }
  | { readonly kind: 'no-method'; readonly allowed: readonly string[] };

/**
 * Finds the operation for a method and a path. A slash at the end of the path means nothing. A literal step wins over a
 * parameter by its place in the dialect's list.
 *
 * @param path below the address of the dialect, decoded; empty or with a slash in front
 */
export function findOperation({ operations }: Pick<Dialect, 'operations'>, method: string, path: string): Found {
  const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
  const allowed: string[] = [];
  for (const operation of operations) {
    const params = match(operation.path, trimmed);
    if (params === undefined) continue;
    if (operation.method === method) return { kind: 'operation', operation, params };
    allowed.push(operation.method);
  }
  return allowed.length === 0 ? { kind: 'no-path' } : { kind: 'no-method', allowed: [...new Set(allowed)] };
}

function match(pattern: string, path: string): Record<string, string> | undefined {
  const source = pattern.replaceAll(/\{(\w+)(\+?)\}/g, (_, name: string, greedy: string) =>
    greedy === '' ? `(?<${name}>[^/]+)` : `(?<${name}>.+)`,
  );
  const found = new RegExp(`^${source}$`, 's').exec(path);
  return found === null ? undefined : { ...found.groups };
}
