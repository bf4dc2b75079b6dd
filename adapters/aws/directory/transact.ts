import { TransactWriteCommand } from '../dynamodb/batch-commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { TransactionCanceledException } from '../dynamodb/dynamodb-errors.ts';
import type { TransactWrite } from '../dynamodb/inputs.ts';

export type Write = TransactWrite;

/** The result of a transaction; `refusedBy` is the position of the first write whose condition did not hold. */
export type Transacted =
  | { readonly kind: 'written' }
  | { readonly kind: 'refused'; readonly refusedBy: number }
  | { readonly kind: 'conflict' };

/**
 * Makes all writes or none. Refused conditions and collisions with another transaction are expected answers.
 *
 * @throws when the transaction is cancelled for any other reason, such as throttling or an item that is too large.
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 */
export async function transact(db: DocumentClient, writes: Write[]): Promise<Transacted> {
  try {
    await db.send(new TransactWriteCommand({ TransactItems: writes }));
    return { kind: 'written' };
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const codes = error.CancellationReasons?.map(({ Code }) => Code) ?? [];
    const refusedBy = codes.indexOf('ConditionalCheckFailed');
    if (refusedBy !== -1) return { kind: 'refused', refusedBy };
    if (codes.includes('TransactionConflict')) return { kind: 'conflict' };
    throw error;
  }
}

/** The condition that an item is still the `version` that was read. */
export function stillVersion(version: number) {
  return {
    ConditionExpression: '#version = :version',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': version },
  };
}

/** The condition that there is no item under the key yet. */
export const isNew = { ConditionExpression: 'attribute_not_exists(pk)' } as const;

/** The condition that the item still exists. */
export const isThere = { ConditionExpression: 'attribute_exists(pk)' } as const;
