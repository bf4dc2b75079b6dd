import { roleSession } from '../../../local/iam/principals.ts';
import type { AccessRequest, PolicySet } from '../../../local/iam/policy.ts';
import { evaluate, type Decision } from '../../../local/iam/evaluate.ts';
import { readPolicy } from '../../../local/iam/read-policy.ts';

export const ROLE = 'arn:aws:iam::000000000000:role/Stack-Role';
export const subject = roleSession(ROLE, 'Stack-Fn');

export const policy = (...statements: object[]) => ({ Version: '2012-10-17', Statement: statements });
export const allow = (Action: unknown, Resource: unknown, more: object = {}) => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...more,
});
export const deny = (Action: unknown, Resource: unknown, more: object = {}) => ({
  ...allow(Action, Resource, more),
  Effect: 'Deny',
});

/** A set of policies: what the role has, and what resources have. */
export const policies = (identity: object[], resource: Readonly<Record<string, object[]>> = {}): PolicySet => ({
  identity: { [ROLE]: readPolicy(policy(...identity), 'Stack/Policy', 'identity') },
  resource: Object.fromEntries(
    Object.entries(resource).map(([arn, statements]) => [
      arn,
      readPolicy(policy(...statements), 'Stack/ResourcePolicy', 'resource'),
    ]),
  ),
});

export const request = (action: string, resource: string, context: Record<string, string> = {}): AccessRequest => ({
  action,
  resource,
  context: { 'aws:securetransport': 'true', ...context },
});

/** What becomes of a request of the role. */
export const outcome = (set: PolicySet, asked: AccessRequest): Decision['outcome'] =>
  evaluate(set, subject, asked).outcome;
