import type { Filter } from '../api/types.ts';

type Condition<Subject extends string> = Extract<Filter, Record<Subject, unknown>>;
type KeyOf<Union> = Union extends unknown ? keyof Union : never;

export type PathOperator = Condition<'path'>['op'];
type PriorityOperator = KeyOf<Condition<'priority'>['priority']>;
type TagOperator = KeyOf<Condition<'tags'>['tags']>;

/** What an operator is called, and in the builder, where that is another name. */
interface Words {
  readonly says: string;
  readonly offered?: string;
}

interface PathWords extends Words {
  /** What it is compared with. */
  readonly takes: 'nothing' | 'one' | 'list';
}

/** The operators of a condition on the body, in the order of the builder. The API's types say which there are. */
export const pathOperators: Readonly<Record<PathOperator, PathWords>> = {
  eq: { says: 'is', takes: 'one' },
  ne: { says: 'is not', takes: 'one' },
  contains: { says: 'contains', takes: 'one' },
  startsWith: { says: 'starts with', takes: 'one' },
  endsWith: { says: 'ends with', takes: 'one' },
  matches: { says: 'matches', offered: 'matches the pattern', takes: 'one' },
  gt: { says: 'is above', takes: 'one' },
  gte: { says: 'is at least', takes: 'one' },
  lt: { says: 'is below', takes: 'one' },
  lte: { says: 'is at most', takes: 'one' },
  in: { says: 'is one of', takes: 'list' },
  notIn: { says: 'is none of', takes: 'list' },
  exists: { says: 'exists', takes: 'nothing' },
  missing: { says: 'is missing', takes: 'nothing' },
};

interface PriorityWords extends Words {
  readonly condition: (value: string) => Filter;
}

/** The same for the priority, with the condition that a typed value makes. */
export const priorityOperators: Readonly<Record<PriorityOperator, PriorityWords>> = {
  gte: { says: 'is at least', condition: (value) => ({ priority: { gte: Number(value) } }) },
  gt: { says: 'is above', condition: (value) => ({ priority: { gt: Number(value) } }) },
  eq: { says: 'is', condition: (value) => ({ priority: { eq: Number(value) } }) },
  ne: { says: 'is not', condition: (value) => ({ priority: { ne: Number(value) } }) },
  lte: { says: 'is at most', condition: (value) => ({ priority: { lte: Number(value) } }) },
  lt: { says: 'is below', condition: (value) => ({ priority: { lt: Number(value) } }) },
  exists: { says: 'exists', condition: (value) => ({ priority: { exists: value !== 'false' } }) },
};

interface TagWords extends Words {
  readonly condition: (tags: string[]) => Filter;
}

/** The same for tags. */
export const tagOperators: Readonly<Record<TagOperator, TagWords>> = {
  any: { says: 'any tag', offered: 'any of', condition: (any) => ({ tags: { any } }) },
  all: { says: 'all tag', offered: 'all of', condition: (all) => ({ tags: { all } }) },
  none: { says: 'no tag', offered: 'none of', condition: (none) => ({ tags: { none } }) },
};

/** The words of an operator under the name that it has in a filter. The API may know more than this page. */
export function wordsOf<Known extends Words>(table: Readonly<Record<string, Known>>, name: string): Known | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The name of an operator, if the table has it. */
export function operatorIn<Name extends string>(table: Readonly<Record<Name, Words>>, name: string): Name | undefined {
  return namesOf(table).find((known) => known === name);
}

/** The names of a table, in the order of the builder. */
export function namesOf<Name extends string>(table: Readonly<Record<Name, Words>>): Name[] {
  return Object.keys(table).filter((name): name is Name => Object.hasOwn(table, name));
}
