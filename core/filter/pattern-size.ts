/** An escape, a class, a literal quotation, a counted repetition, or any one character. */
const PIECE = /\\Q.*?(?:\\E|$)|\\[pP]\{[^}]*\}|\\.|\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]?|\{(\d+)(?:,(\d*))?\}|./gsu;

/**
 * About how many instructions a pattern compiles to, never far fewer: `(a{10}b){20}` is 220. Compiling takes time by
 * this number, and so does matching each character. It is read from the text: only then does nobody have to compile it.
 */
export function patternSize(pattern: string): number {
  const outer: Group[] = [];
  let group: Group = { size: 1, last: 0 };
  for (const [piece, least, most] of pattern.matchAll(PIECE)) {
    if (piece === '(') {
      outer.push(group);
      group = { size: 1, last: 0 };
    } else if (piece === ')') {
      const around = outer.pop() ?? { size: 0, last: 0 };
      add(around, group.size);
      group = around;
    } else if (least === undefined) add(group, piece.length);
    else add(group, group.last * (Math.max(Number(least), Number(most ?? 0), 1) - 1));
  }
  return outer.reduce((sum, { size }) => sum + size, group.size);
}

/** A group of a pattern: its size so far, and that of its last piece, which a repetition repeats. */
interface Group {
  size: number;
  last: number;
}

function add(group: Group, size: number): void {
  group.size += size;
  group.last = size;
}
