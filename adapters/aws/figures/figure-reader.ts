import * as z from 'zod/mini';
import type { AsOfPorts } from '../../../core/figures/as-of.ts';
import type { DatedPage } from '../../../core/figures/stats.ts';
import { QueryCommand, paginateQuery } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { figurePartition, sortTime, startIn } from './figure-keys.ts';
import { unpackPage } from './packed-page.ts';

const Item = z.object({ sk: z.string(), figures: z.instanceof(Uint8Array) });

/** One for each shard of the stream; a busy table has several. */
const NEWEST_ITEMS = 8;

/** Reads the Figures table for everything that shows figures. */
export function createFigureReader(db: DocumentClient, table: string): AsOfPorts['figures'] {
  return {
    async readPages(organizationId, { bucket, from, until }) {
      const pages: DatedPage[] = [];
      const read = paginateQuery(
        { client: db },
        {
          TableName: table,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :until',
          ProjectionExpression: 'sk, figures',
          ExpressionAttributeValues: {
            ':pk': figurePartition(organizationId, bucket),
            ':from': sortTime(from),
            // An item's key continues after the time, so an item at the end is not included.
            ':until': sortTime(until),
          },
        },
      );
      for await (const { Items } of read) {
        for (const item of Items) {
          const { sk, figures } = Item.parse(item);
          pages.push({ start: startIn(sk), page: unpackPage(figures) });
        }
      }
      return pages;
    },

    async readNewest(organizationId) {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': figurePartition(organizationId, '5m') },
          ScanIndexForward: false,
          Limit: NEWEST_ITEMS,
        }),
      );
      return Items.map((item) => unpackPage(Item.parse(item).figures));
    },
  };
}
