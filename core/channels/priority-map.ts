/** What a vendor has for the priorities 1 (lowest) to 5 (urgent). */
export type PriorityMap<T> = readonly [T, T, T, T, T];

/** The vendor's value for a priority; `otherwise` for a notification that has none. */
export function byPriority<T>(priority: number | undefined, map: PriorityMap<T>, otherwise: T): T {
  return priority === undefined ? otherwise : (map[priority - 1] ?? otherwise);
}

const NAMES: PriorityMap<string> = ['Lowest', 'Low', 'Normal', 'High', 'Urgent'];

/** How a priority is written for people; `undefined` without one. */
export function priorityName(priority: number | undefined): string | undefined {
  return byPriority(priority, NAMES, undefined);
}

/** Six hex digits each: grey, blue, green, orange, red. Without a priority: blue. */
const COLOURS: PriorityMap<string> = ['9e9e9e', '4a90d9', '2eb67d', 'e8912d', 'd72b3f'];

/** The colour of a priority as six hex digits, for vendors that show a bar. */
export function priorityColour(priority: number | undefined): string {
  return byPriority(priority, COLOURS, COLOURS[1]);
}
