import { describe, expect, test } from 'vitest';
import { deliveryIdOf, reading } from './reading-preset.ts';

describe('aws-eventbridge preset', () => {
  test.each([
    [
      'ECS Task State Change',
      { lastStatus: 'RUNNING', group: 'service:web', containers: [{ name: 'web' }] },
      'ECS task service:web running',
      undefined,
      2,
    ],
    [
      'ECS Task State Change',
      { lastStatus: 'STOPPED', stopCode: 'TaskFailedToStart', stoppedReason: 'CannotPullContainerError' },
      'ECS task stopped',
      'CannotPullContainerError',
      4,
    ],
    ['ECS Task State Change', {}, 'ECS task', undefined, 2],
    [
      'ECS Deployment State Change',
      { eventType: 'ERROR', eventName: 'SERVICE_DEPLOYMENT_FAILED', reason: 'tasks failed to start' },
      'ECS: service deployment failed',
      'tasks failed to start',
      4,
    ],
    [
      'ECS Service Action',
      { eventType: 'WARN', eventName: 'SERVICE_TASK_START_IMPAIRED', clusterArn: 'arn:aws:ecs:x:1:cluster/prod' },
      'ECS: service task start impaired',
      'Cluster: prod',
      4,
    ],
    [
      'ECS Service Action',
      { eventType: 'INFO', eventName: 'SERVICE_STEADY_STATE' },
      'ECS: service steady state',
      undefined,
      2,
    ],
    ['ECS Service Action', {}, 'ECS Service Action: r', undefined, 2],
    [
      'EC2 Instance State-change Notification',
      { 'instance-id': 'i-1', state: 'running' },
      'EC2 instance i-1 is running',
      undefined,
      2,
    ],
    [
      'EC2 Instance State-change Notification',
      { 'instance-id': 'i-1', state: 'terminated' },
      'EC2 instance i-1 is terminated',
      undefined,
      3,
    ],
    [
      'EC2 Spot Instance Interruption Warning',
      { 'instance-id': 'i-1', 'instance-action': 'terminate' },
      'Spot instance i-1 is about to be interrupted',
      'In two minutes AWS takes it back: terminate',
      4,
    ],
    [
      'AWS Health Event',
      { service: 'EC2', statusCode: 'closed', eventTypeCategory: 'issue' },
      'AWS Health: EC2',
      undefined,
      2,
    ],
    [
      'AWS Health Event',
      { service: 'RDS', eventTypeCode: 'AWS_RDS_MAINTENANCE', eventTypeCategory: 'scheduledChange', endTime: 'later' },
      'AWS Health: RDS – maintenance',
      'Until later',
      3,
    ],
    [
      'CodePipeline Action Execution State Change',
      { pipeline: 'shop', stage: 'Deploy', action: 'Cdk', state: 'SUCCEEDED' },
      'Pipeline shop (Deploy / Cdk) succeeded',
      undefined,
      2,
    ],
    ['CodePipeline Pipeline Execution State Change', { pipeline: 'shop' }, 'Pipeline shop', undefined, 2],
    [
      'CodeBuild Build State Change',
      {
        'project-name': 'shop',
        'build-status': 'FAILED',
        'additional-information': {
          initiator: 'mona',
          phases: [
            { 'phase-type': 'INSTALL', 'phase-status': 'SUCCEEDED' },
            { 'phase-type': 'BUILD', 'phase-status': 'FAILED', 'phase-context': ['COMMAND_EXECUTION_ERROR: exit 1'] },
          ],
        },
      },
      'Build of shop failed',
      'Failed in BUILD\nCOMMAND_EXECUTION_ERROR: exit 1\nBy mona',
      4,
    ],
    ['CodeBuild Build State Change', {}, 'Build of', undefined, 2],
    ['GuardDuty Finding', { title: 'Miner', severity: 9.1 }, 'GuardDuty: Miner', 'Severity: 9.1', 5],
    [
      'GuardDuty Finding',
      { type: 'Recon:EC2/Portscan' },
      'GuardDuty: Recon:EC2/Portscan',
      'Type: Recon:EC2/Portscan',
      3,
    ],
    ['GuardDuty Finding', { title: 'Odd', severity: 2 }, 'GuardDuty: Odd', 'Severity: 2', 2],
    [
      'Security Hub Findings - Imported',
      { findings: [{ Title: 'Open port', Severity: { Label: 'HIGH' }, Resources: [{ Id: 'sg-1' }] }] },
      'Security Hub: Open port',
      'Resource: sg-1',
      4,
    ],
    ['Security Hub Findings - Imported', {}, 'Security Hub Findings - Imported: r', undefined, 2],
    [
      'Step Functions Execution Status Change',
      { stateMachineArn: 'arn:aws:states:x:1:stateMachine:import', status: 'TIMED_OUT', name: 'run-1' },
      'Execution of import timed out',
      'Execution: run-1',
      4,
    ],
    ['Step Functions Execution Status Change', {}, 'Execution of', undefined, 2],
    [
      'Batch Job State Change',
      {
        jobName: 'import',
        status: 'FAILED',
        statusReason: 'Host terminated',
        jobQueue: 'arn:aws:batch:x:1:job-queue/main',
      },
      'Batch job import failed',
      'Host terminated\nQueue: main',
      4,
    ],
    ['Batch Job State Change', {}, 'Batch job', undefined, 2],
    [
      'RDS DB Instance Event',
      { SourceIdentifier: 'main', Message: 'Restarting', EventCategories: ['failover'] },
      'RDS: main',
      'Restarting\nAbout: failover',
      4,
    ],
    ['RDS DB Cluster Event', { SourceIdentifier: 'main', Message: 'Backed up' }, 'RDS: main', 'Backed up', 2],
    [
      'AWS API Call via CloudTrail',
      {
        eventName: 'DeleteBucket',
        userIdentity: { userName: 'mona' },
        sourceIPAddress: '192.0.2.1',
        requestParameters: { bucketName: 'in' },
      },
      'DeleteBucket by mona',
      'From 192.0.2.1\nbucket name: in',
      2,
    ],
    [
      'AWS API Call via CloudTrail',
      { eventName: 'GetObject', userIdentity: { type: 'AWSService' }, errorCode: 'AccessDenied' },
      'GetObject by AWSService',
      'AccessDenied',
      3,
    ],
    [
      'Object Created',
      { bucket: { name: 'in' }, object: { key: 'a.csv', size: 5 }, reason: 'PutObject' },
      'Object in in',
      'a.csv\nSize: 5 bytes\nReason: PutObject',
      2,
    ],
    [
      'AWS Health Event',
      { eventTypeCode: 'AWS_EC2_RETIREMENT', affectedEntities: [{ entityValue: 'arn:aws:ec2:x:1:instance/i-1' }] },
      'AWS Health: – ec2 retirement',
      'Affected: i-1',
      3,
    ],
    [
      'ECR Image Scan',
      {
        'repository-name': 'shop',
        'finding-severity-counts': { LOW: 2, CRITICAL: 1 },
        'image-tags': ['1.4', 'latest'],
      },
      'Image scan of shop found critical issues',
      '1 critical, 2 low\nTags: 1.4, latest',
      5,
    ],
    [
      'ECR Image Scan',
      { 'repository-name': 'shop', 'finding-severity-counts': { HIGH: 0 } },
      'Image scan of shop',
      'Nothing was found.',
      2,
    ],
    [
      'EC2 Instance Launch Unsuccessful',
      { StatusCode: 'Failed' },
      'EC2 Instance Launch Unsuccessful: r',
      'status code: Failed',
      4,
    ],
    [
      'Order Placed',
      { orderId: 'A-1', total: 12, paid: true, nested: { state: 'open', deeper: { no: 1 } } },
      'Order Placed: r',
      'order id: A-1\ntotal: 12\npaid: true\nnested state: open',
      2,
    ],
  ])('tells a %s of %j', async (kind, detail, title, message, priority) => {
    const body = { 'detail-type': kind, source: 'aws.x', resources: ['arn:aws:x:y:1:r'], detail };

    const read = await reading('aws-eventbridge', body);

    expect(read).toMatchObject({ title, ...(message === undefined ? {} : { message }), priority });
    expect(read?.message).toBeTruthy();
    expect(read?.tags?.slice(0, 3)).toEqual(['aws-eventbridge', 'aws.x', kind]);
  });

  test('names account and region, and goes by the event id', async () => {
    const body = { 'detail-type': 'Scheduled Event', account: '1', region: 'eu-central-1', id: 'e1' };

    expect((await reading('aws-eventbridge', body))?.message).toBe('Scheduled Event\nWhere: 1, eu-central-1');
    expect(await deliveryIdOf('aws-eventbridge', body)).toBe('e1');
  });

  test('tells an alarm as the alarm preset does', async () => {
    const detail = { alarmName: 'cpu', state: { value: 'ALARM', reason: 'high' } };

    expect(
      await reading('aws-eventbridge', {
        'detail-type': 'CloudWatch Alarm State Change',
        source: 'aws.cloudwatch',
        detail,
      }),
    ).toMatchObject({
      title: 'ALARM: cpu',
      priority: 4,
      tags: ['aws-eventbridge', 'aws.cloudwatch', 'aws-cloudwatch', 'alarm', 'cpu'],
    });
  });

  test('reads the spelling of notification rules', async () => {
    expect(
      (
        await reading('aws-eventbridge', {
          detailType: 'CodePipeline Pipeline Execution State Change',
          detail: { pipeline: 'shop', state: 'FAILED' },
        })
      )?.title,
    ).toBe('Pipeline shop failed');
  });

  test('leaves other bodies to guessing', async () => {
    expect(await reading('aws-eventbridge', { source: 'aws.x' })).toBeUndefined();
  });
});

describe('aws-cloudwatch preset', () => {
  test.each([
    ['critical-disk', 'ALARM', 5],
    ['disk_warning', 'ALARM', 3],
    ['disk', 'ALARM', 4],
    ['critical-disk', 'OK', 2],
    ['disk', 'INSUFFICIENT_DATA', 3],
    ['disk', 'NEW_STATE', 3],
  ])('gives %s in %s the priority %i', async (AlarmName, NewStateValue, priority) => {
    expect(await reading('aws-cloudwatch', { AlarmName, NewStateValue })).toMatchObject({
      title: `${NewStateValue}: ${AlarmName}`,
      message: AlarmName,
      priority,
    });
  });

  test('describes the metric', async () => {
    const Trigger = {
      Namespace: 'AWS/SQS',
      MetricName: 'Age',
      Dimensions: [{ Name: 'QueueName', Value: 'jobs' }],
      ComparisonOperator: 'GreaterThanThreshold',
      Threshold: 60,
    };

    expect((await reading('aws-cloudwatch', { AlarmName: 'age', NewStateValue: 'ALARM', Trigger }))?.message).toBe(
      'Metric: AWS/SQS Age (QueueName=jobs) greater than threshold 60',
    );
  });

  test.each([
    {},
    { AlarmName: 'a' },
    { NewStateValue: 'OK' },
    { detail: { alarmName: 'a' } },
    { alarmData: { state: { value: 'OK' } } },
  ])('leaves %j to guessing', async (body) => {
    expect(await reading('aws-cloudwatch', body)).toBeUndefined();
  });

  test('goes by the event id only when it is an event', async () => {
    expect(await deliveryIdOf('aws-cloudwatch', { 'detail-type': 'CloudWatch Alarm State Change', id: 'e1' })).toBe(
      'e1',
    );
    expect(await deliveryIdOf('aws-cloudwatch', { AlarmName: 'a', id: 'e1' })).toBeUndefined();
  });
});
