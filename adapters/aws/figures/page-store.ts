import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { removedAt } from '../../../core/figures/bucket.ts';
import { maySplit, type PageStore, type Place, type StoredPage } from '../../../core/figures/count.ts';
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

/** Items that an instance remembers at most. */
const MAX_KNOWN = 500;

/**
 * Reads and writes the items of the Figures table for whoever counts. What was written is not read again: should somebody
 * else have changed it meanwhile, the next write is refused, and then it is.
 */
export function createPageStore(db: DynamoDBDocumentClient, table: string): PageStore {
  const read = createGatheredReader(db);
  const known = new Map<string, StoredPage>();
  const nameOf = (place: Place) => Object.values(figureKey(place)).join(' ');
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
        // Nothing is added to an item that was split.
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
