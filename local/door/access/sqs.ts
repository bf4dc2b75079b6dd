import * as z from 'zod';
import { ACCOUNT, REGION } from '../../assembly/attributes.ts';
import { targetOperation } from '../service.ts';
import { jsonBody, type NeedsOf } from './requests.ts';

const Queue = z
  .object({ QueueUrl: z.string() })
  .or(z.object({ QueueName: z.string() }).transform(({ QueueName }) => ({ QueueUrl: QueueName })));

/** Batches have no actions of their own. */
const actions: Readonly<Record<string, string>> = {
  ChangeMessageVisibility: 'sqs:ChangeMessageVisibility',
  ChangeMessageVisibilityBatch: 'sqs:ChangeMessageVisibility',
  DeleteMessage: 'sqs:DeleteMessage',
  DeleteMessageBatch: 'sqs:DeleteMessage',
  GetQueueAttributes: 'sqs:GetQueueAttributes',
  GetQueueUrl: 'sqs:GetQueueUrl',
  ReceiveMessage: 'sqs:ReceiveMessage',
  SendMessage: 'sqs:SendMessage',
  SendMessageBatch: 'sqs:SendMessage',
};

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsqs.html */
export const sqsNeeds: NeedsOf = (call) => {
  const action = actions[targetOperation(call.headers)];
  return action === undefined ? undefined : [{ action, resource: arnOf(Queue.parse(jsonBody(call)).QueueUrl) }];
};

/** Takes region and account from the URL, or ours where the URL names none. */
function arnOf(url: string): string {
  const [name = '', account = ACCOUNT] = url.split('/').toReversed();
  const [, region = REGION] = /\/\/sqs\.([a-z0-9-]+)\./.exec(url) ?? [];
  return `arn:aws:sqs:${region}:${account}:${name}`;
}
