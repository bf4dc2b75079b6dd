import { describe, expect, it } from 'vitest';
import recorded from './stateful.json' with { type: 'json' };
import { resourcesOf, synthesize, type Synthesized } from './synthesize.ts';

/**
 * What CloudFormation replaces a resource for, or cannot change at all: with another value, the data stays behind in the
 * old resource. By the pages of the resource types, "Update requires: Replacement".
 */
const REPLACING: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::GlobalTable': [
    'TableName',
    'KeySchema',

    'GlobalSecondaryIndexes',
    'LocalSecondaryIndexes',
  ],
  'AWS::S3::Bucket': ['BucketName', 'BucketNamePrefix', 'ObjectLockEnabled'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin'],
  'AWS::Cognito::UserPool': ['AliasAttributes', 'UsernameAttributes', 'UsernameConfiguration', 'Schema'],
  'AWS::Cognito::UserPoolDomain': ['Domain', 'UserPoolId'],
  'AWS::Kinesis::Stream': ['Name'],
};

/** Hold no data: another one is as good. */
const REPLACEABLE = new Set(['AWS::S3::BucketPolicy', 'AWS::CDK::Metadata']);

function recordOf({ data, stacks }: Synthesized) {
  const stateful = resourcesOf(data).filter(([, { Type }]) => !REPLACEABLE.has(Type));
  const resources = stateful.map(([id, { Type, Properties }]) => {
    const names = REPLACING[Type];
    if (names === undefined) throw new Error(`${id}: what replaces a ${Type}?`);
    const replacing = names.filter((name) => name in Properties).map((name) => [name, Properties[name]]);
    return [id, { Type, ...Object.fromEntries(replacing) }];
  });
  return { stack: stacks.data.stackName, resources: Object.fromEntries(resources) };
}

describe('an upgrade', () => {
  const router = synthesize();

  // stateful.json is written by hand: whoever changes it says that no data is left behind, or how it is moved.
  it('replaces nothing that holds data', () => {
    expect(recordOf(router)).toEqual(recorded);
  });

  it('replaces nothing when live events go to Kinesis, too', () => {
    const { resources } = recordOf(synthesize({ LIVE_STREAM_SOURCE: 'kinesis' }));

    expect(resources).toMatchObject(recorded.resources);
  });

  it('keeps data when a resource or the stack is removed, and finds nothing to lose in the other stacks', () => {
    const { data, liveStream, stacks } = router;
    const typesOf = (...templates: Parameters<typeof resourcesOf>) =>
      resourcesOf(...templates).map(([, it]) => it.Type);
    const holders = new Set(Object.keys(REPLACING).filter((type) => type !== 'AWS::Cognito::UserPoolDomain'));
    const kept = resourcesOf(data).filter(([, { Type }]) => holders.has(Type));

    expect(stacks.data.terminationProtection).toBe(true);
    expect(kept.length).toBeGreaterThanOrEqual(7);
    for (const [, { DeletionPolicy, UpdateReplacePolicy }] of kept) {
      expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(['RetainExceptOnCreate', 'Retain']);
    }
    // The one bucket outside holds a copy of the dashboard.
    expect(typesOf(router.router, liveStream!).filter((type) => holders.has(type))).toEqual(['AWS::S3::Bucket']);
  });
});
