import * as z from 'zod/mini';
import { someContains, someMatches, someValue, noValue, type Decide } from './decide.ts';
import { compare, isEqual, isIn, relate } from './compare.ts';
import { list, nothing, type Operand, ordered, pattern, scalar, text } from './operand.ts';

/** An operator of a payload condition: what it compares with, and whether it holds. */
interface PathOperator {
  readonly operand: Operand;
  /** Charges what it is about to do. */
  readonly decide: Decide;
}

/**
 * Every operator of a condition on a payload path, declared here and nowhere else: the schema, the check of what is
 * saved, the evaluation and the OpenAPI document follow from it.
 */
export const pathOperators = {
  exists: { operand: nothing, decide: ({ values }) => values.length > 0 },
  missing: { operand: nothing, decide: ({ values }) => values.length === 0 },
  eq: { operand: scalar, decide: someValue(isEqual) },
  ne: { operand: scalar, decide: noValue(isEqual) },
  gt: { operand: ordered, decide: someValue((seen, value) => compare(seen, value) > 0) },
  gte: { operand: ordered, decide: someValue((seen, value) => compare(seen, value) >= 0) },
  lt: { operand: ordered, decide: someValue((seen, value) => compare(seen, value) < 0) },
  lte: { operand: ordered, decide: someValue((seen, value) => compare(seen, value) <= 0) },
  in: { operand: list, decide: someValue(isIn) },
  notIn: { operand: list, decide: noValue(isIn) },
  contains: { operand: scalar, decide: someContains },
  startsWith: {
    operand: text,
    decide: someValue((seen, value) => relate(seen, value, (whole, part) => whole.startsWith(part))),
  },
  endsWith: {
    operand: text,
    decide: someValue((seen, value) => relate(seen, value, (whole, part) => whole.endsWith(part))),
  },
  matches: { operand: pattern, decide: someMatches },
} satisfies Record<string, PathOperator>;

/** An operator of a condition on the priority: its shape, what another one is answered with, and whether it holds. */
export interface PriorityOperator {
  readonly shape: z.ZodMiniType;
  readonly must: string;
  readonly holds: (priority: number | undefined, value: unknown) => boolean;
}

const NUMBER = 'must be a number';

/** The same for a condition on the priority. Without one every comparison is false but `ne`. */
export const priorityOperators = {
  eq: { shape: z.strictObject({ eq: z.number() }), must: NUMBER, holds: isEqual },
  ne: { shape: z.strictObject({ ne: z.number() }), must: NUMBER, holds: (seen, value) => !isEqual(seen, value) },
  gt: { shape: z.strictObject({ gt: z.number() }), must: NUMBER, holds: (seen, value) => compare(seen, value) > 0 },
  gte: { shape: z.strictObject({ gte: z.number() }), must: NUMBER, holds: (seen, value) => compare(seen, value) >= 0 },
  lt: { shape: z.strictObject({ lt: z.number() }), must: NUMBER, holds: (seen, value) => compare(seen, value) < 0 },
  lte: { shape: z.strictObject({ lte: z.number() }), must: NUMBER, holds: (seen, value) => compare(seen, value) <= 0 },
  exists: {
    shape: z.strictObject({ exists: z.boolean() }),
    must: 'must be true or false',
    holds: (seen, value) => value === (seen !== undefined),
  },
} satisfies Record<string, PriorityOperator>;

/** An operator of a condition on tags: its shape, and whether it holds. */
export interface TagOperator {
  readonly shape: z.ZodMiniType;
  readonly holds: (tags: readonly string[], wanted: readonly string[]) => boolean;
}

const Tags = z.array(z.string());

/** The same for a condition on tags. */
export const tagOperators = {
  any: {
    shape: z.strictObject({ any: Tags }),
    holds: (tags, wanted) => wanted.some((tag) => tags.includes(tag)),
  },
  all: {
    shape: z.strictObject({ all: Tags }),
    holds: (tags, wanted) => wanted.every((tag) => tags.includes(tag)),
  },
  none: {
    shape: z.strictObject({ none: Tags }),
    holds: (tags, wanted) => !wanted.some((tag) => tags.includes(tag)),
  },
} satisfies Record<string, TagOperator>;

/** The name of an operator in one of these tables, or `undefined`. */
export function operatorIn<Name extends string>(
  table: Readonly<Record<Name, unknown>>,
  name: unknown,
): Name | undefined {
  return namesOf(table).find((known) => known === name);
}

/** The names of the operators of one of these tables, in their order. */
export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table).filter((name): name is Name => Object.hasOwn(table, name));
}
