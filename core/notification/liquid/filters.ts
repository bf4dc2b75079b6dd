import { type Context, type FilterImplOptions, toValue, toValueSync } from 'liquidjs';
import { type ChargeSteps, chargeJson, chargeSearch, chargeText } from './cost.ts';
import { textOf } from './emitters.ts';
import { chargeOf } from './metered-context.ts';

/** A filter that is about to run: `args` are those after the value, named ones as pairs. */
interface Call {
  readonly value: unknown;
  readonly args: readonly unknown[];
  readonly charge: ChargeSteps;
  /** What the elements of the value are sorted or added by. */
  readonly keys: () => unknown;
}

type Cost = (call: Call) => void;

type Filters = Readonly<Record<string, FilterImplOptions>>;

/** What every call costs beside its own work, in steps. */
const CALL_COST = 10;

/** What one element costs a filter that evaluates something for it. */
const ITEM_COST = 20;

/** Names of months and days take the engine this long to find. */
const NAMED_DATE_COST = 4000;
const DATE_COST = 100;

/** Stands for the formats that need no argument; all of them name the day and the month. */
const NAMED_DATES = '%A%B';
const NAMED_DATE = /%[-_0^#:]*\d*[EO]?[aAbBchxX]/g;

/** What each filter costs. One that is not here does not exist in a template. */
const costs: Readonly<Record<string, Cost>> = {
  ...costing(chargeNothing, ['default', 'first', 'last', 'raw', 'size']),
  ...costing(chargeValue, ['abs', 'at_least', 'at_most', 'ceil', 'divided_by', 'floor', 'minus', 'modulo', 'plus']),
  ...costing(chargeValue, ['round', 'times', 'to_integer', 'append', 'prepend', 'capitalize', 'downcase', 'upcase']),
  ...costing(chargeValue, ['escape', 'escape_once', 'xml_escape', 'newline_to_br', 'strip_html', 'strip_newlines']),
  ...costing(chargeValue, ['strip', 'lstrip', 'rstrip', 'squish', 'normalize_whitespace', 'number_of_words']),
  ...costing(chargeValue, ['truncate', 'truncatewords', 'join', 'array_to_sentence_string', 'slice', 'uniq']),
  ...costing(chargeValue, ['base64_encode', 'base64_decode', 'sha256', 'hmac_sha256']),
  ...costing(chargeSlowText, ['cgi_escape', 'slugify', 'uri_escape', 'url_decode', 'url_encode']),
  ...costing(chargeReplacement, ['remove', 'remove_first', 'remove_last', 'split']),
  ...costing(chargeReplacement, ['replace', 'replace_first', 'replace_last']),
  ...costing(chargeDate, ['date', 'date_to_long_string', 'date_to_rfc822', 'date_to_string', 'date_to_xmlschema']),
  ...costing(chargeWriting, ['json', 'jsonify']),
  inspect: chargeInspection,
  ...costing(chargeList, ['compact', 'concat', 'pop', 'push', 'reverse', 'shift', 'unshift']),
  ...costing(chargeItems, ['find', 'find_index', 'group_by', 'has', 'map', 'reject', 'where']),
  ...costing(chargeItems, ['find_exp', 'find_index_exp', 'group_by_exp', 'has_exp', 'reject_exp', 'where_exp']),
  ...costing(chargeSorting, ['sort', 'sort_natural']),
  sample: chargeSample,
  sum: chargeSum,
};

/** Those of `filters`, the engine's, whose cost is known; each is charged for what it is about to do. */
export function meteredFilters(filters: Filters): Filters {
  const known = Object.entries(filters).flatMap(([name, filter]) => {
    const cost = costs[name];
    return cost === undefined ? [] : [[name, metered(filter, cost)] as const];
  });
  return Object.fromEntries(known);
}

function costing(cost: Cost, names: readonly string[]): Record<string, Cost> {
  return Object.fromEntries(names.map((name) => [name, cost]));
}

function metered(filter: FilterImplOptions, cost: Cost): FilterImplOptions {
  const { handler, raw } = typeof filter === 'function' ? { handler: filter, raw: false } : filter;
  return {
    raw,
    handler(given: unknown, ...args: readonly unknown[]): unknown {
      const charge = chargeOf(this.context);
      const value: unknown = toValue(given);
      charge(CALL_COST);
      chargeText(args, charge);
      cost({ value, args, charge, keys: () => keysOf(this.context, value, args[0]) });
      return handler.call(this, given, ...args);
    },
  };
}

/** What the elements of `value` are sorted or added by: they themselves, or what stands at `property` of each. */
function keysOf(context: Context, value: unknown, property: unknown): unknown {
  if (!property) return value;
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => toValueSync(context['_getFromScope'](item, textOf(property), false)));
}

function chargeNothing(): void {
  // Takes the same time for any value.
}

function chargeValue({ value, charge }: Call): void {
  chargeText(value, charge);
}

/** Filters that look up each character, or write several for one. */
function chargeSlowText({ value, charge }: Call): void {
  chargeText(value, (steps) => {
    charge(steps * 8);
  });
}

function chargeReplacement({ value, args: [part], charge }: Call): void {
  chargeText(value, charge);
  chargeSearch(value, part, charge);
}

function chargeDate({ value, args: [format = NAMED_DATES, zone], charge }: Call): void {
  chargeText(value, charge);
  const names = textOf(format).match(NAMED_DATE) ?? [];
  charge(DATE_COST + NAMED_DATE_COST * (names.length + (zone === undefined ? 0 : 2)));
}

function chargeWriting({ value, args: [space], charge }: Call): void {
  chargeJson(value, charge, space !== undefined);
}

/** Compares each value with all that it stands in, so the deeper the dearer; as much as indenting. */
function chargeInspection({ value, charge }: Call): void {
  chargeJson(value, charge, true);
}

function chargeList({ value, charge }: Call): void {
  charge(countOf(value));
}

/** Each element is looked at by a path, or with an expression, as long as the arguments are. */
function chargeItems({ value, args, charge }: Call): void {
  charge(countOf(value) * (ITEM_COST + stepsOf(args, charge)));
}

function chargeSorting({ value, charge, keys }: Call): void {
  const rounds = Math.ceil(Math.log2(countOf(value) + 2));
  chargeText(keys(), (steps) => {
    charge(steps * rounds);
  });
}

/** Sorts at random, the characters of a text too. */
function chargeSample({ value, charge }: Call): void {
  const count = typeof value === 'string' ? value.length : countOf(value);
  charge(count * Math.ceil(Math.log2(count + 2)));
}

function chargeSum({ charge, keys }: Call): void {
  chargeText(keys(), charge);
}

function countOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 1;
}

function stepsOf(value: unknown, charge: ChargeSteps): number {
  let steps = 0;
  chargeText(value, (more) => {
    charge(more);
    steps += more;
  });
  return steps;
}
