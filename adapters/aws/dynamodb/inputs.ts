/** An item, a key, or the values of an expression. `attributesOf` says which values it may hold. */
type Values = object;

/** What an expression calls by other names. */
interface Expressions {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Values | undefined;
}

interface Condition extends Expressions {
  readonly ConditionExpression?: string | undefined;
  readonly ReturnValuesOnConditionCheckFailure?: 'ALL_OLD' | undefined;
}

/** Which item. */
interface KeyInput {
  readonly TableName: string;
  readonly Key: Values;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_GetItem.html */
export interface GetInput extends KeyInput {
  readonly ConsistentRead?: boolean | undefined;
  readonly ProjectionExpression?: string | undefined;
  readonly ExpressionAttributeNames?: Expressions['ExpressionAttributeNames'];
}

interface Put extends Condition {
  readonly TableName: string;
  readonly Item: Values;
}

interface Update extends KeyInput, Condition {
  /** Absent: makes an item with nothing but its key, if there is none. */
  readonly UpdateExpression?: string | undefined;
}

interface Delete extends KeyInput, Condition {}

interface ConditionCheck extends KeyInput, Condition {
  readonly ConditionExpression: string;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutItem.html */
export interface PutInput extends Put {
  readonly ReturnValues?: 'ALL_OLD' | undefined;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateItem.html */
export interface UpdateInput extends Update {
  readonly ReturnValues?: 'ALL_OLD' | 'ALL_NEW' | 'UPDATED_OLD' | 'UPDATED_NEW' | undefined;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteItem.html */
export interface DeleteInput extends Delete {
  readonly ReturnValues?: 'ALL_OLD' | undefined;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html */
export interface QueryInput extends Expressions {
  readonly TableName: string;
  readonly IndexName?: string | undefined;
  readonly KeyConditionExpression: string;
  readonly FilterExpression?: string | undefined;
  readonly ProjectionExpression?: string | undefined;
  readonly Select?: 'COUNT' | undefined;
  readonly ConsistentRead?: boolean | undefined;
  readonly ScanIndexForward?: boolean | undefined;
  readonly Limit?: number | undefined;
  readonly ExclusiveStartKey?: Values | undefined;
}

/** Which items of a table. */
export interface WantedKeys {
  readonly Keys: readonly Values[];
  readonly ConsistentRead?: boolean | undefined;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html */
export interface BatchGetInput {
  readonly RequestItems: Readonly<Record<string, WantedKeys>>;
}

/** A write of a batch. */
export type BatchWrite =
  | { readonly PutRequest: { readonly Item: Values } }
  | { readonly DeleteRequest: { readonly Key: Values } };

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html */
export interface BatchWriteInput {
  readonly RequestItems: Readonly<Record<string, readonly BatchWrite[]>>;
}

/** A write of a transaction: one of the four. */
export interface TransactWrite {
  readonly Put?: Put;
  readonly Update?: Update;
  readonly Delete?: Delete;
  readonly ConditionCheck?: ConditionCheck;
}

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
export interface TransactWriteInput {
  readonly TransactItems: readonly TransactWrite[];
}
