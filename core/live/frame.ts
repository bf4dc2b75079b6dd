/** Browsers and other readers reconnect after this many milliseconds unless they are told otherwise. */
export const RECONNECT_MS = 3000;

/** A comment; the blank line makes readers that split at blank lines see it at once (contract section 4). */
export function commentFrame(text: string): string {
  return `: ${text}\n\n`;
}

/**
 * Tells a reader how long to wait before it reconnects. A line, not a block: readers act on it at once, and a block
 * without data would reach the user of some clients as an empty event. The frame of an event may follow.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function retryLine(milliseconds: number): string {
  return `retry: ${Math.round(milliseconds)}\n`;
}

/** One event. `data` must be one line: a CR or LF in it would start a field of the sender's choosing (CWE-93). */
export function eventFrame(id: string, data: string): string {
  return `id: ${id}\ndata: ${data}\n\n`;
}
