import * as z from 'zod/mini';
import type { ReconcilePorts, Watermark } from '../../../core/delivery/reconcile.ts';
import { GetCommand, PutCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { ConditionalCheckFailedException } from '../dynamodb/dynamodb-errors.ts';
import { counterKeys } from './counter-keys.ts';

const Item: z.ZodMiniType<Watermark> = z.object({
  until: z.number(),
  position: z.optional(
    z.object({
      target: z.number(),
      organizationId: z.string(),
      shard: z.number(),
      before: z.optional(z.string()),
    }),
  ),
});

/** How far a reconciling sweep got: one item for each sweep. It never expires. */
export function createWatermarkStore(
  db: DocumentClient,
  { table, name }: { readonly table: string; readonly name: string },
): ReconcilePorts['watermark'] {
  const Key = counterKeys.reconciled(name);
  return {
    async read() {
      const found = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return found.Item === undefined ? undefined : Item.parse(found.Item);
    },

    async move(from, to) {
      const put = new PutCommand({
        TableName: table,
        Item: { ...Key, ...to },
        ConditionExpression: 'attribute_not_exists(pk) OR #until = :until',
        ExpressionAttributeNames: { '#until': 'until' },
        ExpressionAttributeValues: { ':until': from.until },
      });
      await db.send(put).catch((error: unknown) => {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      });
    },
  };
}
