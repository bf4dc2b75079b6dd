import { describe, expect, it } from 'vitest';
import { Resources } from '../../../local/assembly/resources.ts';
import { Template } from '../../../local/assembly/template.ts';
import { UnsupportedTemplate } from '../../../local/assembly/unsupported.ts';
import { evaluate } from '../../../local/iam/evaluate.ts';
import { policiesOf } from '../../../local/iam/policies-of.ts';
import { principalsOf } from '../../../local/iam/principals.ts';
import { allow, deny, policy, request } from './statements.ts';

const resources = (Resources_: object): Resources =>
  new Resources(
    { stacks: [{ name: 'App', template: Template.parse({ Resources: Resources_ }) }], assets: new Map() },
    'http://127.0.0.1:4000',
  );

const ROLE = 'arn:aws:iam::000000000000:role/App-Role';
const role = (Properties: object = {}) => ({ Role: { Type: 'AWS::IAM::Role', Properties } });
const attRole = { 'Fn::GetAtt': ['Role', 'Arn'] };
const fn = { Fn: { Type: 'AWS::Lambda::Function', Properties: { Role: attRole } } };
const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:App-Jobs';
const jobs = { Jobs: { Type: 'AWS::SQS::Queue' } };

describe('the policies of roles', () => {
  it('are those of the role itself, those beside it and those that AWS keeps', () => {
    const basic = 'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole';
    const { identity } = policiesOf(
      resources({
        ...jobs,
        ...role({
          Policies: [{ PolicyName: 'Own', PolicyDocument: policy(allow('sqs:SendMessage', QUEUE)) }],
          ManagedPolicyArns: [basic],
        }),
        Beside: {
          Type: 'AWS::IAM::Policy',
          Properties: {
            Roles: [{ Ref: 'Role' }],
            PolicyDocument: policy(allow('sqs:ReceiveMessage', { 'Fn::GetAtt': ['Jobs', 'Arn'] })),
          },
        },
      }),
    );

    expect(identity[ROLE]).toMatchObject([
      { id: 'App/Role/AWSLambdaBasicExecutionRole#0', resources: ['*'] },
      { id: 'App/Role/Own#0', actions: ['sqs:SendMessage'] },
      { id: 'App/Beside#0', actions: ['sqs:ReceiveMessage'], resources: [QUEUE] },
    ]);
  });

  it.each([
    ['a boundary', role({ PermissionsBoundary: 'arn:aws:iam::000000000000:policy/Boundary' })],
    ['an unknown policy of AWS', role({ ManagedPolicyArns: ['arn:aws:iam::aws:policy/AdministratorAccess'] })],
    [
      'a user',
      { P: { Type: 'AWS::IAM::Policy', Properties: { Roles: ['r'], Users: ['u'], PolicyDocument: policy() } } },
    ],
    ['a policy that is managed', { P: { Type: 'AWS::IAM::ManagedPolicy', Properties: { PolicyDocument: policy() } } }],
  ])('are refused with %s', (_, template) => {
    expect(() => policiesOf(resources(template))).toThrow(UnsupportedTemplate);
  });
});

describe('the policies of resources', () => {
  it('stand beside queues, buckets, topics and in keys', () => {
    const everybody = { Principal: '*' };
    const { resource } = policiesOf(
      resources({
        ...jobs,
        Bucket: { Type: 'AWS::S3::Bucket' },
        Topic: { Type: 'AWS::SNS::Topic' },
        Key: { Type: 'AWS::KMS::Key', Properties: { KeyPolicy: policy(allow('kms:*', '*', everybody)) } },
        OfQueue: {
          Type: 'AWS::SQS::QueuePolicy',
          Properties: { Queues: [{ Ref: 'Jobs' }], PolicyDocument: policy(deny('sqs:*', '*', everybody)) },
        },
        OfBucket: {
          Type: 'AWS::S3::BucketPolicy',
          Properties: { Bucket: { Ref: 'Bucket' }, PolicyDocument: policy(deny('s3:*', '*', everybody)) },
        },
        OfTopic: {
          Type: 'AWS::SNS::TopicPolicy',
          Properties: { Topics: [{ Ref: 'Topic' }], PolicyDocument: policy(deny('sns:*', '*', everybody)) },
        },
      }),
    );

    expect(Object.keys(resource).sort()).toEqual([
      'arn:aws:kms:us-east-1:000000000000:key/App-Key',
      'arn:aws:s3:::app-bucket',
      'arn:aws:sns:us-east-1:000000000000:App-Topic',
      QUEUE,
    ]);
  });

  it('of a function are its permissions', () => {
    const set = policiesOf(
      resources({
        ...role(),
        ...fn,
        Permission: {
          Type: 'AWS::Lambda::Permission',
          Properties: {
            FunctionName: { Ref: 'Fn' },
            Action: 'lambda:InvokeFunction',
            Principal: 'events.amazonaws.com',
            SourceArn: 'arn:aws:events:us-east-1:000000000000:rule/App-Rule',
          },
        },
      }),
    );
    const invokedFor = (rule: string) => {
      const context = { 'aws:sourcearn': `arn:aws:events:us-east-1:000000000000:rule/${rule}` };
      const asked = request('lambda:InvokeFunction', 'arn:aws:lambda:us-east-1:000000000000:function:App-Fn', context);
      return evaluate(set, { kind: 'service', name: 'events.amazonaws.com' }, asked).outcome;
    };

    expect(invokedFor('App-Rule')).toBe('allowed');
    expect(invokedFor('App-Rule2')).toBe('not allowed');
  });

  it.each([
    ['a table', { ResourcePolicy: { PolicyDocument: policy() } }],
    ['the stream of a table', { ReplicaStreamSpecification: { ResourcePolicy: { PolicyDocument: policy() } } }],
  ])('are refused for %s', (_, replica) => {
    const Table = { Type: 'AWS::DynamoDB::GlobalTable', Properties: { Replicas: [{ Region: 'r', ...replica }] } };

    expect(() => policiesOf(resources({ Table }))).toThrow(/ResourcePolicy/);
  });

  it.each([{ PrincipalOrgID: 'o-1' }, { FunctionUrlAuthType: 'NONE' }, { Principal: '123456789012' }])(
    'are refused for a function with %j',
    (more) => {
      const Properties = { FunctionName: 'f', Action: 'lambda:InvokeFunction', Principal: 's3.amazonaws.com', ...more };

      expect(() => policiesOf(resources({ P: { Type: 'AWS::Lambda::Permission', Properties } }))).toThrow(
        UnsupportedTemplate,
      );
    },
  );
});

it('knows functions by their names and containers by their task roles', () => {
  const Task = { Type: 'AWS::ECS::TaskDefinition', Properties: { TaskRoleArn: attRole } };

  expect([...principalsOf(resources({ ...role(), ...fn, Task }))]).toEqual([
    ['App-Fn', { kind: 'role', roleArn: ROLE, sessionArn: 'arn:aws:sts::000000000000:assumed-role/App-Role/App-Fn' }],
    ['App-Role', { kind: 'role', roleArn: ROLE, sessionArn: 'arn:aws:sts::000000000000:assumed-role/App-Role/task' }],
  ]);
});
