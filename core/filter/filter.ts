import * as z from 'zod/mini';

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Operators of a payload condition. `exists` and `missing` take no value, `in` and `notIn` take a list. */
export const pathOperators = [
  'exists',
  'missing',
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'notIn',
  'contains',
  'startsWith',
  'endsWith',
  'matches',
] as const;

export const TagsCondition = z.strictObject({
  tags: z.union([
    z.strictObject({ any: z.array(z.string()) }),
    z.strictObject({ all: z.array(z.string()) }),
    z.strictObject({ none: z.array(z.string()) }),
  ]),
});

export const PriorityCondition = z.strictObject({
  priority: z.union([
    z.strictObject({ eq: z.number() }),
    z.strictObject({ ne: z.number() }),
    z.strictObject({ gt: z.number() }),
    z.strictObject({ gte: z.number() }),
    z.strictObject({ lt: z.number() }),
    z.strictObject({ lte: z.number() }),
    z.strictObject({ exists: z.boolean() }),
  ]),
});

export const PathCondition = z.strictObject({
  path: z.string(),
  op: z.enum(pathOperators),
  value: z.optional(z.union([Scalar, z.array(Scalar)])),
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
