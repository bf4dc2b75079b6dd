import * as z from 'zod/mini';
import { list, scalar } from './operand.ts';
import { namesOf, pathOperators, priorityOperators, tagOperators } from './operators.ts';

export const TagsCondition = z.strictObject({ tags: z.union(Object.values(tagOperators).map(({ shape }) => shape)) });

export const PriorityCondition = z.strictObject({
  priority: z.union(Object.values(priorityOperators).map(({ shape }) => shape)),
});

/** Which operator takes which value is told by the table, and checked when a filter is saved. */
export const PathCondition = z.strictObject({
  path: z.string(),
  op: z.enum(namesOf(pathOperators)),
  value: z.optional(z.union([scalar.shape, list.shape])),
});

export type TagsCondition = z.infer<typeof TagsCondition>;
export type PriorityCondition = z.infer<typeof PriorityCondition>;
export type PathCondition = z.infer<typeof PathCondition>;

/** A filter on one link: which notifications of a webhook reach one channel. `null` in its place means "everything". */
export type Filter =
  | { all: Filter[] }
  | { any: Filter[] }
  | { not: Filter }
  | TagsCondition
  | PriorityCondition
  | PathCondition;

/** The shape of a filter. What a user saves goes through `checkFilter`, which also checks limits, paths and patterns. */
export const Filter: z.ZodMiniType<Filter> = z.union([
  z.strictObject({ all: z.lazy(() => z.array(Filter)) }),
  z.strictObject({ any: z.lazy(() => z.array(Filter)) }),
  z.strictObject({ not: z.lazy(() => Filter) }),
  TagsCondition,
  PriorityCondition,
  PathCondition,
]);
