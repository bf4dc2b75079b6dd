import { awsCloudwatch } from './aws-cloudwatch.ts';
import { reportedEvent } from './aws-eventbridge/identity.ts';
import { readers } from './aws-eventbridge/readers.ts';
import { objectAt, textAt, textsAt } from './body-value.ts';
import type { ReportingPreset } from './preset.ts';
import { priorityOf } from './severity.ts';
import { around, fieldLines, joined, lastStep, lines } from './wording.ts';

/** How AWS names the kinds of events that are failures. */
const FAILED = /fail|unsuccessful|error/i;

/**
 * An event of Amazon EventBridge, sent by an API destination.
 *
 * @see https://docs.aws.amazon.com/eventbridge/latest/ref/events.html
 */
export const awsEventbridge: ReportingPreset = {
  read(input) {
    const { body } = input;
    const kind = textAt(body, 'detail-type', 'detailType');
    if (kind === undefined) return undefined;
    const source = textAt(body, 'source');
    const alarm = awsCloudwatch.read(input);
    if (alarm !== undefined) return { ...alarm, tags: ['aws-eventbridge', source, ...alarm.tags] };
    const detail = objectAt(body, 'detail');
    const { title, message, state, priority } = readers.get(kind)?.(detail) ?? {};
    const resources = joined(
      textsAt(body, 'resources').map((resource) => lastStep(resource)),
      ', ',
    );
    return {
      title: title ?? joined([kind, resources], ': '),
      message: lines(
        message ?? fieldLines(detail) ?? kind,
        around('Where: ', joined([textAt(body, 'account'), textAt(body, 'region')], ', ')),
      ),
      priority: priority ?? priorityOf(state) ?? (FAILED.test(kind) ? 4 : 2),
      tags: ['aws-eventbridge', source, kind, state],
    };
  },
  deliveryId: ({ body }) => textAt(body, 'id'),
  identity: {
    key: 'the ARN of the alarm, the AWS Health event, the pipeline, the service of a deployment or the build project',
    status: 'the state: `OK`, `closed`, `SUCCEEDED` and `SERVICE_DEPLOYMENT_COMPLETED` are resolved; failures fire',
    time: '`time`; of an alarm, `state.timestamp`',
    read: (input) => awsCloudwatch.identity?.read(input) ?? reportedEvent(input.body),
  },
};
