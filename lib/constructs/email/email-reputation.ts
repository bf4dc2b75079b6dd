import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { HarmAlarm, type Monitoring } from '../monitoring/monitoring.ts';

/**
 * Shares of the account's mail. SES puts an account under review at 5 % bounces or 0.1 % complaints, and may pause its
 * sending at 10 % or 0.5 %.
 *
 * @see https://docs.aws.amazon.com/ses/latest/dg/reputationdashboardmessages.html
 */
const REVIEW = { BounceRate: 0.05, ComplaintRate: 0.001 } as const;

const monitoring: Monitoring = {
  kind: 'alarm',
  severity: 'major',
  harm: 'SES is about to stop all mail of this account.',
  runbook: 'Mail bounces or is complained about',
};

/** Alarms before SES stops the account, whichever part of the account sends the mail. */
export class EmailReputation extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    for (const [rate, threshold] of Object.entries(REVIEW)) {
      new HarmAlarm(this, rate, {
        monitoring,
        metric: new Metric({
          namespace: 'AWS/SES',
          metricName: `Reputation.${rate}`,
          statistic: Stats.AVERAGE,
          period: Duration.hours(1),
        }),
        threshold,
      });
    }
  }
}
