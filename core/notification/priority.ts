const LOWEST = 1;
const URGENT = 5;

/** A decimal number and nothing else: `Number` alone would also take `0x5`, `Infinity` and an empty string. */
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * The priority that a JSON value gives: rounded, then clamped into 1 to 5. Only a JSON number counts.
 *
 * @see specification 2.1
 */
export function priorityFromJson(value: unknown): number | undefined {
  return typeof value === 'number' ? clamp(value) : undefined;
}

/** Says that `sent` gave no priority although it is there. */
export function priorityNotes(sent: unknown, priority: number | undefined): readonly string[] {
  return priority !== undefined || (sent ?? '') === '' ? [] : ['priority ignored: not a number'];
}

/** The priority that text gives, by the same rule; text that is no decimal number gives none. */
export function priorityFromText(text: string): number | undefined {
  const trimmed = text.trim();
  return DECIMAL.test(trimmed) ? clamp(Number(trimmed)) : undefined;
}

function clamp(value: number): number {
  return Math.min(URGENT, Math.max(LOWEST, Math.round(value)));
}
