/** What a schema library says, and what a person would. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/received undefined$|^Required$/, 'This is required.'],
  [/^Too small: expected string to have >=1 |^Too small: expected array to have >=1 /, 'This is required.'],
  [/^Invalid URL/i, 'Enter a full address, such as https://example.com/hook.'],
  [/^Invalid email/i, 'Enter an email address, such as ops@example.com.'],
  [/^Invalid input: expected number/, 'Enter a number.'],
  [/^Invalid (?:input|option|string: must match pattern)/, 'This does not look right. Compare it with the example.'],
];

/** A fault of a field in plain words. */
export function plainFault(message: string): string {
  const plain = PLAIN.find(([pattern]) => pattern.test(message));
  if (plain !== undefined) return plain[1];
  const [, least] = /^Too small: expected string to have >=(\d+)/.exec(message) ?? [];
  if (least !== undefined) return `Enter at least ${least} characters.`;
  const [, most] = /^Too big: expected string to have <=(\d+)/.exec(message) ?? [];
  return most === undefined ? message : `Enter at most ${most} characters.`;
}
