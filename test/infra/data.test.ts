import { describe, expect, it } from 'vitest';
import { tables as shapes } from '../../core/storage/tables.ts';
import { definitionOf } from '../engines/dynamodb.ts';
import { propertiesOf, resourcesOf, resourcesOfType, synthesize, templatesOf } from './synthesize.ts';

const TABLE = 'AWS::DynamoDB::GlobalTable';

/** Properties that give a resource a name of its own, which blocks its replacement and a second router in the account. */
const NAMING = [
  'TableName',
  'BucketName',
  'QueueName',
  'FunctionName',
  'RoleName',
  'LogGroupName',
  'AlarmName',
  'ClusterName',
  'ServiceName',
  'GroupName',
];

/** Types whose `FunctionName` and the like refer to another resource. */
const REFERRING = new Set([
  'AWS::Lambda::Permission',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Logs::MetricFilter',
  'Custom::S3AutoDeleteObjects',
]);

describe('stored data', () => {
  const router = synthesize();
  const tables = resourcesOfType(router.data, TABLE);

  it('keeps the logical ids: another id would be another, empty table or bucket', () => {
    const stateful = resourcesOf(router.data).filter(([, { Type }]) => [TABLE, 'AWS::S3::Bucket'].includes(Type));

    expect(stateful.map(([id]) => id)).toEqual([
      'DirectoryTableD64E6930',
      'MessagesTable9E4E97A0',
      'LiveEventsTableB9214DF6',
      'CountersTable751C54B9',
      'AlertsTable3C20DA98',
      'AsksTable3199F635',
      'FiguresTable74D6F988',
      'BodiesBucket7CDFEDE9',
    ]);
  });

  it('has the keys, indexes and streams that the tables of the tests have', () => {
    const ids = {
      directory: 'Directory',
      messages: 'Messages',
      liveEvents: 'LiveEvents',
      counters: 'Counters',
      figures: 'Figures',
      asks: 'Asks',
    } as const;

    for (const name of ['directory', 'messages', 'liveEvents', 'counters', 'figures', 'asks'] as const) {
      const { TableName: _, StreamSpecification: stream, ...defined } = definitionOf(name, shapes[name]);
      expect(propertiesOf(router.data, TABLE, ids[name])).toMatchObject({
        ...defined,
        AttributeDefinitions: expect.arrayContaining(defined.AttributeDefinitions ?? []),
        ...(stream && { StreamSpecification: { StreamViewType: stream.StreamViewType } }),
      });
    }
    expect(tables).toHaveLength(Object.keys(shapes).length);
  });

  it('survives the removal of the stack, which is itself refused', () => {
    expect(router.stacks.data.terminationProtection).toBe(true);
    expect([...tables, ...resourcesOfType(router.data, 'AWS::S3::Bucket')].map(([, it]) => it.DeletionPolicy)).toEqual(
      Array.from({ length: 8 }, () => 'RetainExceptOnCreate'),
    );
  });

  it('leaves nothing behind when a first deployment fails', () => {
    const { data, router: stateless, liveStream } = synthesize({ LIVE_STREAM_SOURCE: 'kinesis' });
    const orphans = resourcesOf(data, stateless, liveStream!).filter(([, it]) => it.DeletionPolicy === 'Retain');

    expect(orphans.map(([id]) => id)).toEqual([]);
  });

  it.each(tables)('protects %s from deletion and can take it back to any second', (_, table) => {
    expect(table.Properties['Replicas']).toEqual([
      expect.objectContaining({
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      }),
    ]);
    expect(table.Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    });
  });

  it('streams what messages were and are, and new images of live events, and no other table', () => {
    const streams = tables.map(([id, { Properties }]) => [id.slice(0, 4), Properties['StreamSpecification']]);

    expect(streams.filter(([, stream]) => stream !== undefined)).toEqual([
      ['Mess', { StreamViewType: 'NEW_AND_OLD_IMAGES' }],
      ['Live', { StreamViewType: 'NEW_IMAGE' }],
    ]);
  });

  it('deletes large bodies a day after their messages', () => {
    const { LifecycleConfiguration } = propertiesOf(router.data, 'AWS::S3::Bucket');

    expect(LifecycleConfiguration).toMatchObject({ Rules: [{ ExpirationInDays: 31, Status: 'Enabled' }] });
  });

  it('keeps what was deleted or overwritten for a week, and no longer', () => {
    const bodies = propertiesOf(router.data, 'AWS::S3::Bucket');

    expect(bodies).toMatchObject({
      VersioningConfiguration: { Status: 'Enabled' },
      LifecycleConfiguration: { Rules: [{ NoncurrentVersionExpiration: { NoncurrentDays: 7 } }] },
    });
  });

  it('empties the bucket of the dashboard before it is removed, which S3 refuses otherwise', () => {
    const [[bucketId] = ['']] = resourcesOfType(router.router, 'AWS::S3::Bucket');

    expect(propertiesOf(router.router, 'Custom::S3AutoDeleteObjects')).toMatchObject({
      BucketName: { Ref: bucketId },
    });
    expect(resourcesOfType(router.data, 'Custom::S3AutoDeleteObjects')).toEqual([]);
  });

  it('blocks public access to every bucket', () => {
    const buckets = resourcesOf(...templatesOf(router)).filter(([, { Type }]) => Type === 'AWS::S3::Bucket');

    expect(buckets).toHaveLength(2);
    for (const [, { Properties }] of buckets) {
      expect(Properties['PublicAccessBlockConfiguration']).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
    }
  });

  it('gives no resource a physical name', () => {
    const named = resourcesOf(...templatesOf(router))
      .filter(([, { Type }]) => !REFERRING.has(Type))
      .filter(([, { Properties }]) => NAMING.some((name) => name in (Properties ?? {})));

    expect(named.map(([id]) => id)).toEqual([]);
  });

  it('keeps every log for a stated time', () => {
    const logs = resourcesOf(...templatesOf(router)).filter(([, { Type }]) => Type === 'AWS::Logs::LogGroup');

    expect(logs.filter(([, { Properties }]) => Properties['RetentionInDays'] !== 30)).toEqual([]);
  });
});
