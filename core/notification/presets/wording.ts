import { isJsonObject, readableText } from '../../message/json-object.ts';
import { cleanText } from '../clean-text.ts';
import { isMachineValue } from '../machine-value.ts';

/** A piece of text that may be missing. */
export type Part = string | undefined;

/** Longest quotation of a comment, description or answer, in Unicode code points. */
const MAX_QUOTE = 1500;

/** Most fields that `fieldLines` lists. */
const MAX_FIELDS = 12;

/** Most keys of one object that `fieldLines` looks at: a body of 1 MiB may have 100,000. */
const MAX_KEYS = 40;

/** The parts that are there, one a line; `undefined` when none is. */
export function lines(...parts: readonly Part[]): string | undefined {
  return joined(parts, '\n');
}

/** The parts that are there, as one phrase; `undefined` when none is. */
export function phrase(...parts: readonly Part[]): string | undefined {
  return joined(parts, ' ');
}

/** `first` and the parts that are there, as one phrase. */
export function say(first: string, ...rest: readonly Part[]): string {
  return [first, ...rest].filter((part) => part !== undefined && part !== '').join(' ');
}

/** `head: rest`, or the head alone. */
export function headed(head: string, rest: Part): string {
  return rest === undefined ? head : `${head}: ${rest}`;
}

/** The parts that are there, `separator` between them; `undefined` when none is. */
export function joined(parts: readonly Part[], separator: string): string | undefined {
  const present = parts.filter((part) => part !== undefined && part !== '');
  return present.length === 0 ? undefined : present.join(separator);
}

/** `before` + text + `after`; `undefined` when there is no text. */
export function around(before: string, text: Part, after = ''): Part {
  return text === undefined ? undefined : `${before}${text}${after}`;
}

/** A text that people wrote, cut where it grows long. */
export function quote(text: Part): Part {
  if (text === undefined) return undefined;
  const short = cleanText(text, MAX_QUOTE);
  return short === text ? text : `${short.trimEnd()}…`;
}

/** The first line of a text, such as the subject of a commit message. */
export function firstLine(text: Part): Part {
  return text?.split('\n', 1)[0]?.trim();
}

/** `pull_request` or `payment-failed` or `invoice.paid` as words: "pull request". */
export function words(name: string): string {
  return name.replaceAll(/[_.\-\s]+/g, ' ').trim();
}

/** `text` with a capital letter first. */
export function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** The last step of a path or ARN: `/home/me/shop` gives `shop`. */
export function lastStep(path: Part): Part {
  return path?.split(/[/\\:]/).findLast((step) => step !== '');
}

/**
 * `key: value` for each text, number and truth value in `object` and in the objects directly in it, one a line: what
 * can be said of a body nobody knows. What only a machine reads (ids, hashes, URLs) is left out.
 */
export function fieldLines(object: unknown): Part {
  return lines(...fieldsOf(object, '', 1).slice(0, MAX_FIELDS));
}

function fieldsOf(object: unknown, prefix: string, depth: number): string[] {
  if (!isJsonObject(object)) return [];
  return Object.keys(object)
    .slice(0, MAX_KEYS)
    .flatMap((key) => {
      const value = object[key];
      const name = `${prefix}${fieldName(key)}`;
      if (isJsonObject(value)) return depth === 0 ? [] : fieldsOf(value, `${name} `, depth - 1);
      const text = typeof value === 'boolean' ? String(value) : readableText(value)?.trim();
      return text === undefined || isMachineValue(text) ? [] : [`${name}: ${quote(text)}`];
    });
}

/** `StatusCode` or `status-code` as words: "status code". */
function fieldName(key: string): string {
  return words(key.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')).replaceAll(/\b[A-Z](?=[a-z])/g, (letter) =>
    letter.toLowerCase(),
  );
}

/** `and 7 more` when only `shown` of `total` are listed. */
export function more(total: number, shown: number): Part {
  return total > shown ? `and ${total - shown} more` : undefined;
}
