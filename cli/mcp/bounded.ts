import { jsonLine } from '../terminal/safe-text.ts';

/** What an agent reads costs it; the dashboard has the rest. */
export const MOST_RESULT_BYTES = 16_000;
const bytes = (value: unknown): number => Buffer.byteLength(jsonLine(value)) + 1;

/**
 * An object with a list of which as many items are kept, from the first on, as fit. `left` says how many are not.
 *
 * @param head what comes with the list; small
 */
export function bounded(head: object, name: string, items: readonly unknown[], most = MOST_RESULT_BYTES): object {
  let room = most - bytes({ ...head, [name]: [], left: items.length });
  const kept = items.findIndex((item) => {
    room -= bytes(item);
    return room < 0;
  });
  if (kept === -1) return { ...head, [name]: items };
  return { ...head, [name]: items.slice(0, kept), left: items.length - kept };
}
