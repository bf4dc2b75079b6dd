import * as z from 'zod/mini';
import { removedAt } from '../../../core/figures/bucket.ts';
import { maySplit, type PageStore, type Place, type StoredPage } from '../../../core/figures/count.ts';
import { PutCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { ConditionalCheckFailedException } from '../dynamodb/dynamodb-errors.ts';
import { createGatheredReader } from '../dynamodb/gathered-reader.ts';
import { figureKey } from './figure-keys.ts';
import { packPage, unpackPage } from './packed-page.ts';

const Item = z.object({
  position: z.string(),
  isSplit: z.optional(z.boolean()),
  figures: z.instanceof(Uint8Array),
});

/** Far below the 400 KB that an item may have: each write of an item costs by its size, however little changed. */
const MAX_BYTES = 64 * 1024;

const nameOf = (place: Place): string => Object.values(figureKey(place)).join(' ');

/** The most items that an instance remembers. */
const MAX_KNOWN = 500;

/**
 * Reads and writes the items of the Figures table for the counter. It does not read its own writes again: if another
 * instance has changed an item meanwhile, the next write is refused, and then it reads the item.
 */
export function createPageStore(db: DocumentClient, table: string): PageStore {
  const read = createGatheredReader(db);
  const known = new Map<string, StoredPage>();
  return {
    async read(place) {
      const written = known.get(nameOf(place));
      if (written !== undefined) return written;
      const row = await read({ table, key: figureKey(place), consistent: true });
      if (row === undefined) return undefined;
      const { position, isSplit = false, figures } = Item.parse(row);
      return { position, isSplit, page: unpackPage(figures) };
    },

    async write(place, seen, { position, isSplit, page }) {
      const figures = packPage(page);
      if (figures.length > MAX_BYTES && !isSplit && maySplit(place)) return 'full';
      known.delete(nameOf(place));
      const put = new PutCommand({
        TableName: table,
        Item: {
          ...figureKey(place),
          position,
          ...(isSplit ? { isSplit } : {}),
          figures,
          expiresAt: Math.floor(removedAt(place.bucket, place.start) / 1000),
        },
        // A split item takes no more entries.
        ConditionExpression:
          seen === undefined ? 'attribute_not_exists(pk)' : '#position = :seen AND attribute_not_exists(isSplit)',
        ...(seen === undefined
          ? {}
          : { ExpressionAttributeNames: { '#position': 'position' }, ExpressionAttributeValues: { ':seen': seen } }),
      });
      try {
        await db.send(put);
        if (known.size === MAX_KNOWN) known.clear();
        known.set(nameOf(place), { position, isSplit, page });
        return 'written';
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return 'changed';
        throw error;
      }
    },
  };
}
