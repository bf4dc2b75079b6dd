import { Aws, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

/** What the firewall refuses. */
export interface FirewallProps {
  /** Requests of one address in five minutes. */
  readonly rateLimit: number;
}

const WINDOW_SECONDS = 300;

const metrics = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  // Samples hold whole paths, and paths hold secrets.
  sampledRequestsEnabled: false,
});

/**
 * A web ACL for CloudFront that slows down addresses that send too much. Its one rule looks at no body: the managed rule
 * groups would refuse bodies above 8 KB and webhooks that quote code, both of which are legal here.
 */
export class Firewall extends Construct {
  readonly webAclArn: string;

  constructor(scope: Construct, id: string, { rateLimit }: FirewallProps) {
    super(scope, id);
    const acl = new CfnWebACL(this, 'WebAcl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: metrics('NotificationRouter'),
      customResponseBodies: { tooMany: { contentType: 'APPLICATION_JSON', content: '{"error":"Too many requests"}' } },
      rules: [
        {
          name: 'RateByAddress',
          priority: 0,
          statement: {
            rateBasedStatement: { aggregateKeyType: 'IP', limit: rateLimit, evaluationWindowSec: WINDOW_SECONDS },
          },
          action: { block: { customResponse: refusal } },
          visibilityConfig: metrics('NotificationRouterRateByAddress'),
        },
      ],
    });
    this.webAclArn = acl.attrArn;
    this.logBlocked();
  }

  /** Logs what was refused, without what is secret in a request. */
  private logBlocked(): void {
    const logGroup = new LogGroup(this, 'Log', {
      // WAF writes only to groups named like this; the unique part of the stack's id makes the name unique.
      logGroupName: `aws-waf-logs-${Fn.select(2, Fn.split('/', Aws.STACK_ID))}`,
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const { account, region, partition } = Stack.of(this);
    new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: this.webAclArn,
      logDestinationConfigs: [`arn:${partition}:logs:${region}:${account}:log-group:${logGroup.logGroupName}`],
      redactedFields: [
        { uriPath: {} },
        { queryString: {} },
        { singleHeader: { Name: 'authorization' } },
        { singleHeader: { Name: 'cookie' } },
        { singleHeader: { Name: 'referer' } },
      ],
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          { Behavior: 'KEEP', Requirement: 'MEETS_ANY', Conditions: [{ ActionCondition: { Action: 'BLOCK' } }] },
        ],
      },
    });
  }
}

const refusal = {
  responseCode: 429,
  customResponseBodyKey: 'tooMany',
  responseHeaders: [{ name: 'retry-after', value: String(WINDOW_SECONDS) }],
};
