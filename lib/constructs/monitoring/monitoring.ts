import { Alarm, ComparisonOperator, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { runbookLink, type RunbookSection } from './runbook.ts';

/** What an alarm means: `critical` loses or stops notifications, `major` delays them, only operators see `minor`. */
export type Severity = 'critical' | 'major' | 'minor';

/** What users suffer when a part fails, or why nobody needs to be told. Every function, queue and service states it. */
export type Monitoring =
  | {
      readonly kind: 'alarm';
      readonly harm: string;
      readonly severity: Severity;
      /** What to do then. */
      readonly runbook: RunbookSection;
    }
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
  /** What to do, if it differs from what the monitoring says. */
  readonly runbook?: RunbookSection;
}

/** An alarm with what it is about. */
export interface RaisedAlarm {
  readonly alarm: Alarm;
  readonly metric: IMetric;
  readonly severity: Severity;
  readonly harm: string;
}

/**
 * A CloudWatch alarm whose description says how users suffer and where the runbook says what to do. There is none when
 * the monitoring says why none is needed.
 */
export class HarmAlarm extends Construct {
  readonly raised: RaisedAlarm | undefined;

  constructor(scope: Construct, id: string, props: HarmAlarmProps) {
    super(scope, id);
    if (props.monitoring.kind === 'none') return;
    const { severity, harm, runbook } = props.monitoring;
    const alarm = new Alarm(this, 'Alarm', {
      alarmDescription: `${severity}: ${harm} Runbook: ${runbookLink(props.runbook ?? runbook)}`,
      metric: props.metric,
      threshold: props.threshold,
      comparisonOperator: props.comparison ?? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: props.periods ?? 1,
      treatMissingData: props.missingData ?? TreatMissingData.NOT_BREACHING,
    });
    this.raised = { alarm, metric: props.metric, severity, harm };
  }

  /** The alarms below some constructs. */
  static below(...scopes: readonly Construct[]): RaisedAlarm[] {
    const all = scopes.flatMap((scope) => scope.node.findAll());
    return all.flatMap((construct) =>
      construct instanceof HarmAlarm && construct.raised !== undefined ? [construct.raised] : [],
    );
  }
}
