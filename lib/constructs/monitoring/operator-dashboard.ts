import { Duration } from 'aws-cdk-lib';
import { AlarmStatusWidget, Dashboard, GraphWidget, type IMetric, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { HarmAlarm, type RaisedAlarm, type Severity } from './monitoring.ts';
import { surroundingGraphs } from './surrounding-graphs.ts';

/** What the dashboard shows. */
export interface OperatorDashboardProps {
  /** Stacks whose alarms and resources are shown. */
  readonly watched: readonly Construct[];
}

const IN_ORDER_OF_HARM: readonly Severity[] = ['critical', 'major', 'minor'];
/** CloudWatch's grid is 24 wide. */
const WIDTH = 24;
const PER_ROW = 3;

/**
 * What somebody on call looks at first: the state of all alarms, then each alarm with its threshold, the most harmful
 * first, then the traffic and the resources around them.
 */
export class OperatorDashboard extends Construct {
  constructor(scope: Construct, id: string, { watched }: OperatorDashboardProps) {
    super(scope, id);
    const raised = HarmAlarm.below(...watched);
    const sorted = IN_ORDER_OF_HARM.flatMap((severity) => raised.filter((it) => it.severity === severity));
    const alarms = new AlarmStatusWidget({
      title: 'Alarms, in the order of harm',
      alarms: sorted.map(({ alarm }) => alarm),
      width: WIDTH,
      height: Math.ceil(sorted.length / 4) + 2,
    });
    const surroundings = surroundingGraphs(watched).map(({ title, metrics }) => graph(title, metrics));
    new Dashboard(this, 'Dashboard', {
      defaultInterval: Duration.hours(3),
      widgets: [[alarms], ...inRows(sorted.map(graphOf)), ...inRows(surroundings)],
    });
  }
}

const graphOf = ({ alarm, metric, severity, harm }: RaisedAlarm): IWidget =>
  new GraphWidget({
    title: `${severity}: ${harm}`,
    left: [metric],
    leftAnnotations: [alarm.toAnnotation()],
    leftYAxis: { min: 0 },
    width: WIDTH / PER_ROW,
  });

const graph = (title: string, metrics: readonly IMetric[]): IWidget =>
  new GraphWidget({ title, left: [...metrics], leftYAxis: { min: 0 }, width: WIDTH / PER_ROW });

const inRows = (widgets: readonly IWidget[]): IWidget[][] =>
  Array.from({ length: Math.ceil(widgets.length / PER_ROW) }, (_, row) =>
    widgets.slice(row * PER_ROW, (row + 1) * PER_ROW),
  );
