import * as z from 'zod/mini';
import { Organization, Plan } from '../../../core/directory/organization.ts';
import { monthlyLimit, monthOf, type QuotaCheck } from '../../../core/directory/quota.ts';
import { directoryKeys } from '../directory/directory-keys.ts';
import { GetCommand, PutCommand, UpdateCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { ConditionalCheckFailedException } from '../dynamodb/dynamodb-errors.ts';
import { counterKeys } from './counter-keys.ts';

const Counter = z.object({ count: z.number(), limit: z.number(), plan: Plan });

/** Two months: the usage page reads a month's counter for a while after the month ends. */
const LIFETIME_MS = 62 * 24 * 60 * 60 * 1000;

/**
 * Counts accepted sends of an organisation in one item a month. The item holds the limit, so the increment and its
 * check are one conditional write, and of 200 concurrent sends at the boundary exactly the quota is accepted.
 */
export function createQuotaCounter(db: DocumentClient, tables: { counters: string; directory: string }) {
  async function read(organizationId: string, now: number) {
    const { Item } = await db.send(
      new GetCommand({
        TableName: tables.counters,
        Key: counterKeys.quota(organizationId, monthOf(now)),
        ConsistentRead: true,
      }),
    );
    return Item === undefined ? undefined : Counter.parse(Item);
  }

  /** Makes this month's counter from the organisation's plan, unless another send just did. */
  async function create(organizationId: string, now: number): Promise<void> {
    const { Item } = await db.send(
      new GetCommand({
        TableName: tables.directory,
        Key: directoryKeys.organization(organizationId),
        ConsistentRead: true,
      }),
    );
    const organization = Organization.parse(Item);
    const item = {
      ...counterKeys.quota(organizationId, monthOf(now)),
      count: 0,
      limit: monthlyLimit(organization),
      plan: organization.plan,
      expiresAt: Math.floor((now + LIFETIME_MS) / 1000),
    };
    const put = new PutCommand({
      TableName: tables.counters,
      Item: item,
      ConditionExpression: 'attribute_not_exists(pk)',
    });
    await db.send(put).catch(ignoreConditionFailed);
  }

  async function increment(organizationId: string, now: number): Promise<boolean> {
    const update = new UpdateCommand({
      TableName: tables.counters,
      Key: counterKeys.quota(organizationId, monthOf(now)),
      UpdateExpression: 'ADD #count :one',
      ConditionExpression: '#count < #limit',
      ExpressionAttributeNames: { '#count': 'count', '#limit': 'limit' },
      ExpressionAttributeValues: { ':one': 1 },
    });
    return db.send(update).then(() => true, ignoreConditionFailed);
  }

  return {
    /** Counts one send, unless the quota is used up. */
    async count(organizationId: string, now: number): Promise<QuotaCheck> {
      if (await increment(organizationId, now)) return { kind: 'ok' };
      if ((await read(organizationId, now)) === undefined) await create(organizationId, now);
      if (await increment(organizationId, now)) return { kind: 'ok' };
      return this.check(organizationId, now);
    },

    /** Whether the quota is used up, without counting: for a send that is refused anyway. */
    async check(organizationId: string, now: number): Promise<QuotaCheck> {
      const counter = await read(organizationId, now);
      if (counter === undefined || counter.count < counter.limit) return { kind: 'ok' };
      return { kind: 'exceeded', limit: counter.limit, usage: counter.count, plan: counter.plan };
    },
  };
}

function ignoreConditionFailed(error: unknown): false {
  if (error instanceof ConditionalCheckFailedException) return false;
  throw error;
}
