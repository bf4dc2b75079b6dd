import { RE2JSSyntaxException } from 're2js';

/** What the engine finds wrong, and what it means to who wrote the pattern. */
const faults: Readonly<Record<string, string>> = {
  'missing closing ]': 'here a "[" is not closed',
  'missing closing )': 'here a "(" is not closed',
  'unexpected )': 'here a ")" was never opened',
  'invalid nested repetition operator': 'here a repetition is repeated',
  'missing argument to repetition operator': 'here nothing stands before the repetition',
  'invalid repeat count': 'a repetition goes up to 1,000',
  'invalid escape sequence': 'this escape is not known',
  'invalid character class range': 'this range is not known',
  'invalid or unsupported Perl syntax': 'it has no lookaheads, lookbehinds and backreferences',
  'duplicate capture group name': 'this name is given twice',
  'invalid named capture': 'this name of a group is not allowed',
};

/** What is wrong with a pattern that did not compile, and where. */
export function patternFault(error: unknown): string {
  if (!(error instanceof RE2JSSyntaxException)) return 'this one cannot be read';
  const fault = faults[error.getDescription()] ?? 'this part cannot be read';
  return `${fault}: ${error.getPattern() ?? ''}`.trimEnd();
}
