/** How one error looks on the wire: the shape's name, and the older query protocol's code where it differs. */
interface WireName {
  readonly namespace: string;
  readonly shape: string;
  readonly queryCode: string;
}

function sqs(shape: string, queryCode = `AWS.SimpleQueueService.${shape}`): WireName {
  return {
    namespace: 'com.amazonaws.sqs',
    shape,
    queryCode,
  };
}
function coral(shape: string, queryCode: string): WireName {
  return {
    namespace: 'com.amazon.coral.service',
    shape,
    queryCode,
  };
}

const wireNames = {
  QueueDoesNotExist: sqs('QueueDoesNotExist', 'AWS.SimpleQueueService.NonExistentQueue'),
  QueueNameExists: sqs('QueueNameExists', 'QueueAlreadyExists'),
  EmptyBatchRequest: sqs('EmptyBatchRequest'),
  TooManyEntriesInBatchRequest: sqs('TooManyEntriesInBatchRequest'),
  BatchEntryIdsNotDistinct: sqs('BatchEntryIdsNotDistinct'),
  BatchRequestTooLong: sqs('BatchRequestTooLong'),
  InvalidBatchEntryId: sqs('InvalidBatchEntryId'),
  MessageNotInflight: sqs('MessageNotInflight'),
  UnsupportedOperation: sqs('UnsupportedOperation'),
  ReceiptHandleIsInvalid: sqs('ReceiptHandleIsInvalid', 'ReceiptHandleIsInvalid'),
  InvalidMessageContents: sqs('InvalidMessageContents', 'InvalidMessageContents'),
  InvalidAttributeName: sqs('InvalidAttributeName', 'InvalidAttributeName'),
  InvalidAttributeValue: sqs('InvalidAttributeValue', 'InvalidAttributeValue'),
  OverLimit: sqs('OverLimit', 'OverLimit'),
  ResourceNotFoundException: sqs('ResourceNotFoundException', 'ResourceNotFoundException'),
  InvalidParameterValue: coral('InvalidParameterValueException', 'InvalidParameterValue'),
  MissingParameter: coral('MissingRequiredParameterException', 'MissingParameter'),
  SerializationException: coral('SerializationException', 'MalformedInput'),
  UnknownOperation: coral('UnknownOperationException', 'InvalidAction'),
} as const;

/** Every refusal this queue service knows, by the name its callers see. */
export type SqsErrorCode = keyof typeof wireNames;

/** An error as the AWS JSON 1.0 protocol answers it. */
export interface SqsErrorWire {
  readonly status: number;
  readonly queryError: string;
  readonly body: string;
}

/** One entry of a batch answer's `Failed` list. */
export interface BatchFailure {
  readonly Id: string;
  readonly SenderFault: boolean;
  readonly Code: string;
  readonly Message: string;
}

/**
 * A refusal that a client of SQS would see, in every form it can take on the wire. All are the sender's fault: a
 * failure of ours is a bug, and thrown as it is.
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/CommonErrors.html
 */
export class SqsError extends Error {
  override readonly name = 'SqsError';
  readonly code: SqsErrorCode;

  constructor(code: SqsErrorCode, message: string) {
    super(message);
    this.code = code;
  }

  /** The whole response: status, `x-amzn-query-error` and JSON body. */
  toWire(): SqsErrorWire {
    const { namespace, shape, queryCode } = wireNames[this.code];
    return {
      status: 400,
      queryError: `${queryCode};Sender`,
      body: JSON.stringify({ __type: `${namespace}#${shape}`, message: this.message }),
    };
  }

  /** The same refusal for one entry of a batch whose other entries may succeed. */
  toBatchFailure(id: string): BatchFailure {
    return { Id: id, SenderFault: true, Code: wireNames[this.code].queryCode, Message: this.message };
  }
}

/** The SQS error for a parameter value that is not allowed. `value` must not be a secret. */
export function invalidParameter(parameter: string, value: unknown, reason: string): SqsError {
  return new SqsError(
    'InvalidParameterValue',
    `Value ${String(value)} for parameter ${parameter} is invalid. Reason: ${reason}`,
  );
}

/** @throws {SqsError} `InvalidParameterValue` unless `value` is absent or a whole number from `min` to `max`. */
export function checkRange(
  parameter: string,
  value: number | undefined,
  { min, max }: { readonly min: number; readonly max: number },
): void {
  if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return;
  throw invalidParameter(parameter, value, `Must be an integer from ${min} to ${max}, if provided.`);
}
