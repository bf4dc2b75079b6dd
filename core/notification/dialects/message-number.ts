import { ulidOf } from '../../message/ids.ts';
import { timeOfUlid, ULID_DIGITS } from '../../message/ulid.ts';

/** How many numbers each millisecond has: all stay exact in JavaScript for two centuries more. */
const PER_MILLISECOND = 1024;

/**
 * A message id as an integer, for products whose ids are numbers: its time, and ten of its random bits. A later
 * millisecond has greater numbers.
 */
export function messageNumber(messageId: string): number {
  const ulid = ulidOf(messageId);
  const random = ULID_DIGITS.indexOf(ulid.slice(-2, -1)) * 32 + ULID_DIGITS.indexOf(ulid.slice(-1));
  return timeOfUlid(ulid) * PER_MILLISECOND + random;
}
