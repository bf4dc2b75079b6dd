import * as z from 'zod';
import { checkRange, invalidParameter, SqsError } from './errors.ts';
import { MAX_MESSAGE_BYTES } from './message-contents.ts';
import type { StoredQueue } from './store/queue-table.ts';

/** The numeric settings of a queue, with their allowed ranges and defaults. Times in seconds. */
const numeric = {
  DelaySeconds: { min: 0, max: 900, fallback: 0 },
  MaximumMessageSize: { min: 1024, max: MAX_MESSAGE_BYTES, fallback: MAX_MESSAGE_BYTES },
  MessageRetentionPeriod: { min: 60, max: 1_209_600, fallback: 345_600 },
  ReceiveMessageWaitTimeSeconds: { min: 0, max: 20, fallback: 0 },
  VisibilityTimeout: { min: 0, max: 43_200, fallback: 30 },
} as const;

/** Kept and given back, without effect here: encryption and access are the door's business. */
const inert = [
  'Policy',
  'KmsMasterKeyId',
  'KmsDataKeyReusePeriodSeconds',
  'SqsManagedSseEnabled',
  'RedriveAllowPolicy',
] as const;

const RedrivePolicy = z.object({
  deadLetterTargetArn: z.string(),
  maxReceiveCount: z.coerce.number().int().min(1).max(1000),
});

/** Where messages go after too many receives. */
export type RedrivePolicy = z.infer<typeof RedrivePolicy>;

function isNumeric(name: string): name is keyof typeof numeric {
  return Object.hasOwn(numeric, name);
}

/** A numeric setting in force on a queue; times in seconds. */
export function queueSetting(queue: StoredQueue, name: keyof typeof numeric): number {
  return Number(queue.attributes[name] ?? numeric[name].fallback);
}

/** The names of all numeric settings. */
export const numericSettings = Object.keys(numeric).filter((name) => isNumeric(name));

/** The redrive policy in force on a queue. */
export function redrivePolicyOf(queue: StoredQueue): RedrivePolicy | undefined {
  const text = queue.attributes['RedrivePolicy'];
  return text ? RedrivePolicy.parse(JSON.parse(text)) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkRedrivePolicy(text: string, targetExists: (arn: string) => boolean): void {
  const policy = RedrivePolicy.safeParse(parseJson(text));
  if (!policy.success) {
    throw invalidParameter('RedrivePolicy', text, 'deadLetterTargetArn and maxReceiveCount from 1 to 1000 are needed.');
  }
  if (!targetExists(policy.data.deadLetterTargetArn)) {
    throw invalidParameter('RedrivePolicy', text, 'Dead letter target does not exist.');
  }
}

/**
 * Checks attributes that somebody wants to set.
 * @throws {SqsError} `InvalidAttributeName`, `InvalidAttributeValue`, `InvalidParameterValue`.
 */
export function checkQueueAttributes(
  attributes: Readonly<Record<string, string>>,
  targetExists: (arn: string) => boolean,
): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (isNumeric(name)) checkRange(name, /^\d+$/.test(value) ? Number(value) : NaN, numeric[name]);
    else if (name === 'RedrivePolicy') {
      if (value !== '') checkRedrivePolicy(value, targetExists);
    } else if (!inert.some((known) => known === name)) {
      // FIFO attributes end up here: only standard queues are offered.
      throw new SqsError('InvalidAttributeName', `Unknown Attribute ${name}.`);
    }
  }
}
