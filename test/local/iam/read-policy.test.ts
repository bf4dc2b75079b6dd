import { describe, expect, it } from 'vitest';
import { UnsupportedTemplate } from '../../../local/assembly/unsupported.ts';
import { readPolicy } from '../../../local/iam/read-policy.ts';
import { allow, policy } from './statements.ts';

const ARN = 'arn:aws:sqs:us-east-1:000000000000:jobs';
const read = (statement: object, kind: 'identity' | 'resource' = 'identity') =>
  readPolicy(policy(statement), 'Stack/Policy', kind);

describe('reading a policy', () => {
  it.each([
    ['NotAction', { Effect: 'Allow', NotAction: 'sqs:*', Resource: ARN }],
    ['NotResource', { Effect: 'Allow', Action: 'sqs:*', NotResource: ARN }],
    ['NotPrincipal', allow('sqs:*', ARN, { NotPrincipal: '*' })],
    ['another effect', { ...allow('sqs:*', ARN), Effect: 'allow' }],
    ['no action', { Effect: 'Allow', Resource: ARN }],
    ['an empty list of actions', allow([], ARN)],
    ['no resource', { Effect: 'Allow', Action: 'sqs:*' }],
    ['an unknown operator', allow('sqs:*', ARN, { Condition: { IpAddress: { 'aws:SourceIp': '::1' } } })],
    ['an operator with IfExists', allow('sqs:*', ARN, { Condition: { BoolIfExists: { 'aws:SecureTransport': 'x' } } })],
    ['an operator over a set', allow('s3:*', ARN, { Condition: { 'ForAllValues:StringEquals': { 'aws:a': 'x' } } })],
    [
      'an unknown condition key',
      allow('sqs:*', ARN, { Condition: { StringEquals: { 'aws:PrincipalTag/team': 'x' } } }),
    ],
    ['a bare prefix of a known key', allow('kms:*', ARN, { Condition: { Null: { 'kms:EncryptionContext:': 'x' } } })],
    ['a variable in the resource', allow('sqs:*', `${ARN}-\${aws:username}`)],
    ['a variable in a condition', allow('sqs:*', ARN, { Condition: { StringEquals: { 'aws:SourceArn': '${a:b}' } } })],
    ['an action without service', allow('SendMessage', ARN)],
    ['a resource that is no ARN', allow('sqs:*', 'jobs')],
    ['an incomplete ARN', allow('sqs:*', 'arn:aws:sqs:*')],
    ['a principal in the policy of a role', allow('sqs:*', ARN, { Principal: '*' })],
  ])('refuses %s', (_, statement) => {
    expect(() => read(statement)).toThrow(UnsupportedTemplate);
  });

  it.each([
    ['no principal', allow('sqs:*', ARN)],
    ['an empty principal', allow('sqs:*', ARN, { Principal: {} })],
    ['a federated principal', allow('sqs:*', ARN, { Principal: { Federated: 'accounts.google.com' } })],
  ])('of a resource refuses %s', (_, statement) => {
    expect(() => read(statement, 'resource')).toThrow(UnsupportedTemplate);
  });

  it('refuses another version, in which variables are mere text', () => {
    expect(() => readPolicy({ Version: '2008-10-17', Statement: [] }, 'Stack/Policy', 'identity')).toThrow(
      UnsupportedTemplate,
    );
  });

  it('names the statement it stumbled over', () => {
    const document = policy(allow('sqs:*', ARN), allow('sqs:*', 'jobs'));

    expect(() => readPolicy(document, 'Stack/Policy', 'identity')).toThrow('Stack/Policy#1: jobs is no ARN');
  });
});
