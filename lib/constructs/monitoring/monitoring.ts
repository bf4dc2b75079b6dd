import { Alarm, ComparisonOperator, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';

/** How much an alarm hurts: `critical` loses or stops notifications, `major` delays them, `minor` is seen by operators only. */
type Severity = 'critical' | 'major' | 'minor';

/** What users suffer when a part fails, or why nobody needs to be told. Every function, queue and service states it. */
export type Monitoring =
  | { readonly kind: 'alarm'; readonly harm: string; readonly severity: Severity }
  | { readonly kind: 'none'; readonly reason: string };

/** When a metric means the harm that a {@link Monitoring} states. */
export interface HarmAlarmProps {
  readonly monitoring: Monitoring;
  /** Its period is the time one judgement takes. */
  readonly metric: IMetric;
  readonly threshold: number;
  /** @default ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD */
  readonly comparison?: ComparisonOperator;
  /** How many periods in a row must be bad. @default 1 */
  readonly periods?: number;
  /** @default TreatMissingData.NOT_BREACHING */
  readonly missingData?: TreatMissingData;
}

/** A CloudWatch alarm whose description is the harm to users; nothing when the monitoring says why none is needed. */
export class HarmAlarm extends Construct {
  constructor(scope: Construct, id: string, props: HarmAlarmProps) {
    super(scope, id);
    if (props.monitoring.kind === 'none') return;
    new Alarm(this, 'Alarm', {
      alarmDescription: `${props.monitoring.severity}: ${props.monitoring.harm}`,
      metric: props.metric,
      threshold: props.threshold,
      comparisonOperator: props.comparison ?? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: props.periods ?? 1,
      treatMissingData: props.missingData ?? TreatMissingData.NOT_BREACHING,
    });
  }
}
