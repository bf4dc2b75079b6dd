import * as z from 'zod';
import { ACCOUNT, REGION } from '../assembly/attributes.ts';
import type { Resources } from '../assembly/resources.ts';
import { managedPolicy } from './managed-policies.ts';
import type { PolicySet, Statement } from './policy.ts';
import { readPolicy } from './read-policy.ts';

const InlinePolicies = z.array(z.object({ PolicyName: z.string(), PolicyDocument: z.unknown() })).default([]);
const Absent = z.undefined({ error: 'is not evaluated by the local runner' }).optional();

type Attached = readonly [to: string, statements: readonly Statement[]];

/**
 * The policies that the templates attach to roles and to resources.
 *
 * @throws UnsupportedTemplate on anything in them that is not evaluated here.
 */
export function policiesOf(resources: Resources): PolicySet {
  refuseTablePolicies(resources);
  return {
    identity: grouped([...rolePolicies(resources), ...separatePolicies(resources)]),
    resource: grouped([
      ...queuePolicies(resources),
      ...bucketPolicies(resources),
      ...topicPolicies(resources),
      ...keyPolicies(resources),
      ...functionPermissions(resources),
    ]),
  };
}

function rolePolicies(resources: Resources): Attached[] {
  const shape = {
    ManagedPolicyArns: z.array(z.string()).default([]),
    Policies: InlinePolicies,
    PermissionsBoundary: Absent,
  };
  return resources.ofType('AWS::IAM::Role', shape).flatMap(({ where, attribute, properties }): Attached[] => {
    const to = attribute('Arn');
    const { ManagedPolicyArns, Policies } = properties;
    return [
      ...ManagedPolicyArns.map((arn): Attached => {
        const name = `${where}/${arn.slice(arn.lastIndexOf('/') + 1)}`;
        return [to, readPolicy(managedPolicy(arn, where), name, 'identity')];
      }),
      ...Policies.map((policy): Attached => {
        return [to, readPolicy(policy.PolicyDocument, `${where}/${policy.PolicyName}`, 'identity')];
      }),
    ];
  });
}

function separatePolicies(resources: Resources): Attached[] {
  const shape = { PolicyDocument: z.unknown(), Roles: z.array(z.string()).min(1), Users: Absent, Groups: Absent };
  return resources.ofType('AWS::IAM::Policy', shape).flatMap(({ where, properties }) => {
    const statements = readPolicy(properties.PolicyDocument, where, 'identity');
    return properties.Roles.map((role): Attached => [`arn:aws:iam::${ACCOUNT}:role/${role}`, statements]);
  });
}

function queuePolicies(resources: Resources): Attached[] {
  const shape = { PolicyDocument: z.unknown(), Queues: z.array(z.string()) };
  return resources.ofType('AWS::SQS::QueuePolicy', shape).flatMap(({ where, properties }) => {
    const statements = readPolicy(properties.PolicyDocument, where, 'resource');
    return properties.Queues.map((url): Attached => [
      `arn:aws:sqs:${REGION}:${ACCOUNT}:${url.slice(url.lastIndexOf('/') + 1)}`,
      statements,
    ]);
  });
}

function bucketPolicies(resources: Resources): Attached[] {
  const shape = { PolicyDocument: z.unknown(), Bucket: z.string() };
  return resources
    .ofType('AWS::S3::BucketPolicy', shape)
    .map(({ where, properties: { Bucket, PolicyDocument } }) => [
      `arn:aws:s3:::${Bucket}`,
      readPolicy(PolicyDocument, where, 'resource'),
    ]);
}

function topicPolicies(resources: Resources): Attached[] {
  const shape = { PolicyDocument: z.unknown(), Topics: z.array(z.string()) };
  return resources.ofType('AWS::SNS::TopicPolicy', shape).flatMap(({ where, properties }) => {
    const statements = readPolicy(properties.PolicyDocument, where, 'resource');
    return properties.Topics.map((arn): Attached => [arn, statements]);
  });
}

function keyPolicies(resources: Resources): Attached[] {
  return resources
    .ofType('AWS::KMS::Key', { KeyPolicy: z.unknown() })
    .map(({ where, attribute, properties }) => [attribute('Arn'), readPolicy(properties.KeyPolicy, where, 'resource')]);
}

/** A permission is a statement of the function's policy in other words. */
function functionPermissions(resources: Resources): Attached[] {
  const shape = {
    FunctionName: z.string(),
    Action: z.string(),
    Principal: z.string().endsWith('.amazonaws.com'),
    SourceArn: z.string().optional(),
    SourceAccount: z.string().optional(),
    EventSourceToken: Absent,
    FunctionUrlAuthType: Absent,
    PrincipalOrgID: Absent,
  };
  return resources.ofType('AWS::Lambda::Permission', shape).map(({ where, properties }) => {
    const { FunctionName, Action, Principal, SourceArn, SourceAccount } = properties;
    const arn = FunctionName.includes(':')
      ? FunctionName
      : `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${FunctionName}`;
    const Condition = {
      ...(SourceArn !== undefined && { ArnLike: { 'aws:SourceArn': SourceArn } }),
      ...(SourceAccount !== undefined && { StringEquals: { 'aws:SourceAccount': SourceAccount } }),
    };
    const statement = { Effect: 'Allow', Principal: { Service: Principal }, Action, Resource: arn, Condition };
    return [arn, readPolicy({ Version: '2012-10-17', Statement: statement }, where, 'resource')];
  });
}

/** Our tables have no policies of their own so far; one that gets a policy must not go unnoticed. */
function refuseTablePolicies(resources: Resources): void {
  const ReplicaStreamSpecification = z.object({ ResourcePolicy: Absent }).optional();
  const Replicas = z.array(z.object({ ResourcePolicy: Absent, ReplicaStreamSpecification }));
  resources.ofType('AWS::DynamoDB::GlobalTable', { Replicas });
}

function grouped(attached: readonly Attached[]): Record<string, Statement[]> {
  const groups: Record<string, Statement[]> = {};
  for (const [to, statements] of attached) (groups[to] ??= []).push(...statements);
  return groups;
}
