import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMAND } from '../../lib/constructs/streaming/command.ts';
import { propertiesOf, resourcesOfType, synthesize } from './synthesize.ts';

/** Specification, section 8: a comment at least this often. */
const KEEPALIVE_SECONDS = 30;

interface Attribute {
  readonly Key: string;
  readonly Value: string;
}

const attribute = (list: unknown, key: string) => {
  const attributes: Attribute[] = Object(list);
  return Number(attributes.find(({ Key }) => Key === key)?.Value);
};

describe('Live Stream', () => {
  const { liveStream, router } = synthesize();
  const [container] = Object(propertiesOf(liveStream!, 'AWS::ECS::TaskDefinition')['ContainerDefinitions']);
  const { DistributionConfig } = Object(propertiesOf(router, 'AWS::CloudFront::Distribution'));
  const origin = DistributionConfig.Origins.find((it: object) => 'VpcOriginConfig' in it).VpcOriginConfig;
  const loadBalancer = propertiesOf(liveStream!, 'AWS::ElasticLoadBalancingV2::LoadBalancer');
  const targets = propertiesOf(liveStream!, 'AWS::ElasticLoadBalancingV2::TargetGroup');
  const idleSeconds = attribute(loadBalancer['LoadBalancerAttributes'], 'idle_timeout.timeout_seconds');

  it('sends keepalives more often than CloudFront or the load balancer gives a silent stream up', () => {
    expect(origin.OriginReadTimeout).toBeGreaterThan(KEEPALIVE_SECONDS);
    expect(idleSeconds).toBeGreaterThan(KEEPALIVE_SECONDS);
  });

  it('lets the caller of each connection close it first', () => {
    expect(idleSeconds).toBeGreaterThan(origin.OriginKeepaliveTimeout);
    expect(idleSeconds).toBeGreaterThan(origin.OriginReadTimeout);
  });

  it('stops sending readers to a stopping task before the task is killed', () => {
    const delay = attribute(targets['TargetGroupAttributes'], 'deregistration_delay.timeout_seconds');
    const drain = container.Environment.find(({ Name }: { Name: string }) => Name === 'DRAIN_SECONDS').Value;

    expect(Number(drain)).toBeLessThanOrEqual(delay);
    expect(delay).toBeLessThanOrEqual(container.StopTimeout);
    expect(container.StopTimeout).toBe(120);
  });

  it('is reached through CloudFront only, over AWS-internal HTTP', () => {
    expect(loadBalancer['Scheme']).toBe('internal');
    expect(propertiesOf(router, 'AWS::CloudFront::VpcOrigin')).toMatchObject({
      VpcOriginEndpointConfig: { OriginProtocolPolicy: 'http-only' },
    });
  });

  it('admits CloudFront, which has no address of the VPC, to a load balancer that nothing else leads to', () => {
    const routes = resourcesOfType(liveStream!, 'AWS::EC2::Route').map(([id]) => id);

    expect(propertiesOf(liveStream!, 'AWS::EC2::SecurityGroup', 'NetworkLoadBalancer')).toMatchObject({
      SecurityGroupIngress: [{ CidrIp: '0.0.0.0/0', IpProtocol: 'tcp', FromPort: 80, ToPort: 80 }],
    });
    expect(JSON.stringify(loadBalancer['Subnets'])).toMatch(/DoorSubnet1.*DoorSubnet2/);
    expect(routes.filter((id) => id.includes('DoorSubnet'))).toEqual([]);
  });

  it('is in the first two zones, or in those of the settings by their ids', () => {
    const zonesOf = (template: NonNullable<typeof liveStream>) =>
      resourcesOfType(template, 'AWS::EC2::Subnet').map(([, { Properties: it }]) => [
        it['AvailabilityZone'] !== undefined,
        it['AvailabilityZoneId'],
      ]);
    const named = synthesize({ STREAM_ZONES: 'use1-az4,use1-az6' });

    expect(zonesOf(liveStream!)).toEqual(Array.from({ length: 4 }, () => [true, undefined]));
    expect(zonesOf(named.liveStream!)).toEqual(
      ['use1-az4', 'use1-az6', 'use1-az4', 'use1-az6'].map((zone) => [false, zone]),
    );
  });

  it('is knocked at through CloudFront each minute, and answers only who says that it knocks', () => {
    const [value] = /from-eventbridge/.exec(JSON.stringify(propertiesOf(router, 'AWS::Events::Connection'))) ?? [];
    const { Conditions, Actions } = propertiesOf(liveStream!, 'AWS::ElasticLoadBalancingV2::ListenerRule');
    const [distribution] = resourcesOfType(router, 'AWS::CloudFront::Distribution')[0]!;

    expect(propertiesOf(router, 'AWS::Events::ApiDestination')).toMatchObject({
      HttpMethod: 'POST',
      InvocationEndpoint: {
        'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [distribution, 'DomainName'] }, '/api/stream/knock']],
      },
    });
    expect(propertiesOf(router, 'AWS::Events::Rule', 'LiveStreamReach')).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      Targets: [{ RetryPolicy: { MaximumRetryAttempts: 0 } }],
    });
    expect(Conditions).toEqual([
      { Field: 'path-pattern', PathPatternConfig: { Values: ['/api/stream/knock'] } },
      { Field: 'http-header', HttpHeaderConfig: { HttpHeaderName: 'stream-knock', Values: [value] } },
    ]);
    expect(Actions).toMatchObject([{ Type: 'fixed-response', FixedResponseConfig: { StatusCode: '200' } }]);
  });

  it('is told by CloudFront where the router keeps its data, in the words of its own environment', () => {
    const { OriginCustomHeaders } = DistributionConfig.Origins.find((it: object) => 'VpcOriginConfig' in it);
    const own = new Map<string, unknown>(
      container.Environment.map(({ Name, Value }: { Name: string; Value: unknown }) => [Name, Value]),
    );
    const names = ['DIRECTORY_TABLE', 'LIVE_EVENTS_TABLE', 'COUNTERS_TABLE', 'BODIES_BUCKET'].map((it) => own.get(it));
    const [separated] = [names.flatMap((name, index) => (index === 0 ? [name] : [',', name]))];

    expect(OriginCustomHeaders).toEqual([{ HeaderName: 'data-set', HeaderValue: { 'Fn::Join': ['', separated] } }]);
  });

  it('raises an alarm when healthy tasks refuse streams, as they do when their tables are not those of the router', () => {
    expect(propertiesOf(liveStream!, 'AWS::CloudWatch::Alarm', 'DoorRefused')).toMatchObject({
      Namespace: 'AWS/ApplicationELB',
      MetricName: 'HTTPCode_Target_5XX_Count',
      Statistic: 'Sum',
      Period: 300,
      Threshold: 3,
    });
  });

  it('needs no NAT gateway', () => {
    liveStream!.resourceCountIs('AWS::EC2::NatGateway', 0);
    expect(propertiesOf(liveStream!, 'AWS::ECS::Service')).toMatchObject({
      NetworkConfiguration: { AwsvpcConfiguration: { AssignPublicIp: 'ENABLED' } },
    });
  });

  it('starts the new task before it stops the old one, and rolls back a task that does not start', () => {
    expect(propertiesOf(liveStream!, 'AWS::ECS::Service')).toMatchObject({
      DesiredCount: 1,
      DeploymentConfiguration: {
        MinimumHealthyPercent: 100,
        MaximumPercent: 200,
        DeploymentCircuitBreaker: { Enable: true, Rollback: true },
      },
    });
  });

  it('never has more than two readers of a shard with two tasks: replaces one after the other', () => {
    const two = synthesize({ STREAM_TASKS: '2' });

    expect(propertiesOf(two.liveStream!, 'AWS::ECS::Service')).toMatchObject({
      DesiredCount: 2,
      DeploymentConfiguration: { MinimumHealthyPercent: 50, MaximumPercent: 100 },
    });
  });

  it('runs the bundle as the smallest arm64 task, unable to write its files', () => {
    expect(propertiesOf(liveStream!, 'AWS::ECS::TaskDefinition')).toMatchObject({
      Cpu: '256',
      Memory: '512',
      RuntimePlatform: { CpuArchitecture: 'ARM64', OperatingSystemFamily: 'LINUX' },
    });
    expect(container).toMatchObject({
      Command: [...COMMAND],
      WorkingDirectory: '/app',
      PortMappings: [{ ContainerPort: 8080 }],
      ReadonlyRootFilesystem: true,
    });
    expect(targets).toMatchObject({ HealthCheckPath: '/healthz', Matcher: { HttpCode: '200' } });
  });

  it('runs the same command as its image alone', () => {
    const dockerfile = readFileSync(new URL('../../live-stream/Dockerfile', import.meta.url), 'utf8');

    expect(JSON.parse(/^CMD (.+)$/m.exec(dockerfile)?.[1] ?? '')).toEqual(COMMAND);
  });

  it('is built on the Node of the functions, by its tag or by a digest beside it', () => {
    const dockerfile = readFileSync(new URL('../../live-stream/Dockerfile', import.meta.url), 'utf8');

    expect(dockerfile).toMatch(/^FROM public\.ecr\.aws\/docker\/library\/node:24-alpine(@sha256:[0-9a-f]{64})?$/m);
  });

  it('follows the stream of live events, counts its streams, and does nothing else', () => {
    const policies = resourcesOfType(liveStream!, 'AWS::IAM::Policy');
    const [, policy] = policies.find(([id]) => id.startsWith('StreamingTaskTaskRole'))!;
    const { Statement } = Object(policy.Properties['PolicyDocument']);
    const actions: string[] = Statement.flatMap((it: { Action: string | string[] }) => it.Action);

    expect([...new Set(actions)].sort()).toEqual([
      'dynamodb:DeleteItem',
      'dynamodb:DescribeStream',
      'dynamodb:DescribeTable',
      'dynamodb:GetItem',
      'dynamodb:GetRecords',
      'dynamodb:GetShardIterator',
      'dynamodb:PutItem',
      'dynamodb:Query',
      'dynamodb:UpdateItem',
      's3:GetObject',
    ]);
  });

  it('raises an alarm when events reach readers late', () => {
    expect(propertiesOf(liveStream!, 'AWS::CloudWatch::Alarm', 'MonitoringLate')).toMatchObject({
      Namespace: 'NotificationRouterLiveStream',
      MetricName: 'StreamLag',
      Threshold: 5000,
      EvaluationPeriods: 3,
    });
  });

  it('has a fixed number of tasks with DynamoDB Streams', () => {
    expect(resourcesOfType(liveStream!, 'AWS::ApplicationAutoScaling::ScalableTarget')).toEqual([]);
  });
});

describe('Live Stream by Kinesis', () => {
  const kinesis = synthesize({ LIVE_STREAM_SOURCE: 'kinesis', STREAM_TASKS: '2' });

  it('gets every change of the table through a data stream', () => {
    const [[streamId] = ['']] = resourcesOfType(kinesis.data, 'AWS::Kinesis::Stream');
    const table = propertiesOf(kinesis.data, 'AWS::DynamoDB::GlobalTable', 'LiveEvents');

    expect(JSON.stringify(table['Replicas'])).toContain(streamId);
    expect(propertiesOf(kinesis.data, 'AWS::Kinesis::Stream')).toMatchObject({
      StreamModeDetails: { StreamMode: 'ON_DEMAND' },
      RetentionPeriodHours: 24,
    });
  });

  it('tells the service to follow it, and lets it do that', () => {
    const [container] = Object(propertiesOf(kinesis.liveStream!, 'AWS::ECS::TaskDefinition')['ContainerDefinitions']);
    const arn = container.Environment.find(({ Name }: { Name: string }) => Name === 'KINESIS_STREAM_ARN').Value;
    const policies = JSON.stringify(resourcesOfType(kinesis.liveStream!, 'AWS::IAM::Policy'));

    expect(JSON.stringify(arn)).toContain('LiveEventsStream');
    for (const action of ['RegisterStreamConsumer', 'SubscribeToShard', 'ListShards']) {
      expect(policies).toContain(`kinesis:${action}`);
    }
    expect(policies).not.toContain('dynamodb:GetRecords');
  });

  it('leaves the number of tasks to the scaling, which a deployment would undo', () => {
    expect(propertiesOf(kinesis.liveStream!, 'AWS::ECS::Service')).not.toHaveProperty('DesiredCount');
  });

  it('scales with open streams and replaces tasks by starting new ones first', () => {
    const scaling = propertiesOf(kinesis.liveStream!, 'AWS::ApplicationAutoScaling::ScalingPolicy');
    const target = propertiesOf(kinesis.liveStream!, 'AWS::ApplicationAutoScaling::ScalableTarget');

    expect(target).toMatchObject({ MinCapacity: 2, MaxCapacity: 10 });
    expect(scaling).toMatchObject({
      TargetTrackingScalingPolicyConfiguration: {
        CustomizedMetricSpecification: { MetricName: 'OpenStreams', Statistic: 'Average' },
        TargetValue: 5000,
      },
    });
    expect(propertiesOf(kinesis.liveStream!, 'AWS::ECS::Service')).toMatchObject({
      DeploymentConfiguration: { MinimumHealthyPercent: 100, MaximumPercent: 200 },
    });
  });
});
