import { ULID, ULID_DIGITS, ULID_TIME_CHARACTERS, ulidTime } from '../message/ulid.ts';

/**
 * Reads a place in a channel's events, as a reader names it in `Last-Event-ID` or `?since=`. Any ULID is a place,
 * whether or not such an event exists; letter case does not matter.
 *
 * @returns the ULID in upper case, or undefined for anything else: a malformed place counts as absent (contract 4).
 */
export function parsePosition(text: string | null | undefined): string | undefined {
  const id = text?.toUpperCase();
  return id !== undefined && ULID.test(id) ? id : undefined;
}

/** When the event with this id, a ULID, was first put on the stream, in epoch milliseconds. */
export function timeOf(id: string): number {
  let time = 0;
  for (let place = 0; place < ULID_TIME_CHARACTERS; place += 1)
    time = time * 32 + ULID_DIGITS.indexOf(id.charAt(place));
  return time;
}

/** The smallest ULID of a moment (epoch milliseconds; before 1970 counts as 1970). */
export function firstIdAt(time: number): string {
  return ulidTime(time) + '0'.repeat(16);
}
