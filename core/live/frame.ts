/** Browsers and other readers reconnect after this many milliseconds unless they are told otherwise. */
export const RECONNECT_MS = 3000;

/** A comment; the blank line makes readers that split at blank lines see it at once (contract section 4). */
export function commentFrame(text: string): string {
  return `: ${text}\n\n`;
}

/** Tells a reader how long to wait before it reconnects. */
export function retryFrame(milliseconds: number): string {
  return `retry: ${Math.round(milliseconds)}\n\n`;
}

/** One event. `data` must be one line: a CR or LF in it would start a field of the sender's choosing (CWE-93). */
export function eventFrame(id: string, data: string): string {
  return `id: ${id}\ndata: ${data}\n\n`;
}
