import { decodeTime, encodeTime, incrementBase32 } from 'ulid';

/** Crockford base32: the digits of a ULID. */
export const ULID_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 128 bits in Crockford base32, for use in a pattern: the first character holds three bits only. */
export const ULID_PATTERN = '[0-7][0-9A-HJKMNP-TV-Z]{25}';

/** A ULID and nothing else. */
export const ULID = new RegExp(`^${ULID_PATTERN}$`);

/** How many characters of a ULID tell its time; the rest is random. */
export const ULID_TIME_CHARACTERS = 10;

const MAX_TIME = 2 ** 48 - 1;

/**
 * What the ULIDs of a moment start with.
 *
 * @param time epoch milliseconds; one that no ULID can hold counts as the nearest that one can
 */
export function ulidTime(time: number): string {
  return encodeTime(Math.min(Math.max(time, 0), MAX_TIME), ULID_TIME_CHARACTERS);
}

/** The time of a ULID, epoch milliseconds. */
export function timeOfUlid(ulid: string): number {
  return decodeTime(ulid);
}

/** The ULID next above `ulid`: none lies between them. */
export function ulidAbove(ulid: string): string {
  return incrementBase32(ulid);
}
