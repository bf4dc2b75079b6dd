import { SqsError } from './errors.ts';

/**
 * What a receipt handle stands for: one receive of one message from one queue. `receiveCount` makes the handle of an
 * earlier receive recognisably stale; `sequence` is never reused, so a deleted message's handle fits no other.
 */
export interface Receipt {
  readonly queueId: number;
  readonly sequence: number;
  readonly receiveCount: number;
}

/** Writes a receipt as the opaque text that clients hand back. */
export function formatReceiptHandle({ queueId, sequence, receiveCount }: Receipt): string {
  return Buffer.from(`${queueId}:${sequence}:${receiveCount}`).toString('base64url');
}

/** @throws {SqsError} `ReceiptHandleIsInvalid` if the text was never a handle of the queue with this id. */
export function parseReceiptHandle(handle: string, queueId: number): Receipt {
  const match = /^(\d+):(\d+):(\d+)$/.exec(Buffer.from(handle, 'base64url').toString());
  const [queue = NaN, sequence = NaN, receiveCount = NaN] = match?.slice(1).map(Number) ?? [];
  if (queue === queueId) return { queueId, sequence, receiveCount };
  throw new SqsError('ReceiptHandleIsInvalid', 'The input receipt handle is not a valid receipt handle of this queue.');
}
