import type * as z from 'zod';
import type { Issue } from './issue.ts';
import { nameOf, NOT_VALID } from './schema-words.ts';

/** More than this many complaints about one request help nobody. */
const MAX_ISSUES = 20;

type ZodIssue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** What is wrong with a value that a schema refused, each with the path of the field below `above`. */
export function issuesOf(issues: readonly ZodIssue[], above: Path = []): Issue[] {
  return issues.flatMap((issue) => toIssues(issue, above)).slice(0, MAX_ISSUES);
}

function toIssues(issue: ZodIssue, above: Path): Issue[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: pathText([...path, key]), message: issue.message }));
  }
  return issue.code === 'invalid_union' ? ofUnion(issue, path) : [{ path: pathText(path), message: issue.message }];
}

/** The form that was meant is the one whose type the value has: what is wrong is what is wrong with that. */
function ofUnion(issue: z.core.$ZodIssueInvalidUnion, path: Path): Issue[] {
  if (issue.message !== NOT_VALID) return [{ path: pathText(path), message: issue.message }];
  const types = issue.errors.map((form) =>
    form.find((inner) => inner.path.length === 0 && inner.code === 'invalid_type'),
  );
  const meant = issue.errors.filter((_, index) => types[index] === undefined);
  const [only] = meant;
  if (meant.length === 1 && only !== undefined) return only.flatMap((inner) => toIssues(inner, path));
  const expected = types.flatMap((inner) => (inner?.code === 'invalid_type' ? [nameOf(inner.expected)] : []));
  const message = meant.length === 0 ? `must be ${[...new Set(expected)].join(' or ')}` : issue.message;
  return [{ path: pathText(path), message }];
}

function pathText(path: Path): string {
  return path
    .filter((key) => key !== '')
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}
