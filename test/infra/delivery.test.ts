import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { propertiesOf, resourcesOfType, synthesize } from './synthesize.ts';

const QUEUE = 'AWS::SQS::Queue';
const MACHINES = 'arn:aws:states:us-east-1:111122223333:stateMachine';
const FUNCTION = 'AWS::Lambda::Function';

describe('delivery', () => {
  const { router } = synthesize();
  const queue = propertiesOf(router, QUEUE, 'OutboundQueue');
  const deadLetterQueue = propertiesOf(router, QUEUE, 'OutboundDeadLetterQueue');
  const deliverHttp = propertiesOf(router, FUNCTION, 'DeliverHttp');
  const [deadLetterQueueId] = resourcesOfType(router, QUEUE).find(([id]) => id.startsWith('OutboundDeadLetter'))!;

  it('sets a job aside after five crashes', () => {
    expect(queue['RedrivePolicy']).toEqual({
      deadLetterTargetArn: { 'Fn::GetAtt': [deadLetterQueueId, 'Arn'] },
      maxReceiveCount: 5,
    });
  });

  it('hides a job for at least six times the timeout of its function', () => {
    expect(queue['VisibilityTimeout']).toBeGreaterThanOrEqual(6 * Number(deliverHttp['Timeout']));
  });

  it('keeps what was set aside at least as long as what waits', () => {
    expect(queue['MessageRetentionPeriod']).toBe(7 * 24 * 3600);
    expect(deadLetterQueue['MessageRetentionPeriod']).toBe(14 * 24 * 3600);
  });

  it('has a queue for each way out, and dead letters for each function', () => {
    const queues = resourcesOfType(router, QUEUE).map(([id]) => id.replace(/[0-9A-F]{8}$/, ''));

    expect(queues.toSorted()).toEqual([
      'AwsDeadLetterQueue',
      'AwsQueue',
      'OutboundDeadLetterQueue',
      'OutboundQueue',
      'SlowQueue',
    ]);
  });

  it('ends tasks of the state machines that the settings name, and takes asks of no others', () => {
    const STEP_FUNCTIONS = [`${MACHINES}:Deploy`, `${MACHINES}:Refund`];
    const rightsIn = (template: Template) =>
      resourcesOfType(template, 'AWS::IAM::Policy')
        .flatMap(([id, it]) => Object(it.Properties['PolicyDocument']).Statement.map((own: object) => ({ id, ...own })))
        .filter((statement) => JSON.stringify(statement).includes('states:'));
    const asked = (template: Template) => {
      const { Variables } = Object(propertiesOf(template, FUNCTION, 'Ingest')['Environment']);
      return Variables.STEP_FUNCTIONS;
    };
    const named = synthesize({ STEP_FUNCTIONS: STEP_FUNCTIONS.join(', ') }).router;

    expect([asked(router), rightsIn(router)]).toEqual(['none', []]);
    expect([asked(named), rightsIn(named)]).toEqual([
      'some',
      [
        {
          id: expect.stringMatching(/^DeliverAwsFunction/),
          Action: ['states:SendTaskFailure', 'states:SendTaskSuccess'],
          Effect: 'Allow',
          Resource: STEP_FUNCTIONS,
        },
      ],
    ]);
  });

  it('takes batches of ten and reports each failed job', () => {
    for (const [id, MaximumConcurrency] of [
      ['DeliverHttpFunctionSqsEventSourceNotificationRouterOutbound', 50],
      ['DeliverHttpFunctionSqsEventSourceNotificationRouterSlow', 20],
      ['DeliverAws', 10],
    ] as const) {
      expect(propertiesOf(router, 'AWS::Lambda::EventSourceMapping', id)).toMatchObject({
        BatchSize: 10,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ScalingConfig: { MaximumConcurrency },
      });
    }
  });

  it('shares out what may deliver at the same time, two invocations to a queue at least', () => {
    const sharesOf = (DELIVERY_CONCURRENCY: number) =>
      resourcesOfType(synthesize({ DELIVERY_CONCURRENCY }).router, 'AWS::Lambda::EventSourceMapping')
        .filter(([, it]) => 'ScalingConfig' in it.Properties)
        .map(([, it]) => Number(Object(it.Properties['ScalingConfig']).MaximumConcurrency))
        .toSorted((one, other) => one - other);

    expect(sharesOf(6)).toEqual([2, 2, 2]);
    expect(sharesOf(40)).toEqual([5, 10, 25]);
  });

  it('leaves invocations to sends where the account has some to reserve', () => {
    const configured = synthesize({ INGEST_RESERVED_CONCURRENCY: 100 }).router;

    expect(propertiesOf(configured, FUNCTION, 'Ingest')).toMatchObject({ ReservedConcurrentExecutions: 100 });
  });

  it('is bounded by the mapping, never by reserved concurrency', () => {
    const reserved = resourcesOfType(router, FUNCTION).filter(
      ([, it]) => 'ReservedConcurrentExecutions' in it.Properties,
    );

    expect(reserved).toEqual([]);
  });

  it('has the queue and the dead letters of AWS channels worked off in the same way', () => {
    const aws = propertiesOf(router, QUEUE, 'AwsQueue');
    const deliverAws = propertiesOf(router, FUNCTION, 'DeliverAws');

    expect(aws).toMatchObject({ RedrivePolicy: { maxReceiveCount: 5 }, MessageRetentionPeriod: 7 * 24 * 3600 });
    expect(aws['VisibilityTimeout']).toBeGreaterThanOrEqual(6 * Number(deliverAws['Timeout']));
    expect(deliverAws['RecursiveLoop']).toBe('Allow');
  });

  it('keeps slow destinations apart, with the same dead letters', () => {
    const slow = propertiesOf(router, QUEUE, 'SlowQueue');

    expect(slow).toMatchObject({
      RedrivePolicy: queue['RedrivePolicy'],
      VisibilityTimeout: queue['VisibilityTimeout'],
      MessageRetentionPeriod: 7 * 24 * 3600,
    });
  });

  it('may send itself retries as often as the schedule asks', () => {
    expect(deliverHttp['RecursiveLoop']).toBe('Allow');
  });

  it('runs outside any VPC, where nothing private is reachable', () => {
    expect(deliverHttp).not.toHaveProperty('VpcConfig');
  });

  it('sweeps every minute, each run shorter than that', () => {
    expect(propertiesOf(router, 'AWS::Events::Rule', 'Sweeper')).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
    });
    expect(propertiesOf(router, FUNCTION, 'Sweeper')['Timeout']).toBeLessThan(60);
  });

  it('passes the settings to the functions that use them', () => {
    const configured = synthesize({
      BILLING: 'plans',
      RETRY_SCHEDULE: '1, 2',
      OUTBOUND_ALLOWED_CIDRS: '10.0.0.0/8, ::1/128',
      PUBLIC_BASE_URL: 'https://notify.example.com',
      WEBHOOK_MAX_HOPS: '5',
    }).router;

    expect(propertiesOf(configured, FUNCTION, 'DeliverHttp')).toMatchObject({
      Environment: { Variables: { RETRY_SCHEDULE: '1,2', OUTBOUND_ALLOWED_CIDRS: '10.0.0.0/8,::1/128' } },
    });
    expect(propertiesOf(configured, FUNCTION, 'Ingest')).toMatchObject({
      Environment: { Variables: { BILLING: 'plans', WEBHOOK_MAX_HOPS: '5' } },
    });
    expect(propertiesOf(configured, FUNCTION, 'Management')).toMatchObject({
      Environment: { Variables: { PUBLIC_BASE_URL: 'https://notify.example.com' } },
    });
  });
});
