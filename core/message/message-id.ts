import { ULID_DIGITS } from '../message/ulid.ts';

/**
 * How many partitions the messages of one organisation spread over. One DynamoDB partition takes 1,000 write units a
 * second, so a busy organisation needs several; a list merges them.
 */
export const MESSAGE_SHARDS = 4;

/** The shard of a message, 0 to `MESSAGE_SHARDS` - 1: the low bits of the last, random character of its ULID. */
export function shardOf(messageId: string): number {
  return Math.max(0, ULID_DIGITS.indexOf(messageId.slice(-1))) % MESSAGE_SHARDS;
}
