import { z } from '@hono/zod-openapi';
import { type IdKind, isId } from '../../core/message/ids.ts';
import type { Page, PageRequest } from '../../core/directory/page.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;

/**
 * `limit` and `cursor` of a list of `kind`, or of things whose ids have no ULID. A cursor holds nothing but an id, and
 * the organisation always comes from the path: a cursor of another organisation is only a position in time.
 */
export function pageQuery(kind: IdKind | ((id: string) => boolean)) {
  const isPosition = (id: string) => (typeof kind === 'string' ? isId(kind, id) : kind(id));
  return {
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(MAX_LIMIT)
      .default(DEFAULT_LIMIT)
      .meta({
        description: `How many items at most, 1 to ${MAX_LIMIT}.`,
      }),
    cursor: z
      .string()
      .transform((cursor, context) => {
        const id = Buffer.from(cursor, 'base64url').toString();
        if (isPosition(id)) return id;
        context.addIssue({ code: 'custom', message: 'not a cursor of this list' });
        return z.NEVER;
      })
      .optional()
      .meta({ description: '`nextCursor` of the page before.' }),
  };
}

/** The page that a list query requests. */
export function pageOf({ limit, cursor }: { limit: number; cursor?: string | undefined }): PageRequest {
  return { limit, ...(cursor === undefined ? {} : { after: cursor }) };
}

/** A list answer (contract section 6). */
export function listView<T>({ items, next }: Page<T>, view: (item: T) => unknown) {
  return { items: items.map(view), nextCursor: next === undefined ? null : Buffer.from(next).toString('base64url') };
}

/** The schema of a list answer. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}
