import type { Alert } from '../../../core/alert/alert.ts';
import type { AlertHeads, AlertKey, StepResult } from '../../../core/alert/apply-change.ts';
import { type AlertStep, written } from '../../../core/alert/change.ts';
import { GetCommand, PutCommand, UpdateCommand } from '../dynamodb/commands.ts';
import { type DocumentClient, createDocumentClient } from '../dynamodb/document-client.ts';
import { isNew, transact } from '../directory/transact.ts';
import { ConditionalCheckFailedException, TransactionCanceledException } from '../dynamodb/dynamodb-errors.ts';
import { alertIn, alertRow, archiveKey, headKey } from './alert-rows.ts';
import { updateOf } from './alert-updates.ts';

/** `createAlertHeads` over a client of its own, which makes one attempt. */
export function openAlertHeads(table: string): AlertHeads {
  return createAlertHeads(createDocumentClient({ maxAttempts: 1, patienceMs: 1000 }), table);
}

/** Errors by which DynamoDB says for certain that it wrote nothing. */
const REFUSALS: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionConflictException',
]);

/**
 * The newest alert of each key in the Alerts table. A write adds to a count, so it must not be repeated unseen.
 *
 * @param db its client makes one attempt: what an answer that is lost means is for the caller to know
 */
export function createAlertHeads(db: DocumentClient, table: string): AlertHeads {
  async function read(key: AlertKey): Promise<Alert | undefined> {
    const { Item } = await db.send(new GetCommand({ TableName: table, Key: headKey(key), ConsistentRead: true }));
    return Item === undefined ? undefined : alertIn(Item);
  }

  async function begin(step: AlertStep): Promise<StepResult> {
    const Item = alertRow(headKey(step.change), written(undefined, step));
    await db.send(new PutCommand({ TableName: table, Item, ...isNew, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }));
    return { kind: 'written', before: undefined };
  }

  async function beginAgain(step: AlertStep, over: Alert): Promise<StepResult> {
    const { change } = step;
    const result = await transact(db, [
      { Put: { TableName: table, Item: alertRow(archiveKey(over), over) } },
      {
        Put: {
          TableName: table,
          Item: alertRow(headKey(change), written(over, step)),
          ConditionExpression: 'alertId = :id AND #count = :count AND #status = :resolved AND newestAt <= :at',
          ExpressionAttributeNames: { '#count': 'count', '#status': 'status' },
          ExpressionAttributeValues: {
            ':id': over.id,
            ':count': over.count,
            ':resolved': 'resolved',
            ':at': change.at,
          },
        },
      },
    ]);
    if (result.kind === 'written') return { kind: 'written', before: over };
    return result.kind === 'conflict' ? { kind: 'busy' } : { kind: 'refused', found: await read(change) };
  }

  async function makeTry(step: AlertStep): Promise<StepResult> {
    const { effect, change, seen } = step;
    if (effect === 'begin') return begin(step);
    if (effect === 'begin-again') {
      if (seen === undefined) throw new Error('An alert begins again only after one that was seen.');
      return beginAgain(step, seen);
    }
    const { Attributes } = await db.send(
      new UpdateCommand({
        TableName: table,
        Key: headKey(change),
        ...updateOf(step, effect),
        ReturnValues: 'ALL_OLD',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { kind: 'written', before: alertIn(Attributes ?? {}) };
  }

  return {
    read,
    async write(step) {
      try {
        return await makeTry(step);
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return { kind: 'refused', ...foundIn(error) };
        return { kind: isRefusal(error) ? 'busy' : 'doubtful' };
      }
    },
  };
}

function foundIn({ Item }: ConditionalCheckFailedException): { readonly found: Alert | undefined } {
  return { found: Item === undefined ? undefined : alertIn(Item) };
}

/** A cancelled transaction wrote nothing either, whatever cancelled it. */
function isRefusal(error: unknown): boolean {
  return error instanceof TransactionCanceledException || (error instanceof Error && REFUSALS.has(error.name));
}
