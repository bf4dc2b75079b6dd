import { matchesArn } from './patterns.ts';
import type { AccessRequest, Condition } from './policy.ts';

/**
 * Whether a condition holds. A key that the request does not have fails every operator but `Null`.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
 */
export function holds({ operator, key, values }: Condition, { context }: AccessRequest): boolean {
  const given = context[key];
  if (operator === 'Null') return values.includes(String(given === undefined));
  if (given === undefined) return false;
  switch (operator) {
    case 'Bool':
      return values.some((value) => value.toLowerCase() === given.toLowerCase());
    case 'StringEquals':
      return values.includes(given);
    case 'ArnLike':
      return values.some((value) => matchesArn(value, given));
    default:
      throw new Error(`no operator ${String(operator satisfies never)}`);
  }
}

/** Condition keys whose values the door knows, or the beginnings of their names. */
const KEYS = [/^aws:securetransport$/, /^aws:source(arn|account)$/, /^kms:encryptioncontext:.+$/];

/** Whether a condition key means something here: a test of any other key would silently never hold. */
export function isKnownKey(key: string): boolean {
  return KEYS.some((known) => known.test(key.toLowerCase()));
}
