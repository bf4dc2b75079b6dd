import { isJsonObject } from '../../../core/message/json-object.ts';
import { type ServiceRefusal, ServiceError } from '../calls/service-error.ts';
import { type PlainRow, rowOf } from './attributes.ts';

/** A condition did not hold. */
export class ConditionalCheckFailedException extends ServiceError {
  /** As it is, if the call asked for it by `ReturnValuesOnConditionCheckFailure` and there is one. */
  readonly Item: PlainRow | undefined;

  constructor(refusal: ServiceRefusal) {
    super(refusal);
    const { Item } = refusal.body;
    this.Item = isJsonObject(Item) ? rowOf(Item) : undefined;
  }
}

/** A transaction wrote nothing. */
export class TransactionCanceledException extends ServiceError {
  /** One for each write, in their order; `None` for those that were not the reason. */
  readonly CancellationReasons: readonly { readonly Code: string }[];

  constructor(refusal: ServiceRefusal) {
    super(refusal);
    const { CancellationReasons: reasons } = refusal.body;
    this.CancellationReasons = Array.isArray(reasons) ? reasons.map((reason) => ({ Code: codeIn(reason) })) : [];
  }
}

function codeIn(reason: unknown): string {
  return isJsonObject(reason) && typeof reason['Code'] === 'string' ? reason['Code'] : 'None';
}

/** The error that a refusal of DynamoDB is to its caller. */
export function dynamoDbError(refusal: ServiceRefusal): ServiceError {
  switch (refusal.name) {
    case 'ConditionalCheckFailedException':
      return new ConditionalCheckFailedException(refusal);
    case 'TransactionCanceledException':
      return new TransactionCanceledException(refusal);
    default:
      return new ServiceError(refusal);
  }
}
