import { createHash } from 'node:crypto';
import { SqsError } from './errors.ts';

/** Largest message, and largest batch, in bytes, attributes included. */
export const MAX_MESSAGE_BYTES = 1_048_576;

// With the `u` flag a lone surrogate is a code point of its own, in the excluded range.
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

/**
 * @throws {SqsError} `InvalidMessageContents` for a character that SQS refuses.
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
export function checkContents(text: string): void {
  if (!FORBIDDEN.test(text)) return;
  throw new SqsError(
    'InvalidMessageContents',
    'Invalid characters found. Valid unicode characters are #x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF',
  );
}

/** The hex MD5 of a message body, which the SDK verifies. */
export function md5OfBody(body: string): string {
  return createHash('md5').update(body).digest('hex');
}
