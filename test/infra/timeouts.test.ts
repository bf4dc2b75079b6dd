import { describe, expect, it } from 'vitest';
import { KEEPALIVE_MS } from '../../live-stream/wiring.ts';
import { propertiesOf, resourcesOfType, synthesize, type Resource } from './synthesize.ts';

const attribute = (list: unknown, key: string): number => {
  const attributes: { readonly Key: string; readonly Value: string }[] = Object(list);
  return Number(attributes.find(({ Key }) => Key === key)?.Value);
};

describe('timeouts', () => {
  const { router, liveStream } = synthesize();
  const { DistributionConfig } = Object(propertiesOf(router, 'AWS::CloudFront::Distribution'));
  const { VpcOriginConfig: stream } = DistributionConfig.Origins.find((it: object) => 'VpcOriginConfig' in it);
  const { CustomOriginConfig: api } = DistributionConfig.Origins.find((it: object) => 'CustomOriginConfig' in it);
  const balancer = propertiesOf(liveStream!, 'AWS::ElasticLoadBalancingV2::LoadBalancer');
  const targets = propertiesOf(liveStream!, 'AWS::ElasticLoadBalancingV2::TargetGroup');
  const [container] = Object(propertiesOf(liveStream!, 'AWS::ECS::TaskDefinition')['ContainerDefinitions']);
  const queues = new Map(resourcesOfType(router, 'AWS::SQS::Queue'));
  const functions = new Map(resourcesOfType(router, 'AWS::Lambda::Function'));
  const idleSeconds = attribute(balancer['LoadBalancerAttributes'], 'idle_timeout.timeout_seconds');

  const named = (resources: ReadonlyMap<string, Resource>, reference: unknown) => {
    const { Ref, 'Fn::GetAtt': attributes = [Ref] } = Object(reference);
    return resources.get(attributes[0])!.Properties;
  };

  it('end a silent stream neither at CloudFront nor at the load balancer before the next keepalive', () => {
    expect(stream.OriginReadTimeout).toBe(60);
    expect(KEEPALIVE_MS / 1000).toBeLessThan(stream.OriginReadTimeout);
    expect(stream.OriginReadTimeout).toBeLessThan(idleSeconds);
  });

  it('let CloudFront close unused connections before the load balancer does', () => {
    expect(stream.OriginKeepaliveTimeout).toBeLessThan(idleSeconds);
  });

  it('let a stopping task end its streams before it is killed', () => {
    const delay = attribute(targets['TargetGroupAttributes'], 'deregistration_delay.timeout_seconds');
    const { Value: drain } = container.Environment.find(({ Name }: { Name: string }) => Name === 'DRAIN_SECONDS');

    expect(Number(drain)).toBeLessThanOrEqual(delay);
    expect(delay).toBeLessThanOrEqual(container.StopTimeout);
  });

  it('hide a job for at least six times the timeout of the function that a queue feeds', () => {
    const fromQueues = resourcesOfType(router, 'AWS::Lambda::EventSourceMapping').filter(
      ([, { Properties }]) => !('StartingPosition' in Properties),
    );
    const mappings = fromQueues.map(([, { Properties }]) => ({
      visibility: named(queues, Properties['EventSourceArn'])['VisibilityTimeout'],
      timeout: Number(named(functions, Properties['FunctionName'])['Timeout']),
    }));

    expect(mappings).toHaveLength(3);
    for (const { visibility, timeout } of mappings) expect(visibility).toBeGreaterThanOrEqual(6 * timeout);
  });

  it('keep what was set aside at least as long as what waits', () => {
    const redriving = [...queues.values()].filter(({ Properties }) => 'RedrivePolicy' in Properties);

    expect(redriving).toHaveLength(3);
    for (const { Properties } of redriving) {
      const { deadLetterTargetArn } = Object(Properties['RedrivePolicy']);
      expect(named(queues, deadLetterTargetArn)['MessageRetentionPeriod']).toBeGreaterThanOrEqual(
        Number(Properties['MessageRetentionPeriod']),
      );
    }
  });

  it('let the functions answer before the API and CloudFront give them up', () => {
    const timeouts = ['Ingest', 'Management'].map((id) =>
      Number(propertiesOf(router, 'AWS::Lambda::Function', id)['Timeout']),
    );

    // The HTTP API itself waits 30 seconds.
    expect(api.OriginReadTimeout).toBeGreaterThanOrEqual(30);
    for (const timeout of timeouts) expect(timeout).toBeLessThan(30);
  });
});
