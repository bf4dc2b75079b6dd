import type { JsonObject } from '../../../message/json-object.ts';
import { numberAt, objectsAt, textAt } from '../body-value.ts';
import type { PresetReading } from '../preset.ts';
import { around, joined, lines, phrase } from '../wording.ts';

type Read = (body: JsonObject) => PresetReading | undefined;

/** What AWS services publish to topics in a form of their own; the first that knows a body reads it. */
export const serviceReaders: readonly Read[] = [readSes, readAutoScaling, readS3, readRds, readCostAnomaly];

/** Kinds of SES events that need somebody's attention. */
const troubles = new Map([
  ['Bounce', 4],
  ['Complaint', 4],
  ['Reject', 4],
  ['Rendering Failure', 4],
  ['DeliveryDelay', 3],
]);

/** @see https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html */
function readSes(body: JsonObject): PresetReading | undefined {
  const kind = textAt(body, 'notificationType', 'eventType');
  if (kind === undefined || textAt(body, 'mail.messageId') === undefined) return undefined;
  const lists = ['bounce.bouncedRecipients', 'complaint.complainedRecipients', 'deliveryDelay.delayedRecipients'];
  const recipients = lists.flatMap((list) => objectsAt(body, list));
  const to =
    joined(
      recipients.map((recipient) => textAt(recipient, 'emailAddress')),
      ', ',
    ) ?? textAt(body, 'mail.destination.0');
  return {
    title: phrase(`SES ${kind.toLowerCase()}`, around('of ', to)),
    message:
      lines(
        around('Subject: ', textAt(body, 'mail.commonHeaders.subject')),
        around('From ', textAt(body, 'mail.source')),
        joined(
          [textAt(body, 'bounce.bounceType', 'complaint.complaintFeedbackType'), textAt(body, 'bounce.bounceSubType')],
          ', ',
        ),
        textAt(recipients[0], 'diagnosticCode') ??
          textAt(body, 'reject.reason', 'failure.errorMessage', 'delivery.smtpResponse'),
      ) ?? kind,
    priority: troubles.get(kind) ?? 1,
    tags: ['aws-ses', kind.toLowerCase(), textAt(body, 'bounce.bounceType')?.toLowerCase()],
  };
}

function readAutoScaling(body: JsonObject): PresetReading | undefined {
  const event = textAt(body, 'Event');
  const group = textAt(body, 'AutoScalingGroupName');
  if (event === undefined || group === undefined) return undefined;
  const what = event.replace('autoscaling:', '').replaceAll('_', ' ').toLowerCase();
  return {
    title: `Auto Scaling ${group}: ${what}`,
    message: lines(textAt(body, 'Description'), textAt(body, 'Cause')) ?? what,
    priority: event.endsWith('_ERROR') ? 4 : 2,
    tags: ['aws-autoscaling', what, group],
  };
}

function readS3(body: JsonObject): PresetReading | undefined {
  const records = objectsAt(body, 'Records').filter((record) => textAt(record, 'eventSource') === 'aws:s3');
  const [first] = records;
  if (first === undefined) return undefined;
  const bucket = textAt(first, 's3.bucket.name');
  const event = textAt(first, 'eventName') ?? 'change';
  return {
    title: phrase('S3', bucket, event),
    message: lines(...records.map((record) => textAt(record, 's3.object.key'))) ?? event,
    priority: 1,
    tags: ['aws-s3', event, bucket],
  };
}

function readRds(body: JsonObject): PresetReading | undefined {
  const message = textAt(body, 'Event Message');
  if (message === undefined) return undefined;
  const source = textAt(body, 'Source ID');
  return {
    title: joined(['RDS', source], ': '),
    message,
    priority: /fail|error|low on storage|restart/i.test(message) ? 4 : 2,
    tags: ['aws-rds', textAt(body, 'Event Source'), source],
  };
}

function readCostAnomaly(body: JsonObject): PresetReading | undefined {
  const impact = numberAt(body, 'impact.totalImpact');
  if (impact === undefined || textAt(body, 'anomalyId') === undefined) return undefined;
  const causes = objectsAt(body, 'rootCauses').map((cause) =>
    joined(
      ['service', 'region', 'usageType', 'linkedAccountName'].map((key) => textAt(cause, key)),
      ', ',
    ),
  );
  return {
    title: `AWS cost anomaly: ${impact.toFixed(2)} USD over the expected`,
    message:
      lines(
        around('Monitor: ', textAt(body, 'monitorName')),
        around('Account: ', textAt(body, 'accountName', 'accountId')),
        ...causes,
        textAt(body, 'anomalyDetailsLink'),
      ) ?? 'AWS cost anomaly',
    priority: 4,
    tags: ['aws-cost-anomaly'],
  };
}
