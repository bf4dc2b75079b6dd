import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SubnetType } from 'aws-cdk-lib/aws-ec2';
import type { FargateService } from 'aws-cdk-lib/aws-ecs';
import {
  ApplicationLoadBalancer,
  ApplicationProtocol,
  ListenerAction,
  ListenerCondition,
  type ApplicationTargetGroup,
} from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { HarmAlarm, type Monitoring } from '../monitoring/monitoring.ts';
import { KNOCK } from './knock.ts';
import type { StreamNetwork } from './stream-network.ts';
import { DEREGISTRATION_DELAY, IDLE_TIMEOUT } from './timeouts.ts';

/** What the load balancer stands in front of. */
export interface StreamDoorProps {
  readonly network: StreamNetwork;
  readonly service: FargateService;
  readonly containerPort: number;
  /** What it means when no task is healthy. */
  readonly monitoring: Monitoring;
  /** What it means when healthy tasks refuse streams: they cannot read their tables, or the router uses others. */
  readonly refused: Monitoring;
}

/** In five minutes. Browsers do not come back after an error, so a few are already many. */
const REFUSED_STREAMS = 3;

/**
 * The internal load balancer through which CloudFront reaches the Live Stream service. No access log: it would hold the
 * secret paths and cannot leave them out.
 */
export class StreamDoor extends Construct {
  readonly loadBalancer: ApplicationLoadBalancer;

  constructor(scope: Construct, id: string, props: StreamDoorProps) {
    super(scope, id);
    this.loadBalancer = new ApplicationLoadBalancer(this, 'LoadBalancer', {
      vpc: props.network.vpc,
      vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED },
      securityGroup: props.network.loadBalancerGroup,
      internetFacing: false,
      idleTimeout: IDLE_TIMEOUT,
      dropInvalidHeaderFields: true,
    });
    acknowledge(this.loadBalancer, {
      'AwsSolutions-ELB2': 'Access logs hold paths, and paths hold the secret ids of streams.',
    });
    const listener = this.loadBalancer.addListener('Http', { port: 80, open: false });
    const targets = listener.addTargets('Tasks', {
      port: props.containerPort,
      protocol: ApplicationProtocol.HTTP,
      targets: [props.service],
      deregistrationDelay: DEREGISTRATION_DELAY,
      healthCheck: {
        path: '/healthz',
        healthyHttpCodes: '200',
        interval: Duration.seconds(10),
        timeout: Duration.seconds(5),
        healthyThresholdCount: 2,
        unhealthyThresholdCount: 2,
      },
    });
    listener.addAction('Knock', {
      priority: 1,
      conditions: [
        ListenerCondition.pathPatterns([KNOCK.path]),
        ListenerCondition.httpHeader(KNOCK.header, [KNOCK.value]),
      ],
      action: ListenerAction.fixedResponse(200, { contentType: 'text/plain', messageBody: 'open' }),
    });
    this.addAlarms(targets, props);
  }

  private addAlarms(targets: ApplicationTargetGroup, { monitoring, refused }: StreamDoorProps): void {
    // Not the target group's own metrics: those parse the ARN of the listener in every stack that shows them.
    const dimensionsMap = {
      LoadBalancer: this.loadBalancer.loadBalancerFullName,
      TargetGroup: targets.targetGroupFullName,
    };
    const metric = { namespace: 'AWS/ApplicationELB', dimensionsMap };
    new HarmAlarm(this, 'Refused', {
      monitoring: refused,
      metric: new Metric({
        ...metric,
        metricName: 'HTTPCode_Target_5XX_Count',
        period: Duration.minutes(5),
        statistic: Stats.SUM,
      }),
      threshold: REFUSED_STREAMS,
    });
    new HarmAlarm(this, 'Closed', {
      monitoring,
      metric: new Metric({
        ...metric,
        metricName: 'HealthyHostCount',
        period: Duration.minutes(1),
        statistic: Stats.MINIMUM,
      }),
      threshold: 1,
      comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
      periods: 5,
      missingData: TreatMissingData.BREACHING,
    });
  }
}
