import { Duration, SecretValue } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import {
  ApiDestination,
  Authorization,
  Connection,
  HttpMethod,
  Rule,
  RuleTargetInput,
  Schedule,
} from 'aws-cdk-lib/aws-events';
import { ApiDestination as ApiDestinationTarget } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { asInterface } from '../as-interface.ts';
import { HarmAlarm, type Monitoring } from '../monitoring/monitoring.ts';
import { KNOCK } from '../streaming/knock.ts';

/** The address to probe, and what no answer means. */
export interface StreamReachProps {
  /** Host name of CloudFront. */
  readonly domainName: string;
  readonly monitoring: Monitoring;
}

/**
 * Looks through CloudFront at the load balancer of streams, from outside as readers do: health checks come from inside
 * and stay green when CloudFront cannot get there. CloudFront's own metrics are in us-east-1 only, out of reach of an
 * alarm elsewhere, and do not tell streams from the rest.
 */
export class StreamReach extends Construct {
  constructor(scope: Construct, id: string, { domainName, monitoring }: StreamReachProps) {
    super(scope, id);
    const destination = new ApiDestination(this, 'Destination', {
      connection: new Connection(this, 'Connection', {
        // A mark, no secret: it opens nothing.
        authorization: Authorization.apiKey(KNOCK.header, SecretValue.unsafePlainText(KNOCK.value)),
      }),
      endpoint: `https://${domainName}${KNOCK.path}`,
      // EventBridge sends a body with every method, and CloudFront refuses a GET with one.
      httpMethod: HttpMethod.POST,
    });
    const rule = new Rule(this, 'Knock', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [
        new ApiDestinationTarget(asInterface(destination), {
          event: RuleTargetInput.fromObject({}),
          retryAttempts: 0,
          maxEventAge: Duration.minutes(1),
        }),
      ],
    });
    acknowledge(rule, {
      'Serverless-EventBusDLQ': 'A knock that nobody answered is counted; the next follows within a minute.',
    });
    new HarmAlarm(this, 'Unreachable', {
      monitoring,
      metric: new Metric({
        namespace: 'AWS/Events',
        metricName: 'FailedInvocations',
        dimensionsMap: { RuleName: rule.ruleName },
        period: Duration.minutes(5),
        statistic: Stats.SUM,
      }),
      threshold: 3,
    });
  }
}
