import * as z from 'zod';
import { UnsupportedTemplate } from '../assembly/unsupported.ts';

/** Whether a record is handed over. */
export type Matcher = (record: unknown) => boolean;

/** A value that must be there, or a field that must. */
const Rule = z.union([z.string(), z.strictObject({ exists: z.literal(true) })]);
const Leaf = z.array(Rule).min(1);
const Tree = z.record(z.string(), z.unknown());

/**
 * Reads the filters of a mapping: a record passes that fits one of them, every record when there are none. Of the
 * patterns of EventBridge those are known here that our templates use.
 *
 * @throws UnsupportedTemplate naming a pattern of another kind
 * @see https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html
 */
export function matcherOf(where: string, patterns: readonly string[]): Matcher {
  const matchers = patterns.map((pattern) => readPattern(where, JSON.parse(pattern)));
  return (record) => matchers.length === 0 || matchers.some((matches) => matches(record));
}

function readPattern(where: string, pattern: unknown): Matcher {
  const leaf = Leaf.safeParse(pattern);
  if (leaf.success) return (value) => leaf.data.some((rule) => fits(rule, value));
  const tree = Tree.safeParse(pattern);
  if (!tree.success) throw new UnsupportedTemplate(where, `the pattern ${JSON.stringify(pattern)} means nothing here`);
  const fields = Object.entries(tree.data).map(([name, inner]) => ({ name, matches: readPattern(where, inner) }));
  return (value) => fields.every(({ name, matches }) => matches(fieldOf(value, name)));
}

function fits(rule: z.infer<typeof Rule>, value: unknown): boolean {
  return typeof rule === 'string' ? value === rule : value !== undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  const fields = Tree.safeParse(value);
  return fields.success ? fields.data[name] : undefined;
}
