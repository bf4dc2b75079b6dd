import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../local/iam/evaluate.ts';
import { allow, deny, outcome, policies, request, ROLE, subject } from './statements.ts';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/Things';
const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:jobs';
const BUCKET = 'arn:aws:s3:::bodies';
const KEY = 'arn:aws:kms:us-east-1:000000000000:key/secrets';
const FUNCTION = 'arn:aws:lambda:us-east-1:000000000000:function:Stack-Fn';
const ROOT = { AWS: 'arn:aws:iam::000000000000:root' };
const put = request('dynamodb:PutItem', TABLE);

describe('a request that no statement speaks of', () => {
  it.each([
    ['without any policy', []],
    ['of another action', [allow('dynamodb:GetItem', TABLE)]],
    ['of an action that only begins alike', [allow('dynamodb:Put', TABLE)]],
    ['of another resource', [allow('dynamodb:PutItem', `${TABLE}2`)]],
    ['of the index of a table', [allow('dynamodb:PutItem', `${TABLE}/index/due`)]],
    ['of a resource in another case', [allow('dynamodb:PutItem', TABLE.replace('Things', 'things'))]],
    ['of another service', [allow('sqs:*', '*')]],
  ])('is not allowed: %s', (_, statements) => {
    expect(outcome(policies(statements), put)).toBe('not allowed');
  });

  it('is not allowed to a role whose neighbour may', () => {
    const other = { ...subject, roleArn: `${ROLE}2` };

    expect(evaluate(policies([allow('*', '*')]), other, put).outcome).toBe('not allowed');
  });
});

describe('a request that a statement of the role speaks of', () => {
  it.each([
    ['by name', allow('dynamodb:PutItem', TABLE)],
    ['in another case of the action', allow('dynamodb:putitem', TABLE)],
    ['by one of several actions', allow(['dynamodb:GetItem', 'dynamodb:PutItem'], TABLE)],
    ['by one of several resources', allow('dynamodb:PutItem', [`${TABLE}2`, TABLE])],
    ['by a wildcard in the action', allow('dynamodb:Put*', TABLE)],
    ['by a single character in the action', allow('dynamodb:PutIte?', TABLE)],
    ['by a wildcard in the resource', allow('dynamodb:PutItem', 'arn:aws:dynamodb:*:*:table/T*s')],
    ['by everything', allow('*', '*')],
  ])('is allowed: %s', (_, statement) => {
    expect(outcome(policies([statement]), put)).toBe('allowed');
  });

  it.each([
    ['the role', [deny('dynamodb:*', '*')], {}],
    ['the role, before it is allowed', [deny('dynamodb:PutItem', TABLE), allow('dynamodb:PutItem', TABLE)], {}],
  ])('is denied although it is allowed, by %s', (_, denials, resource) => {
    expect(outcome(policies([allow('*', '*'), ...denials], resource), put)).toBe('denied by identity policy');
  });

  it('is denied although it is allowed, by the resource', () => {
    const denial = deny('sqs:*', QUEUE, { Principal: '*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } });
    const set = policies([allow('sqs:SendMessage', QUEUE)], { [QUEUE]: [denial] });

    expect(outcome(set, request('sqs:SendMessage', QUEUE))).toBe('allowed');
    const plain = request('sqs:SendMessage', QUEUE, { 'aws:securetransport': 'false' });
    expect(outcome(set, plain)).toBe('denied by resource policy');
  });
});

describe('wildcards in ARNs', () => {
  it.each([
    ['arn:aws:sqs:*:*:*', QUEUE, true],
    ['arn:aws:sqs:*:*', QUEUE, false],
    ['arn:aws:s3:::bodies/*', `${BUCKET}/org/msg:1.json`, true],
    ['arn:aws:s3:::bodies/*', BUCKET, false],
    ['arn:aws:s3:::*', `${BUCKET}/a/b`, true],
    ['arn:aws:*:us-east-1:000000000000:jobs', QUEUE, true],
    ['arn:*:jobs', QUEUE, false],
    ['arn:aws:sqs:us-east-1:*:jobs', 'arn:aws:sqs:us-east-1:1:2:jobs', false],
    ['arn:aws:sqs:us-east-1:00000000000?:jobs', QUEUE, true],
    ['arn:aws:sqs:us-east-1:000000000000:job.', QUEUE, false],
    ['arn:aws:sqs:us-east-1:000000000000:(jobs)', QUEUE, false],
  ])('%s and %s: %s', (pattern, resource, expected) => {
    // `readPolicy` refuses what is no ARN, so the statement is made by hand.
    const set = { ...policies([]), identity: { [ROLE]: [{ ...statementOf(pattern) }] } };

    expect(outcome(set, request('sqs:SendMessage', resource)) === 'allowed').toBe(expected);
  });

  const statementOf = (pattern: string) => ({
    id: 'x',
    effect: 'Allow' as const,
    actions: ['*'],
    resources: [pattern],
    conditions: [],
    principals: [],
  });
});

describe('conditions', () => {
  const decrypt = (context: Record<string, string>) => request('kms:Decrypt', KEY, context);
  const keyPolicy = { [KEY]: [allow('kms:*', '*', { Principal: ROOT })] };
  const withCondition = (Condition: object) => policies([allow('kms:Decrypt', KEY, { Condition })], keyPolicy);
  const organization = 'kms:encryptioncontext:organizationid';

  it.each([
    [
      'Null false, key there',
      { Null: { 'kms:EncryptionContext:organizationId': 'false' } },
      { [organization]: 'o' },
      true,
    ],
    ['Null false, key absent', { Null: { 'kms:EncryptionContext:organizationId': 'false' } }, {}, false],
    ['Null true, key absent', { Null: { 'kms:EncryptionContext:organizationId': true } }, {}, true],
    [
      'Null true, key there',
      { Null: { 'kms:EncryptionContext:organizationId': 'true' } },
      { [organization]: '' },
      false,
    ],
    [
      'StringEquals, one of the values',
      { StringEquals: { 'aws:SourceAccount': ['1', '2'] } },
      { 'aws:sourceaccount': '2' },
      true,
    ],
    [
      'StringEquals, none of the values',
      { StringEquals: { 'aws:SourceAccount': ['1', '2'] } },
      { 'aws:sourceaccount': '12' },
      false,
    ],
    [
      'StringEquals, in another case',
      { StringEquals: { 'aws:SourceArn': 'arn:A' } },
      { 'aws:sourcearn': 'arn:a' },
      false,
    ],
    [
      'StringEquals, with a wildcard',
      { StringEquals: { 'aws:SourceArn': 'arn:*' } },
      { 'aws:sourcearn': 'arn:a' },
      false,
    ],
    ['StringEquals, key absent', { StringEquals: { 'aws:SourceAccount': '1' } }, {}, false],
    ['Bool, in another case', { Bool: { 'aws:SecureTransport': 'TRUE' } }, {}, true],
    ['Bool, the other', { Bool: { 'aws:SecureTransport': false } }, {}, false],
    [
      'ArnLike',
      { ArnLike: { 'aws:SourceArn': 'arn:aws:sns:*:*:t*' } },
      { 'aws:sourcearn': 'arn:aws:sns:e:1:topic' },
      true,
    ],
    [
      'ArnLike, over a colon',
      { ArnLike: { 'aws:SourceArn': 'arn:aws:*:topic' } },
      { 'aws:sourcearn': 'arn:aws:sns:e:1:topic' },
      false,
    ],
    [
      'two keys, one of which fails',
      { StringEquals: { 'aws:SourceAccount': '1', 'aws:SourceArn': 'a' } },
      { 'aws:sourceaccount': '1', 'aws:sourcearn': 'b' },
      false,
    ],
    [
      'two operators, one of which fails',
      { StringEquals: { 'aws:SourceAccount': '1' }, Bool: { 'aws:SecureTransport': 'false' } },
      { 'aws:sourceaccount': '1' },
      false,
    ],
  ])('%s', (_, condition, context, expected) => {
    expect(outcome(withCondition(condition), decrypt(context)) === 'allowed').toBe(expected);
  });
});

describe('policies of resources', () => {
  const send = request('sqs:SendMessage', QUEUE);

  it('allow by themselves what they allow the role, its session or anybody', () => {
    for (const AWS of [ROLE, subject.sessionArn, '*']) {
      expect(outcome(policies([], { [QUEUE]: [allow('sqs:SendMessage', QUEUE, { Principal: { AWS } })] }), send)).toBe(
        'allowed',
      );
    }
  });

  it('allow nothing by naming the account, a service or another role', () => {
    for (const Principal of [ROOT, { Service: 'sns.amazonaws.com' }, { AWS: `${ROLE}2` }]) {
      expect(outcome(policies([], { [QUEUE]: [allow('sqs:SendMessage', QUEUE, { Principal })] }), send)).toBe(
        'not allowed',
      );
    }
  });

  it('deny the whole account', () => {
    const set = policies([allow('*', '*')], { [QUEUE]: [deny('sqs:*', QUEUE, { Principal: ROOT })] });

    expect(outcome(set, send)).toBe('denied by resource policy');
  });

  it('speak only of what they are attached to', () => {
    const set = policies([allow('*', '*')], { [`${QUEUE}2`]: [deny('sqs:*', '*', { Principal: '*' })] });

    expect(outcome(set, send)).toBe('allowed');
  });

  it('of a bucket speak of its objects', () => {
    const set = policies([allow('*', '*')], { [BUCKET]: [deny('s3:*', `${BUCKET}/*`, { Principal: '*' })] });

    expect(outcome(set, request('s3:GetObject', `${BUCKET}/a`))).toBe('denied by resource policy');
    expect(outcome(set, request('s3:ListBucket', BUCKET))).toBe('allowed');
    expect(outcome(set, request('s3:GetObject', 'arn:aws:s3:::bodies2/a'))).toBe('allowed');
  });

  it('let in the service they name, from the source they name, and no other', () => {
    const source = 'arn:aws:execute-api:us-east-1:000000000000:api/*/$default';
    const permission = allow('lambda:InvokeFunction', FUNCTION, {
      Principal: { Service: 'apigateway.amazonaws.com' },
      Condition: { ArnLike: { 'aws:SourceArn': source } },
    });
    const set = policies([], { [FUNCTION]: [permission] });
    const invokedBy = (name: string, arn: string) =>
      evaluate(set, { kind: 'service', name }, request('lambda:InvokeFunction', FUNCTION, { 'aws:sourcearn': arn }));

    const from = source.replace('*', '$default');
    expect(invokedBy('apigateway.amazonaws.com', from).outcome).toBe('allowed');
    expect(invokedBy('apigateway.amazonaws.com', `${from}/x`).outcome).toBe('not allowed');
    expect(invokedBy('events.amazonaws.com', from).outcome).toBe('not allowed');
    expect(invokedBy('apigateway.amazonaws.com', from).missing).toBe('resource');
  });
});

describe('a KMS key', () => {
  const decrypt = request('kms:Decrypt', KEY);
  const mayDecrypt = [allow('kms:Decrypt', KEY)];

  it('can be used by a role that may, when its policy leaves that to the account', () => {
    const set = policies(mayDecrypt, { [KEY]: [allow('kms:*', '*', { Principal: ROOT })] });

    expect(outcome(set, decrypt)).toBe('allowed');
  });

  it.each([
    ['has no policy', {}],
    ['leaves another action to the account', { [KEY]: [allow('kms:Encrypt', '*', { Principal: ROOT })] }],
    ['names another role', { [KEY]: [allow('kms:*', '*', { Principal: { AWS: `${ROLE}2` } })] }],
  ])('cannot be used by a role that may, when it %s', (_, keyPolicy) => {
    const decision = evaluate(policies(mayDecrypt, keyPolicy), subject, decrypt);

    expect(decision).toMatchObject({ outcome: 'not allowed', missing: 'resource' });
  });

  it('can be used by a role that its policy names', () => {
    const set = policies([], { [KEY]: [allow('kms:Decrypt', '*', { Principal: { AWS: ROLE } })] });

    expect(outcome(set, decrypt)).toBe('allowed');
  });

  it('cannot be used only because its policy leaves that to the account', () => {
    const set = policies([], { [KEY]: [allow('kms:*', '*', { Principal: ROOT })] });

    expect(evaluate(set, subject, decrypt)).toMatchObject({ outcome: 'not allowed', missing: 'identity' });
  });
});
