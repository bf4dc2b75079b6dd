/** How long messages are kept. */
const KEPT_MS = 30 * 86_400_000;

interface Searched {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** How far the search came. */
  readonly searchedTo: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** How much of the time that a search goes through it has looked at, in percent. */
export function searchedShare({ from, to, searchedTo, now }: Searched): number {
  const newest = Math.min(now, timeOf(to) ?? now);
  const oldest = Math.max(now - KEPT_MS, timeOf(from) ?? 0);
  const share = (newest - Date.parse(searchedTo)) / (newest - oldest);
  return Number.isFinite(share) ? Math.round(Math.min(Math.max(share, 0), 1) * 100) : 0;
}

function timeOf(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
}
