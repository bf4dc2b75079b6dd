/** The beginning of a value as indented JSON. */
export interface PayloadText {
  readonly text: string;
  /** Whether it is all of it. */
  readonly isWhole: boolean;
}

const INDENT = '  ';

interface Printer {
  readonly parts: string[];
  room: number;
}

/**
 * Prints a value as `JSON.stringify(value, null, 2)` does, and stops after about `maxCharacters`: indented, a value
 * that is nested thousands of levels deep is thousands of times as long as it was sent.
 */
export function printPayload(value: unknown, maxCharacters: number): PayloadText {
  const printer: Printer = { parts: [], room: maxCharacters };
  print(value, '\n', printer);
  return { text: printer.parts.join(''), isWhole: printer.room >= 0 };
}

function write(printer: Printer, text: string): void {
  if (printer.room < 0) return;
  printer.parts.push(text.slice(0, printer.room));
  printer.room -= text.length;
}

function print(value: unknown, lineBreak: string, printer: Printer): void {
  if (printer.room < 0) return;
  const entries = entriesOf(value);
  if (entries === undefined) {
    write(printer, JSON.stringify(value));
    return;
  }
  const [opening, closing] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  write(printer, opening);
  for (const [index, [name, item]] of entries.entries()) {
    if (printer.room < 0) return;
    write(printer, (index === 0 ? '' : ',') + lineBreak + INDENT);
    if (name !== undefined) write(printer, `${JSON.stringify(name)}: `);
    print(item, lineBreak + INDENT, printer);
  }
  write(printer, (entries.length === 0 ? '' : lineBreak) + closing);
}

function entriesOf(value: unknown): (readonly [string | undefined, unknown])[] | undefined {
  if (Array.isArray(value)) return value.map((item: unknown) => [undefined, item]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
}
