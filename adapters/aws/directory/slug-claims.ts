import type { Managed } from '../../../core/directory/managed.ts';
import { directoryKeys as keys } from './directory-keys.ts';
import { isNew, type Write } from './transact.ts';

type Named = Pick<Managed, 'slug'> & { readonly organizationId: string; readonly id: string };

interface SlugChange {
  readonly kind: 'webhook' | 'channel';
  /** What is stored; absent: nothing yet. */
  readonly before?: Named;
  /** What will be stored; absent: nothing any more. */
  readonly after?: Named;
}

/**
 * The writes that keep a slug to one thing: each slug that is in use has a row. Without an index, they hold on tables
 * that earlier versions made, too. A claim is the first of them, and the only one that can be refused.
 */
export function slugWrites(TableName: string, { kind, before, after }: SlugChange): Write[] {
  if (before?.slug === after?.slug) return [];
  const rowOf = ({ organizationId }: Named, slug: string) => keys.slug(organizationId, `${kind}#${slug}`);
  return [
    ...(after?.slug === undefined
      ? []
      : [{ Put: { TableName, Item: { ...rowOf(after, after.slug), id: after.id }, ...isNew } }]),
    ...(before?.slug === undefined ? [] : [{ Delete: { TableName, Key: rowOf(before, before.slug) } }]),
  ];
}
