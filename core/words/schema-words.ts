import type * as z from 'zod';
import { didYouMean } from './did-you-mean.ts';

type RawIssue = z.core.$ZodRawIssue;

/** Where nothing better is known. */
export const NOT_VALID = 'is not valid';

/**
 * What a schema says to a person if it has no words of its own. Every check of user input gets these words, and nobody
 * ever sees a message of the library itself.
 */
export function schemaWords(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${nameOf(issue.expected)}`;
    case 'invalid_value':
      return oneOf(issue.values, issue.input);
    case 'too_small':
      return issue.minimum === 1 && issue.origin !== 'number' && issue.origin !== 'int'
        ? 'must not be empty'
        : `must ${bound(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${bound(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)}`;
    case 'invalid_format':
      return formats[issue.format] ?? 'does not have the right form';
    case 'unrecognized_keys':
      return 'unknown field';
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_key':
      return keyWords(issue.issues);
    case 'invalid_union':
    case 'invalid_element':
    case 'custom':
      return NOT_VALID;
  }
}

/** What the key's own check says, if it has words for it. */
function keyWords(issues: readonly { readonly message: string }[]): string {
  return issues.map(({ message }) => message).join('; ');
}

const names: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
};

/** The name that people use for a type of value. */
export function nameOf(type: string): string {
  return names[type] ?? 'of another type';
}

const formats: Readonly<Record<string, string>> = {
  email: 'must be an email address, such as somebody@example.com',
  url: 'must be an address, such as https://example.com/',
  datetime: 'must be a time in ISO 8601, such as 2026-11-20T10:00:00Z',
};

function oneOf(values: readonly unknown[], input: unknown): string {
  if (input === undefined) return 'is required';
  const listed = values.map((value) => JSON.stringify(value)).join(', ');
  return values.length === 1 ? `must be ${listed}` : `must be one of ${listed}.${didYouMean(input, values)}`;
}

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' items', record: ' entries' };

function bound(origin: string, relation: string, limit: number | bigint): string {
  const unit = units[origin];
  return unit === undefined ? `be ${relation} ${limit}` : `have ${relation} ${limit}${unit}`;
}
