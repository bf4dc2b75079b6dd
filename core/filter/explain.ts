/** Longest reason, in UTF-16 code units: a message keeps one per link. */
export const MAX_REASON_CHARACTERS = 300;

const MAX_VALUE_CHARACTERS = 60;

/** Whether something matched, and why. */
export interface MatchResult {
  readonly matched: boolean;
  readonly reason: string;
}

/** The verdict of one condition: the condition, whether it holds, and what it saw. */
export function explain(condition: string, matched: boolean, saw: string): MatchResult {
  return { matched, reason: `${condition} ${matched ? 'holds' : 'does not hold'}: saw ${saw}` };
}

/** A value as it stands in a reason: scalars and short lists of them as JSON, anything else by its kind. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return shownList(value);
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

function shownList(list: readonly unknown[]): string {
  const text: string[] = [];
  let length = 0;
  for (const element of list) {
    if (length > MAX_VALUE_CHARACTERS) return `[${text.join(',')},… ${list.length} in all]`;
    const part = Array.isArray(element) ? 'a list' : shownValue(element);
    text.push(part);
    length += part.length;
  }
  return `[${text.join(',')}]`;
}

function quoted(text: string): string {
  const isLong = text.length > MAX_VALUE_CHARACTERS;
  return JSON.stringify(isLong ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text);
}
