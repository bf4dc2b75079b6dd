import * as z from 'zod/mini';
import { monthOf } from '../../../core/directory/quota.ts';
import { addUsage, noUsage, Usage, usageFields } from '../../../core/usage/usage.ts';
import type { CountPorts } from '../../../core/usage/count-usage.ts';
import { isNew, stillVersion, transact } from '../directory/transact.ts';
import { BatchGetCommand } from '../dynamodb/batch-commands.ts';
import { GetCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { type CounterKey, counterKeys } from './counter-keys.ts';

const Counted = z.extend(Usage, { version: z.number() });
const Month = z.extend(Usage, { pk: z.string() });

/** A span is counted for the last time after two days. */
const SPAN_LIFETIME_SECONDS = 4 * 24 * 60 * 60;
/** Three years: more than anybody can ask for. */
const MONTH_LIFETIME_SECONDS = 3 * 366 * 24 * 60 * 60;

/** The usage of each span, and the sum of each month, in the Counters table. */
export function createSpanCounts(db: DocumentClient, table: string) {
  return {
    setSpan: async (organizationId, start, usage) => {
      const Key = counterKeys.usage(organizationId, start);
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      const before = Item === undefined ? undefined : Counted.parse(Item);
      const difference = addUsage(usage, before ?? noUsage, -1);
      if (usageFields.every((field) => difference[field] === 0)) return;
      const version = (before?.version ?? 0) + 1;
      const seconds = Math.floor(start / 1000);
      const item = { ...Key, ...usage, version, expiresAt: seconds + SPAN_LIFETIME_SECONDS };
      const condition = before === undefined ? isNew : stillVersion(before.version);
      // Both or neither: a span that another run counted meanwhile is right already.
      await transact(db, [
        { Put: { TableName: table, Item: item, ...condition } },
        { Update: addToMonth(table, counterKeys.usage(organizationId, monthOf(start)), { difference, seconds }) },
      ]);
    },
  } satisfies Pick<CountPorts['usage'], 'setSpan'>;
}

function addToMonth(
  TableName: string,
  Key: CounterKey,
  { difference, seconds }: { readonly difference: Usage; readonly seconds: number },
) {
  return {
    TableName,
    Key,
    UpdateExpression: `ADD ${usageFields.map((field) => `#${field} :${field}`).join(', ')} SET expiresAt = :expiresAt`,
    ExpressionAttributeNames: Object.fromEntries(usageFields.map((field) => [`#${field}`, field])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(usageFields.map((field) => [`:${field}`, difference[field]])),
      ':expiresAt': seconds + MONTH_LIFETIME_SECONDS,
    },
  };
}

/** Reads the sums of months, such as `2026-11`. */
export function createMonthReader(db: DocumentClient, table: string) {
  return {
    /** At most 36 months. A month without a count is zero. */
    async readMonths(organizationId: string, months: readonly string[]): Promise<Usage[]> {
      const Keys = months.map((month) => counterKeys.usage(organizationId, month));
      const { Responses, UnprocessedKeys } = await db.send(
        new BatchGetCommand({ RequestItems: { [table]: { Keys } } }),
      );
      if (Object.keys(UnprocessedKeys).length > 0) throw new Error('DynamoDB left months unread.');
      const found = new Map((Responses[table] ?? []).map((item) => [Month.parse(item).pk, Usage.parse(item)]));
      return Keys.map(({ pk }) => found.get(pk) ?? noUsage);
    },
  };
}
