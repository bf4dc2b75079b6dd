import { checkCondition } from './check-condition.ts';
import { atKey, notAllowed, type FilterDetail } from './filter-detail.ts';
import { Filter } from './filter.ts';
import { isJsonObject } from '../message/json-object.ts';

export type CheckedFilter =
  | { readonly kind: 'ok'; readonly filter: Filter }
  | { readonly kind: 'invalid'; readonly details: readonly FilterDetail[] };

/** How deep filters may nest; a condition alone has depth 1. */
const MAX_FILTER_DEPTH = 8;

const MAX_FILTER_CONDITIONS = 64;

/** Size of the filter's compact JSON in UTF-8: an endpoint item holds up to 100 of them. */
const MAX_FILTER_BYTES = 3 * 1024;

/** Mistakes reported at once. More than this many mean a larger misunderstanding. */
const MAX_DETAILS = 20;

const groupKeys = ['all', 'any', 'not'] as const;

interface FilterNode {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
}

/** What was found on the way through one filter. */
interface Findings {
  readonly details: FilterDetail[];
  conditions: number;
}

/**
 * Checks a filter that somebody wants to save: its shape, its limits, its paths and its patterns.
 *
 * This file loads the pattern engine; the send path never needs it.
 *
 * @see contract section 3
 */
export function checkFilter(value: unknown): CheckedFilter {
  const findings: Findings = { details: [], conditions: 0 };
  visit({ value, path: '', depth: 1 }, findings);
  if (findings.conditions > MAX_FILTER_CONDITIONS) {
    findings.details.unshift({ path: '', message: `more than ${MAX_FILTER_CONDITIONS} conditions` });
  }
  if (findings.details.length === 0) findings.details.push(...checkSize(value));
  if (findings.details.length > 0) return { kind: 'invalid', details: findings.details.slice(0, MAX_DETAILS) };
  return { kind: 'ok', filter: Filter.parse(value) };
}

function checkSize(value: unknown): FilterDetail[] {
  const bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes <= MAX_FILTER_BYTES) return [];
  return [{ path: '', message: `${bytes} bytes of JSON; at most ${MAX_FILTER_BYTES} are allowed` }];
}

function visit(node: FilterNode, findings: Findings): void {
  if (findings.conditions > MAX_FILTER_CONDITIONS || findings.details.length >= MAX_DETAILS) return;
  const { value, path, depth } = node;
  if (depth > MAX_FILTER_DEPTH) {
    findings.details.push({ path, message: `nested deeper than ${MAX_FILTER_DEPTH} levels` });
    return;
  }
  const group = isJsonObject(value) ? groupKeys.find((key) => Object.hasOwn(value, key)) : undefined;
  if (!isJsonObject(value) || group === undefined) {
    findings.conditions += 1;
    findings.details.push(...checkCondition(value, path));
    return;
  }
  findings.details.push(...notAllowed(value, [group], path));
  const inner = { value: value[group], path: atKey(path, group), depth: depth + 1 };
  if (group === 'not') visit(inner, findings);
  else visitList(inner, findings);
}

function visitList({ value, path, depth }: FilterNode, findings: Findings): void {
  if (!Array.isArray(value)) {
    findings.details.push({ path, message: 'must be a list of filters' });
    return;
  }
  if (value.length > MAX_FILTER_BYTES) {
    // Not worth checking: it cannot fit into the allowed size, whatever its entries are.
    findings.details.push({ path, message: `${value.length} entries; the filter may have ${MAX_FILTER_BYTES} bytes` });
    return;
  }
  for (const [index, entry] of value.entries()) {
    visit({ value: entry, path: `${path}[${index}]`, depth }, findings);
  }
}
