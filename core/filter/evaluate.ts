import type { JsonObject } from '../message/json-object.ts';
import { explain, MAX_REASON_CHARACTERS, shownValue, type MatchResult } from './explain.ts';
import type { Filter, PriorityCondition, TagsCondition } from './filter.ts';
import { type PriorityOperator, priorityOperators, type TagOperator, tagOperators } from './operators.ts';
import { evaluatePath } from './path-condition.ts';
import type { CompilePattern } from './patterns.ts';
import { MAX_FILTER_STEPS, OutOfSteps, StepBudget, type Charge } from './step-budget.ts';

export type { MatchResult } from './explain.ts';

/** What a filter looks at. */
export interface FilterSubject {
  readonly priority?: number | undefined;
  readonly tags: readonly string[];
  readonly payload: JsonObject;
}

/** A filter's surroundings; `compile` comes from `patternsFor` and is absent when no filter holds a `matches`. */
interface Evaluation {
  readonly subject: FilterSubject;
  readonly compile: CompilePattern | undefined;
  readonly charge: Charge;
}

/** What one condition costs beside what it looks at, in steps. */
const CONDITION_COST = 20;

/** Pairs of tags that are compared in the time of one step. */
const TAGS_PER_STEP = 8;

/** The tables by any name: a condition has the names that its schema took from them. */
const tagTests: Readonly<Record<string, TagOperator>> = tagOperators;
const priorityTests: Readonly<Record<string, PriorityOperator>> = priorityOperators;

/** The reason of a filter that ran out of steps. It counts as one that does not match. */
export const UNDECIDED = 'could not be decided: it takes too many steps over this body';

/**
 * Whether `filter` matches, and the condition that decided, with its path and the value it saw. `null` matches
 * everything. The reason has at most 300 characters. A filter that takes more steps than there are left does not match,
 * with the reason `UNDECIDED`.
 *
 * @throws Error when the filter holds a `matches` and `compile` is absent: the caller forgot `patternsFor`
 * @see contract section 3
 */
export function evaluateFilter(
  filter: Filter | null,
  subject: FilterSubject,
  compile?: CompilePattern,
  { charge } = new StepBudget(MAX_FILTER_STEPS),
): MatchResult {
  if (filter === null) return { matched: true, reason: 'no filter: everything matches' };
  try {
    const { matched, reason } = evaluate(filter, { subject, compile, charge });
    return { matched, reason: shorten(reason) };
  } catch (error) {
    if (error instanceof OutOfSteps) return { matched: false, reason: UNDECIDED };
    throw error;
  }
}

function evaluate(filter: Filter, evaluation: Evaluation): MatchResult {
  evaluation.charge(CONDITION_COST);
  if ('all' in filter) return evaluateAll(filter.all, evaluation);
  if ('any' in filter) return evaluateAny(filter.any, evaluation);
  if ('not' in filter) return evaluateNot(filter.not, evaluation);
  if ('tags' in filter) return evaluateTags(filter, evaluation);
  if ('priority' in filter) return evaluatePriority(filter, evaluation.subject.priority);
  return evaluatePath(filter, evaluation.subject.payload, evaluation);
}

function evaluateAll(filters: readonly Filter[], evaluation: Evaluation): MatchResult {
  const reasons: string[] = [];
  for (const filter of filters) {
    const verdict = evaluate(filter, evaluation);
    if (!verdict.matched) return verdict;
    reasons.push(verdict.reason);
  }
  return {
    matched: true,
    reason: reasons.length === 0 ? 'the list of conditions is empty, so all of them hold' : reasons.join('; '),
  };
}

function evaluateAny(filters: readonly Filter[], evaluation: Evaluation): MatchResult {
  const reasons: string[] = [];
  for (const filter of filters) {
    const verdict = evaluate(filter, evaluation);
    if (verdict.matched) return verdict;
    reasons.push(verdict.reason);
  }
  return {
    matched: false,
    reason: reasons.length === 0 ? 'the list of conditions is empty, so none of them holds' : reasons.join('; '),
  };
}

function evaluateNot(filter: Filter, evaluation: Evaluation): MatchResult {
  const { matched, reason } = evaluate(filter, evaluation);
  return { matched: !matched, reason: `not (${reason})` };
}

function evaluateTags({ tags: condition }: TagsCondition, { subject: { tags }, charge }: Evaluation): MatchResult {
  const [[name, wanted] = ['', []]] = Object.entries(condition);
  charge(Math.ceil((wanted.length * tags.length) / TAGS_PER_STEP));
  return explain(`tags ${name} ${shownValue(wanted)}`, tagTests[name]?.holds(tags, wanted) === true, shownValue(tags));
}

function evaluatePriority({ priority: condition }: PriorityCondition, priority: number | undefined): MatchResult {
  const [[name, value] = ['', 0]] = Object.entries(condition);
  const matched = priorityTests[name]?.holds(priority, value) === true;
  return explain(`priority ${name} ${value}`, matched, priority === undefined ? 'no priority' : String(priority));
}

function shorten(reason: string): string {
  return reason.length <= MAX_REASON_CHARACTERS
    ? reason
    : `${reason.slice(0, MAX_REASON_CHARACTERS - 1)}…`.toWellFormed();
}
