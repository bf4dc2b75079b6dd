const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

const MARKS = [
  ['1 s', SECOND_MS],
  ['10 s', 10 * SECOND_MS],
  ['1 min', MINUTE_MS],
  ['10 min', 10 * MINUTE_MS],
  ['1 h', HOUR_MS],
  ['6 h', 6 * HOUR_MS],
  ['24 h', 24 * HOUR_MS],
] as const;

/** A mark too near to the end of the axis would run into what stands there. */
const LAST_MARK = 0.94;

/** An axis of time since a message came, on which waits that grow stand evenly. */
export interface TimeAxis {
  /** From 0 (then) to 1 (the end) for a time in epoch milliseconds. */
  readonly place: (time: number) => number;
  readonly marks: readonly { readonly label: string; readonly place: number }[];
}

/**
 * @param start when the message was accepted, epoch milliseconds
 * @param times what must be on it, epoch milliseconds
 */
export function timeAxis(start: number, times: readonly number[]): TimeAxis {
  const length = Math.max(10 * SECOND_MS, ...times.map((time) => time - start));
  const scale = (ms: number) => Math.min(1, Math.log1p(Math.max(0, ms) / SECOND_MS) / Math.log1p(length / SECOND_MS));
  return {
    place: (time) => scale(time - start),
    marks: MARKS.map(([label, ms]) => ({ label, place: scale(ms) })).filter(({ place }) => place < LAST_MARK),
  };
}
