import type * as z from 'zod';
import type { Issue } from '../../core/directory/change-result.ts';

/** More issues than this in one answer help nobody. */
const MAX_ISSUES = 20;

type ZodIssue = z.core.$ZodIssue;

/** What is wrong with a request, each with the path of the field; the part of the request is not in the path. */
export function issuesOf(issues: readonly ZodIssue[]): Issue[] {
  return issues.slice(0, MAX_ISSUES).flatMap(toIssues);
}

function toIssues(issue: ZodIssue): Issue[] {
  const [, ...path] = issue.path;
  if (issue.code !== 'unrecognized_keys') return [{ path: pathText(path), message: issue.message }];
  return issue.keys.slice(0, MAX_ISSUES).map((key) => ({ path: pathText([...path, key]), message: 'unknown field' }));
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .filter((key) => key !== '')
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}
