import * as z from 'zod';
import { UnsupportedTemplate } from '../assembly/unsupported.ts';

/** Whether a record is handed over. */
export type Matcher = (record: unknown) => boolean;

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A value that a field must have or must not have, how it begins, or whether it must be there. */
const Rule = z.union([
  Value,
  z.strictObject({ exists: z.boolean() }),
  z.strictObject({ prefix: z.string() }),
  z.strictObject({ 'anything-but': z.union([Value, z.array(Value)]) }),
]);
const Leaf = z.array(Rule).min(1);
const Tree = z.record(z.string(), z.unknown());

/**
 * Reads the patterns of a mapping or a rule: a record passes when it fits one of them, or when there are none. Of all
 * that patterns can say, it knows what templates say most.
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

/** Of a list, one element must fit. */
function fits(rule: z.infer<typeof Rule>, value: unknown): boolean {
  if (typeof rule === 'object' && rule !== null && 'exists' in rule) return (value !== undefined) === rule.exists;
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.some((one) => one !== undefined && fitsOne(rule, one));
}

function fitsOne(rule: z.infer<typeof Rule>, value: unknown): boolean {
  if (typeof rule !== 'object' || rule === null) return value === rule;
  if ('prefix' in rule) return typeof value === 'string' && value.startsWith(rule.prefix);
  if ('anything-but' in rule) return ![rule['anything-but']].flat().some((other) => other === value);
  return false;
}

function fieldOf(value: unknown, name: string): unknown {
  const fields = Tree.safeParse(value);
  return fields.success ? fields.data[name] : undefined;
}
