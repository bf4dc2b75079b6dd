import { ULID } from '../message/ulid.ts';

/** Longer text than this is never an identifier, so long messages are not matched against the patterns at all. */
const MAX_LENGTH = 2048;

const patterns = [
  /** A URL or ARN and nothing else. */
  /^(?:[a-z][a-z0-9+.-]*:\/\/|mailto:|arn:)\S+$/i,
  /** A UUID. */
  /^\{?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?$/i,
  /** A hash, with or without its algorithm in front: hexadecimal, 16 digits or more. */
  /^(?:(?:md5|sha-?\d+)[:=-])?[0-9a-f]{16,}$/i,
  ULID,
  /** A prefixed identifier such as `evt_1NG8Du2eZvKYlo2C`: a digit somewhere, else it is a long snake_case word. */
  /^[a-z]{1,12}_(?=[A-Za-z]*\d)[A-Za-z0-9]{14,}$/,
  /** An ISO 8601 date, with or without a time. */
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?$/i,
];

/** Whether `text` is an id, a URL, a hash or an ISO date and nothing else: for machines, not a title or a message. */
export function isMachineValue(text: string): boolean {
  const value = text.trim();
  return value.length <= MAX_LENGTH && patterns.some((pattern) => pattern.test(value));
}
