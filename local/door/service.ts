import type { IncomingHttpHeaders } from 'node:http';

/** An AWS call that came through the door, with its whole body. */
export interface AwsCall {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** Aborts when the caller hangs up. */
  readonly signal: AbortSignal;
}

/** The answer to an AWS call, and which operation it answers. */
export interface AwsAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array | string;
  /** Name of the API operation, for metering. */
  readonly operation: string;
  readonly capacityUnits?: number;
}

/** An AWS service as the door sees it. */
export type AwsService = (call: AwsCall) => Promise<AwsAnswer> | AwsAnswer;

/** The operation in a JSON protocol's `x-amz-target` header, without the API version. */
export function targetOperation(headers: IncomingHttpHeaders): string {
  const target = headers['x-amz-target'];
  return typeof target === 'string' ? (target.split('.')[1] ?? target) : 'unknown';
}

/** An error in the JSON protocols' shape. */
export function jsonError(error: { status: number; type: string; message: string; operation: string }): AwsAnswer {
  const { status, type, message, operation } = error;
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': type },
    body: JSON.stringify({ __type: type, message }),
    operation,
  };
}
