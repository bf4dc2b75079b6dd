import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { CancelMessageMoveTaskInput, cancelMessageMoveTask } from './actions/cancel-message-move-task.ts';
import {
  ChangeMessageVisibilityBatchInput,
  changeMessageVisibilityBatch,
} from './actions/change-message-visibility-batch.ts';
import { ChangeMessageVisibilityInput, changeMessageVisibility } from './actions/change-message-visibility.ts';
import { CreateQueueInput, createQueue } from './actions/create-queue.ts';
import { DeleteMessageBatchInput, deleteMessageBatch } from './actions/delete-message-batch.ts';
import { DeleteMessageInput, deleteMessage } from './actions/delete-message.ts';
import { DeleteQueueInput, deleteQueue } from './actions/delete-queue.ts';
import { GetQueueAttributesInput, getQueueAttributes } from './actions/get-queue-attributes.ts';
import { GetQueueUrlInput, getQueueUrl } from './actions/get-queue-url.ts';
import { ListMessageMoveTasksInput, listMessageMoveTasks } from './actions/list-message-move-tasks.ts';
import { ListQueuesInput, listQueues } from './actions/list-queues.ts';
import { PurgeQueueInput, purgeQueue } from './actions/purge-queue.ts';
import { ReceiveMessageInput, receiveMessage } from './actions/receive-message.ts';
import { SendMessageBatchInput, sendMessageBatch } from './actions/send-message-batch.ts';
import { SendMessageInput, sendMessage } from './actions/send-message.ts';
import { SetQueueAttributesInput, setQueueAttributes } from './actions/set-queue-attributes.ts';
import { StartMessageMoveTaskInput, startMessageMoveTask } from './actions/start-message-move-task.ts';
import type { SqsContext } from './context.ts';
import { SqsError } from './errors.ts';

/** A response of the AWS JSON 1.0 protocol. An empty body means the action has no result. */
export interface SqsAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a client sent: the `X-Amz-Target` header and the body, and a signal that it went away. */
export interface SqsCall {
  readonly target: string;
  readonly body: string;
  readonly signal?: AbortSignal | undefined;
}

interface Call {
  readonly body: unknown;
  readonly context: SqsContext;
  readonly signal: AbortSignal | undefined;
}
type Action<Input> = (input: Input, context: SqsContext, signal?: AbortSignal) => unknown;

function parseInput<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path.join('.') ?? '';
  if (issue?.code === 'invalid_type' && issue.input === undefined) {
    throw new SqsError('MissingParameter', `The request must contain the parameter ${path}.`);
  }
  throw new SqsError('SerializationException', `${path}: ${issue?.message ?? 'not understood'}`);
}

function route<Schema extends z.ZodType>(schema: Schema, action: Action<z.output<Schema>>) {
  return ({ body, context, signal }: Call): unknown => action(parseInput(schema, body), context, signal);
}

const routes = new Map([
  ['CancelMessageMoveTask', route(CancelMessageMoveTaskInput, cancelMessageMoveTask)],
  ['ChangeMessageVisibility', route(ChangeMessageVisibilityInput, changeMessageVisibility)],
  ['ChangeMessageVisibilityBatch', route(ChangeMessageVisibilityBatchInput, changeMessageVisibilityBatch)],
  ['CreateQueue', route(CreateQueueInput, createQueue)],
  ['DeleteMessage', route(DeleteMessageInput, deleteMessage)],
  ['DeleteMessageBatch', route(DeleteMessageBatchInput, deleteMessageBatch)],
  ['DeleteQueue', route(DeleteQueueInput, deleteQueue)],
  ['GetQueueAttributes', route(GetQueueAttributesInput, getQueueAttributes)],
  ['GetQueueUrl', route(GetQueueUrlInput, getQueueUrl)],
  ['ListMessageMoveTasks', route(ListMessageMoveTasksInput, listMessageMoveTasks)],
  ['ListQueues', route(ListQueuesInput, listQueues)],
  ['PurgeQueue', route(PurgeQueueInput, purgeQueue)],
  ['ReceiveMessage', route(ReceiveMessageInput, receiveMessage)],
  ['SendMessage', route(SendMessageInput, sendMessage)],
  ['SendMessageBatch', route(SendMessageBatchInput, sendMessageBatch)],
  ['SetQueueAttributes', route(SetQueueAttributesInput, setQueueAttributes)],
  ['StartMessageMoveTask', route(StartMessageMoveTaskInput, startMessageMoveTask)],
]);

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new SqsError('SerializationException', 'The request body is not JSON.');
  }
}

async function dispatch(context: SqsContext, { target, body, signal }: SqsCall): Promise<string> {
  const action = routes.get(target.replace(/^AmazonSQS\./, ''));
  if (action === undefined) {
    throw new SqsError('UnknownOperation', `The action ${target} is not offered here.`);
  }
  const result = await action({ body: parseJson(body), context, signal });
  return result === undefined ? '' : JSON.stringify(result);
}

/** Answers one request. Rejects only for a bug or a broken database. */
export async function handleRequest(context: SqsContext, request: SqsCall): Promise<SqsAnswer> {
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': randomUUID() };
  try {
    return { status: 200, headers, body: await dispatch(context, request) };
  } catch (error) {
    if (!(error instanceof SqsError)) throw error;
    const { status, queryError, body } = error.toWire();
    return { status, headers: { ...headers, 'x-amzn-query-error': queryError }, body };
  }
}
