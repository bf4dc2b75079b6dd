import { Drop, toValue } from 'liquidjs';

/** Takes what a piece of work costs, in steps. Throws when the template has used up what it may take. */
export type ChargeSteps = (steps: number) => void;

/** Characters that are copied, compared or replaced in about the time of one step. */
const CHARACTERS_PER_STEP = 4;

/** Pairs of characters that a text search compares in the time of one step: its worst case compares all with all. */
const PAIRS_PER_STEP = 64;

/** What it costs to see whether two values are equal, long texts aside. */
const EQUALITY_COST = 10;

/** What it costs to count one key of an object. */
const KEY_COST = 6;

const INDENT_CHARACTERS = 10;

/**
 * Charges what it costs to turn `value` into text. Lists count all the way down: a template can put a list into itself
 * again and again, and a short template so makes a list that prints for ever.
 */
export function chargeText(given: unknown, charge: ChargeSteps): void {
  const value = plain(given);
  charge(1 + charactersCost(value));
  if (!Array.isArray(value)) return;
  charge(value.length);
  for (const element of value) chargeText(element, charge);
}

/** Charges what it costs to print `value`: as `chargeText`, but objects print as JSON. */
export function chargePrinted(given: unknown, charge: ChargeSteps): void {
  const value = plain(given);
  if (Array.isArray(value)) {
    charge(1 + value.length);
    for (const element of value) chargePrinted(element, charge);
  } else chargeJson(value, charge);
}

/** Charges what it costs to write `value` as JSON; with `indent` each line is as long as it is deep. */
export function chargeJson(value: unknown, charge: ChargeSteps, indent = false, depth = 1): void {
  charge(1 + charactersCost(value) + (indent ? Math.ceil((depth * INDENT_CHARACTERS) / CHARACTERS_PER_STEP) : 0));
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    charge(charactersCost(key));
    chargeJson(inner, charge, indent, depth + 1);
  }
}

/** Charges what it costs to find out whether two values are equal: the engine follows lists into one another. */
export function chargeEquality(left: unknown, right: unknown, charge: ChargeSteps): void {
  charge(EQUALITY_COST);
  if (Array.isArray(left) && Array.isArray(right)) {
    if (left.length !== right.length) return;
    for (const [index, element] of left.entries()) chargeEquality(element, right[index], charge);
  } else if (left instanceof Drop || right instanceof Drop) {
    // `empty` and `blank` count the keys of what they are compared with, or look at all its characters.
    charge(shallowCost(left) + shallowCost(right));
  } else charge(Math.min(charactersCost(left), charactersCost(right)));
}

/** Charges a search for `part` in `text`. */
export function chargeSearch(text: unknown, part: unknown, charge: ChargeSteps): void {
  charge(Math.ceil((textLength(text, charge) * textLength(part, charge)) / PAIRS_PER_STEP));
}

/** What it costs to have `value` without looking into what it holds. */
export function shallowCost(value: unknown): number {
  if (Array.isArray(value)) return Math.ceil(value.length / CHARACTERS_PER_STEP);
  if (typeof value === 'object' && value !== null) return KEY_COST * Object.keys(value).length;
  return charactersCost(value);
}

/** What the engine makes of its own objects, such as `forloop`, when a filter or an output takes one. */
function plain(value: unknown): unknown {
  return typeof value === 'object' && value instanceof Drop ? toValue(value) : value;
}

function charactersCost(value: unknown): number {
  return typeof value === 'string' ? Math.ceil(value.length / CHARACTERS_PER_STEP) : 0;
}

/** The length of `value` as text, or more. */
function textLength(value: unknown, charge: ChargeSteps): number {
  if (typeof value === 'string') return value.length;
  let steps = 0;
  chargeText(value, (more) => {
    charge(more);
    steps += more;
  });
  return steps * CHARACTERS_PER_STEP * 8;
}
