import { ACCOUNT } from '../assembly/attributes.ts';
import { holds } from './conditions.ts';
import { matchesAction, matchesArn } from './patterns.ts';
import type { AccessRequest, PolicySet, Principal, Statement, Subject } from './policy.ts';

/** The outcome of a request, and the statements that matched it. */
export interface Decision {
  readonly outcome: 'allowed' | 'denied by identity policy' | 'denied by resource policy' | 'not allowed';
  /** For a request that nothing allows: the kind of policy that would have had to allow it. */
  readonly missing: 'identity' | 'resource';
  readonly matched: readonly Statement[];
}

const ROOT = `arn:aws:iam::${ACCOUNT}:root`;

/**
 * Decides as IAM does within one account: a deny anywhere wins; else an allow of the role or of the resource is enough.
 * A KMS key is its own master: policies of roles can allow only what the key's policy leaves to the account.
 *
 * For another account's resource we know only the role's side, so we assume that its own policy agrees.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
export function evaluate(policies: PolicySet, subject: Subject, request: AccessRequest): Decision {
  const own = subject.kind === 'role' ? (policies.identity[subject.roleArn] ?? []) : [];
  const identity = own.filter((statement) => speaksOf(statement, request));
  const attached = policies.resource[ownerOf(request.resource)] ?? [];
  const resource = attached.filter((statement) => speaksOf(statement, request) && concerns(statement, subject));
  const isLeftToAccount = resource.some((statement) => isAllow(statement) && statement.principals.some(isRoot));
  const named = resource.filter((statement) => statement.principals.some((principal) => names(principal, subject)));
  const matched = [...identity, ...resource];
  const missing = subject.kind === 'service' || (isKey(request) && !isLeftToAccount) ? 'resource' : 'identity';
  if (identity.some(isDeny)) return { outcome: 'denied by identity policy', missing, matched };
  if (resource.some(isDeny)) return { outcome: 'denied by resource policy', missing, matched };
  const isAllowed = named.some(isAllow) || (missing === 'identity' && identity.some(isAllow));
  return { outcome: isAllowed ? 'allowed' : 'not allowed', missing, matched };
}

/** The resource whose policy covers this one: an object's bucket, the function of a version or alias, else itself. */
function ownerOf(arn: string): string {
  const [, bucket] = /^(arn:aws:s3:::[^/]+)\//.exec(arn) ?? [];
  const [, ofFunction] = /^(arn:aws:lambda:[^:]*:[^:]*:function:[^:]+):/.exec(arn) ?? [];
  return bucket ?? ofFunction ?? arn;
}

function speaksOf({ actions, resources, conditions }: Statement, request: AccessRequest): boolean {
  return (
    actions.some((pattern) => matchesAction(pattern, request.action)) &&
    resources.some((pattern) => matchesArn(pattern, request.resource)) &&
    conditions.every((condition) => holds(condition, request))
  );
}

/** The account's root stands for everybody in it: an allow for it does nothing by itself, a deny denies everybody. */
function concerns({ principals }: Statement, subject: Subject): boolean {
  return principals.some((principal) => names(principal, subject) || (subject.kind === 'role' && isRoot(principal)));
}

function names({ kind, id }: Principal, subject: Subject): boolean {
  if (kind === 'Service') return subject.kind === 'service' && id === subject.name;
  return id === '*' || (subject.kind === 'role' && (id === subject.roleArn || id === subject.sessionArn));
}

const isRoot = ({ kind, id }: Principal): boolean => kind === 'AWS' && (id === ROOT || id === ACCOUNT);
const isKey = ({ resource }: AccessRequest): boolean => resource.startsWith('arn:aws:kms:');
const isAllow = ({ effect }: Statement): boolean => effect === 'Allow';
const isDeny = ({ effect }: Statement): boolean => effect === 'Deny';
