import * as z from 'zod/mini';
import type { QuotaWarning, WarnPorts } from '../../../core/usage/warn-of-quotas.ts';
import { auditWrite } from '../directory/audit-repository.ts';
import { transact, type Write } from '../directory/transact.ts';
import { GetCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { noticeWrites } from '../messages/message-items.ts';
import { counterKeys } from './counter-keys.ts';
import type { TableNames } from '../../../core/storage/tables.ts';

const State = z.object({
  count: z.number(),
  limit: z.number(),
  warned: z.optional(z.object({ limit: z.number(), level: z.number() })),
});

type Tables = Pick<TableNames, 'counters' | 'directory' | 'messages' | 'liveEvents'>;

/** A quota's counter records which warnings were sent; one transaction writes the record and the warning. */
export function createQuotaWarnings(db: DocumentClient, tables: Tables): WarnPorts['quotas'] {
  return {
    async read(organizationId, month) {
      const Key = counterKeys.quota(organizationId, month);
      const { Item } = await db.send(new GetCommand({ TableName: tables.counters, Key }));
      return Item === undefined ? undefined : State.parse(Item);
    },

    async warn(warning) {
      const { kind } = await transact(db, [
        mark(tables.counters, warning),
        auditWrite(tables.directory, warning.entry),
        ...noticeWrites(tables, warning.notice),
      ]);
      return kind === 'written';
    },
  };
}

/** Of two runs, only one marks; if the limit changed meanwhile, the next run looks again. */
function mark(TableName: string, { organizationId, month, state, level }: QuotaWarning): Write {
  const { limit, warned } = state;
  const isUnchanged = warned === undefined ? 'attribute_not_exists(warned)' : 'warned = :before';
  return {
    Update: {
      TableName,
      Key: counterKeys.quota(organizationId, month),
      UpdateExpression: 'SET warned = :warned',
      ConditionExpression: `#limit = :limit AND ${isUnchanged}`,
      ExpressionAttributeNames: { '#limit': 'limit' },
      ExpressionAttributeValues: {
        ':warned': { limit, level },
        ':limit': limit,
        ...(warned === undefined ? {} : { ':before': warned }),
      },
    },
  };
}
