/** A value as JSON, or the beginning of it. */
export interface PayloadText {
  readonly text: string;
  /** Whether it is all of it. */
  readonly isWhole: boolean;
}

/**
 * Prints a value as `JSON.stringify(value, null, indent)` does, but stops after `maxCharacters`: indented, a value that
 * is nested thousands of levels deep is thousands of times as long as it was sent. And it does not recurse: on such a
 * value, JSON.stringify overflows the stack.
 */
export function printPayload(value: unknown, indent: string, maxCharacters: number): PayloadText {
  const parts: string[] = [];
  let room = maxCharacters;
  for (const piece of piecesOf(value, indent)) {
    parts.push(piece.slice(0, Math.max(0, room)));
    room -= piece.length;
    if (room < 0) break;
  }
  return { text: parts.join(''), isWhole: room >= 0 };
}

interface Frame {
  /** Names are of objects alone. */
  readonly entries: readonly (readonly [string | undefined, unknown])[];
  readonly closing: string;
  next: number;
}

function* piecesOf(value: unknown, indent: string): Generator<string> {
  const breakAt = (depth: number) => (indent === '' ? '' : `\n${indent.repeat(depth)}`);
  const colon = indent === '' ? ':' : ': ';
  const stack: Frame[] = [];
  const begin = (item: unknown): string => {
    const frame = frameOf(item);
    if (frame === undefined) return JSON.stringify(item);
    stack.push(frame);
    return frame.closing === ']' ? '[' : '{';
  };
  yield begin(value);
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const entry = frame.entries[frame.next];
    if (entry === undefined) {
      stack.pop();
      yield breakAt(stack.length) + frame.closing;
      continue;
    }
    const [name, item] = entry;
    const comma = frame.next === 0 ? '' : ',';
    frame.next += 1;
    yield comma + breakAt(stack.length) + (name === undefined ? '' : JSON.stringify(name) + colon);
    yield begin(item);
  }
}

/** What is in an object or a list; `undefined` where there is nothing. */
function frameOf(value: unknown): Frame | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((item: unknown): readonly [undefined, unknown] => [undefined, item])
    : Object.entries(value);
  return entries.length === 0 ? undefined : { entries, closing: isList ? ']' : '}', next: 0 };
}
