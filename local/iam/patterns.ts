const compiled = new Map<string, RegExp>();
const ARN_PARTS = 6;

/** Whether a pattern with `*` (any text) and `?` (any character) matches the text. Case counts. */
function matchesText(pattern: string, text: string): boolean {
  let expression = compiled.get(pattern);
  if (expression === undefined) {
    const source = pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('*', '.*')
      .replaceAll('?', '.');
    expression = new RegExp(`^${source}$`, 'su');
    compiled.set(pattern, expression);
  }
  return expression.test(text);
}

/** Whether a pattern such as `s3:Get*` matches an action. Case does not count. */
export function matchesAction(pattern: string, action: string): boolean {
  return matchesText(pattern.toLowerCase(), action.toLowerCase());
}

/**
 * Whether a pattern matches an ARN: part by part, so that a wildcard does not reach across a colon, except in the last
 * part, which takes the rest.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_resource.html#reference_policies_elements_resource_wildcards
 */
export function matchesArn(pattern: string, arn: string): boolean {
  if (pattern === '*') return true;
  const wanted = partsOf(pattern);
  const given = partsOf(arn);
  return (
    wanted.length === ARN_PARTS &&
    given.length === ARN_PARTS &&
    wanted.every((part, index) => matchesText(part, given[index] ?? ''))
  );
}

function partsOf(arn: string): string[] {
  const parts = arn.split(':');
  return [
    ...parts.slice(0, ARN_PARTS - 1),
    ...(parts.length < ARN_PARTS ? [] : [parts.slice(ARN_PARTS - 1).join(':')]),
  ];
}
