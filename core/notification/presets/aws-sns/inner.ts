import { type JsonObject, parseJsonObject } from '../../../message/json-object.ts';
import { findCandidates } from '../../guess.ts';
import { awsCloudwatch } from '../aws-cloudwatch.ts';
import { awsEventbridge } from '../aws-eventbridge.ts';
import { textAt } from '../body-value.ts';
import type { PresetReading } from '../preset.ts';
import { fieldLines, lines, type Part } from '../wording.ts';
import { serviceReaders } from './services.ts';

/** Reads what a topic carries: an AWS service's JSON, anybody's JSON, or text. */
export function readTopicMessage(text: string, subject: Part): PresetReading {
  const body = parseJsonObject(text);
  return body === undefined ? readTopicText(text, subject) : readTopicJson(body, subject);
}

/** Reads the JSON that a topic carries; also the whole body under raw message delivery. */
export function readTopicJson(body: JsonObject, subject: Part): PresetReading {
  const input = { body, headers: {} };
  const known = awsCloudwatch.read(input) ?? awsEventbridge.read(input);
  if (known !== undefined) return known;
  for (const read of serviceReaders) {
    const reading = read(body);
    if (reading !== undefined) return reading;
  }
  const { messages, titles } = findCandidates(body);
  const message = messages[0]?.text ?? fieldLines(body);
  return { title: subject ?? titles.find(({ text }) => text !== message)?.text, message, tags: [] };
}

function readTopicText(text: string, subject: Part): PresetReading {
  if (text.startsWith('AWS Budget Notification')) {
    return { title: subject ?? 'AWS Budgets', message: text.trim(), priority: 4, tags: ['aws-budgets'] };
  }
  const stack = readStack(text);
  return stack ?? { title: subject, message: text, tags: [] };
}

/** CloudFormation writes `Key='value'`, a line each. */
function readStack(text: string): PresetReading | undefined {
  if (!text.startsWith("StackId='")) return undefined;
  const fields = Object.fromEntries(
    [...text.matchAll(/^(\w+)='([^']*)'/gm)].map(([, key = '', value]) => [key, value]),
  );
  const status = textAt(fields, 'ResourceStatus') ?? 'changed';
  return {
    title: `Stack ${textAt(fields, 'StackName') ?? ''}: ${textAt(fields, 'LogicalResourceId') ?? ''} ${status}`,
    message: lines(textAt(fields, 'ResourceStatusReason'), textAt(fields, 'ResourceType')) ?? status,
    priority: /FAILED|ROLLBACK/.test(status) ? 4 : 1,
    tags: ['aws-cloudformation', status.toLowerCase()],
  };
}
