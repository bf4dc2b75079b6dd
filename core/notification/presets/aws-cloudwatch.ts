import type { JsonObject } from '../../message/json-object.ts';
import { objectAt, objectsAt, textAt, utcAt } from './body-value.ts';
import type { PresetReading, Reported, ReportingPreset } from './preset.ts';
import { priorityOf } from './severity.ts';
import { around, joined, lines, type Part, phrase, words } from './wording.ts';

/** How loud a state is. An alarm is as loud as something broken; a severity in its description makes it louder. */
const priorityByState = new Map([
  ['ALARM', 4],
  ['INSUFFICIENT_DATA', 3],
  ['OK', 2],
]);

/** The three forms a CloudWatch alarm arrives in say the same under other names. */
interface Alarm {
  readonly name: string;
  readonly state: string;
  readonly before: Part;
  readonly reason: Part;
  readonly description: Part;
  readonly metric: Part;
  readonly place: Part;
}

/**
 * A CloudWatch alarm: as SNS carries it, as an EventBridge event, or as an alarm's Lambda action gets it.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/AlarmThatSendsEmail.html
 */
export const awsCloudwatch: ReportingPreset = {
  read: ({ body }) => {
    const alarm = readNotified(body) ?? readEvent(body, 'detail') ?? readEvent(body, 'alarmData');
    return alarm === undefined ? undefined : tell(alarm);
  },
  deliveryId: ({ body }) => (textAt(body, 'detail-type') === undefined ? undefined : textAt(body, 'id')),
  identity: {
    key: 'the ARN of the alarm',
    status: 'the state: `OK` is resolved, every other one fires',
    time: '`StateChangeTime`, `state.timestamp`',
    read: ({ body }) => reportedNotified(body) ?? reportedEvent(body, 'detail') ?? reportedEvent(body, 'alarmData'),
  },
};

function reportedNotified(body: JsonObject): Reported | undefined {
  const key = textAt(body, 'AlarmArn');
  const state = textAt(body, 'NewStateValue');
  return reported(key, state, utcAt(body, 'StateChangeTime'));
}

function reportedEvent(body: JsonObject, at: string): Reported | undefined {
  if (textAt(body, `${at}.alarmName`) === undefined) return undefined;
  const key = textAt(body, 'alarmArn', 'resources.0');
  return reported(key, textAt(body, `${at}.state.value`), utcAt(body, `${at}.state.timestamp`));
}

function reported(key: Part, state: Part, at: number | undefined): Reported | undefined {
  if (key === undefined || state === undefined) return undefined;
  return { key, status: state === 'OK' ? 'resolved' : 'firing', at };
}

function tell(alarm: Alarm): PresetReading {
  return {
    title: `${alarm.state}: ${alarm.name}`,
    message:
      lines(
        alarm.description,
        alarm.reason,
        around('Metric: ', alarm.metric),
        around('Was ', alarm.before),
        around('Where: ', alarm.place),
      ) ?? alarm.name,
    priority: priorityFor(alarm),
    tags: ['aws-cloudwatch', alarm.state.toLowerCase(), alarm.name],
  };
}

function priorityFor({ state, name, description }: Alarm): number {
  const usual = priorityByState.get(state) ?? 3;
  if (state !== 'ALARM') return usual;
  const named = /\b(critical|emergency|p1|sev-?1|warning)\b/i.exec(
    `${name.replaceAll('_', ' ')} ${description ?? ''}`,
  )?.[1];
  return priorityOf(named) ?? usual;
}

/** `AlarmName`, `NewStateValue`: the message of a topic. */
function readNotified(body: JsonObject): Alarm | undefined {
  const name = textAt(body, 'AlarmName');
  const state = textAt(body, 'NewStateValue');
  if (name === undefined || state === undefined) return undefined;
  return {
    name,
    state,
    before: textAt(body, 'OldStateValue'),
    reason: textAt(body, 'NewStateReason'),
    description: textAt(body, 'AlarmDescription'),
    metric: metricText({
      name: joined([textAt(body, 'Trigger.Namespace'), textAt(body, 'Trigger.MetricName')], ' '),
      dimensions: objectsAt(body, 'Trigger.Dimensions').map((dimension) =>
        joined([textAt(dimension, 'name', 'Name'), textAt(dimension, 'value', 'Value')], '='),
      ),
      threshold: joined([operatorOf(body), textAt(body, 'Trigger.Threshold')], ' '),
    }),
    place: joined([textAt(body, 'AWSAccountId'), textAt(body, 'Region')], ', '),
  };
}

/** `alarmName`, `state.value`: an EventBridge event, or the event of a Lambda action. */
function readEvent(body: JsonObject, at: string): Alarm | undefined {
  const name = textAt(body, `${at}.alarmName`);
  const state = textAt(body, `${at}.state.value`);
  if (name === undefined || state === undefined) return undefined;
  const stat = `${at}.configuration.metrics.0.metricStat.metric`;
  const dimensions = Object.entries(objectAt(body, `${stat}.dimensions`));
  return {
    name,
    state,
    before: textAt(body, `${at}.previousState.value`),
    reason: textAt(body, `${at}.state.reason`),
    description: textAt(body, `${at}.configuration.description`),
    metric: metricText({
      name: joined([textAt(body, `${stat}.namespace`), textAt(body, `${stat}.name`)], ' '),
      dimensions: dimensions.map(([key, value]) => around(`${key}=`, textAt({ value }, 'value'))),
      threshold: undefined,
    }),
    place: joined([textAt(body, 'account', 'accountId'), textAt(body, 'region')], ', '),
  };
}

interface Metric {
  readonly name: Part;
  readonly dimensions: readonly Part[];
  readonly threshold: Part;
}

/** `AWS/EC2 CPUUtilization (InstanceId=i-1) greater than threshold 80`. */
function metricText({ name, dimensions, threshold }: Metric): Part {
  return name === undefined ? undefined : phrase(name, around('(', joined(dimensions, ', '), ')'), threshold);
}

function operatorOf(body: JsonObject): Part {
  const operator = textAt(body, 'Trigger.ComparisonOperator');
  return operator === undefined ? undefined : words(operator.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase());
}
