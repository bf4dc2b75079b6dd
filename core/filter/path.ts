import type { JsonObject } from '../message/json-object.ts';
import type { Charge } from './step-budget.ts';

/** One step of a payload path: into a key of an object, an element of a list, or every element of it. */
export type Step =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'element'; readonly index: number }
  | { readonly kind: 'each' };

export type ParsedPath =
  | { readonly kind: 'path'; readonly steps: readonly Step[] }
  | { readonly kind: 'invalid'; readonly message: string };

/** A plain name, `[3]`, `[*]` or `["odd.key"]`, with the dot that may stand before a name. */
const STEP = /(\.?)([^.[\]"]+)|\[(?:(\d{1,9})|(\*)|("(?:[^"\\]|\\.)*"))\]/y;

/**
 * Parses a payload path: names joined by dots, `[n]` for an element, `[*]` for any element, `["odd.key"]` for a name
 * with special characters (a JSON string).
 *
 * @see contract section 3
 */
export function parsePath(path: string): ParsedPath {
  // Nearly every path is names only, and filters are evaluated on each send.
  if (!/["[\]]/.test(path)) return parseNames(path);
  const steps: Step[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < path.length) {
    const at = STEP.lastIndex;
    const step = stepOf(STEP.exec(path), at);
    if (step === undefined) return invalidAt(path, at);
    steps.push(step);
  }
  return { kind: 'path', steps };
}

function parseNames(path: string): ParsedPath {
  const names = path.split('.');
  if (names.includes('')) return invalidAt(path, path.search(/^\.|\.\.|\.$/));
  return { kind: 'path', steps: names.map((key) => ({ kind: 'key', key })) };
}

function stepOf(match: RegExpExecArray | null, at: number): Step | undefined {
  if (match === null) return undefined;
  const [, dot, key = '', index, each, quoted] = match;
  if (index !== undefined) return { kind: 'element', index: Number(index) };
  if (each !== undefined) return { kind: 'each' };
  if (quoted !== undefined) return quotedStep(quoted);
  // A name follows a dot everywhere but at the start.
  return (dot === '') === (at === 0) ? { kind: 'key', key } : undefined;
}

function quotedStep(quoted: string): Step | undefined {
  try {
    return { kind: 'key', key: String(JSON.parse(quoted)) };
  } catch {
    return undefined;
  }
}

function invalidAt(path: string, index: number): ParsedPath {
  const message = `not a path at character ${index + 1}; use dots, [n], [*] and ["odd.key"], such as payload.items[0].name`;
  return { kind: 'invalid', message: path === '' ? 'a path must not be empty' : message };
}

/**
 * The values that `steps` lead to in `root`; none when the path is missing. Only own properties count. Every value on the
 * way is charged.
 */
export function resolvePath(root: JsonObject, steps: readonly Step[], charge: Charge): readonly unknown[] {
  let values: readonly unknown[] = [root];
  for (const step of steps) {
    charge(values.length);
    values = step.kind === 'each' ? elementsOf(values, charge) : followAll(values, step);
    if (values.length === 0) break;
  }
  return values;
}

function elementsOf(values: readonly unknown[], charge: Charge): readonly unknown[] {
  const lists = values.filter((value) => Array.isArray(value));
  charge(lists.reduce((sum, list) => sum + list.length, 0));
  return lists.flat();
}

function followAll(values: readonly unknown[], step: Exclude<Step, { kind: 'each' }>): readonly unknown[] {
  const followed: unknown[] = [];
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    const key = step.kind === 'key' ? step.key : step.index;
    // A name never reaches into a list, so `length` and `0` are no paths into one.
    if (Array.isArray(value) === (step.kind === 'element') && Object.hasOwn(value, key)) {
      followed.push(Reflect.get(value, key));
    }
  }
  return followed;
}
