/** Less than this is the age of an answer, or its seconds' rounding. */
const TOLERATED_MS = 30_000;

let skewMs = 0;

/** Learns from the `Date` of an answer how far the clock of this device is off. */
export function learnTime(date: string | null): void {
  const difference = date === null ? Number.NaN : Date.parse(date) - Date.now();
  if (!Number.isNaN(difference)) skewMs = Math.abs(difference) < TOLERATED_MS ? 0 : difference;
}

/** The time, epoch milliseconds, also on a device whose clock is off. */
export function timeNow(): number {
  return Date.now() + skewMs;
}
