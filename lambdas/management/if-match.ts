import type { Precondition } from '../../core/directory/change.ts';

/**
 * What an `If-Match` header asks for. Anything but `*` and the entity tags that we give matches no version.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
 */
export function readIfMatch(header: string | undefined): Precondition | undefined {
  if (header === undefined) return undefined;
  const tags = new Set(header.split(',').map((tag) => tag.trim()));
  return (version) => tags.has('*') || tags.has(`"${version}"`);
}
