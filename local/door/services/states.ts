import * as z from 'zod';
import type { SentLog } from '../../sending/sent-log.ts';
import { jsonBody, type NeedsOf } from '../access/requests.ts';
import { jsonError, targetOperation, type AwsAnswer, type AwsService } from '../service.ts';

const MAX_OUTPUT_BYTES = 262_144;

const Token = z.string().min(1).max(2048);
const calls = {
  SendTaskSuccess: z.object({ taskToken: Token, output: z.string() }),
  SendTaskFailure: z.object({
    taskToken: Token,
    error: z.string().max(256).optional(),
    cause: z.string().max(32_768).optional(),
  }),
} as const;

/** Nothing here runs state machines, so a token is the ARN of the state machine, a colon and anything. */
const LOCAL_TOKEN = /^(arn:aws:states:[a-z\d-]+:\d{12}:stateMachine:[^:]+):./;

const Called = z.object({ taskToken: z.string() });

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsstepfunctions.html */
export const statesNeeds: NeedsOf = (call) => {
  const operation = targetOperation(call.headers);
  if (!(operation in calls)) return undefined;
  const [, stateMachine] = LOCAL_TOKEN.exec(Called.parse(jsonBody(call)).taskToken) ?? [];
  // AWS does not know whose task it is, either.
  return stateMachine === undefined ? [] : [{ action: `states:${operation}`, resource: stateMachine }];
};

/** Step Functions, as far as ending a task goes, which it does once: writes down how. */
export function statesService(sent: SentLog): AwsService {
  const closed = new Set<string>();
  return (call): AwsAnswer => {
    const operation = targetOperation(call.headers);
    const refuse = (type: string, status = 400): AwsAnswer => jsonError({ status, type, message: type, operation });
    if (operation !== 'SendTaskSuccess' && operation !== 'SendTaskFailure') return refuse('NotImplemented', 501);
    const parsed = calls[operation].safeParse(jsonBody(call));
    if (!parsed.success) return refuse('ValidationException');
    const { taskToken } = parsed.data;
    if (!LOCAL_TOKEN.test(taskToken)) return refuse('InvalidToken');
    if ('output' in parsed.data && !isOutput(parsed.data.output)) return refuse('InvalidOutput');
    if (closed.has(taskToken)) return refuse('TaskTimedOut');
    closed.add(taskToken);
    sent.append('states', { operation, ...parsed.data });
    return { status: 200, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: '{}', operation };
  };
}

function isOutput(text: string): boolean {
  try {
    JSON.parse(text);
    return Buffer.byteLength(text) <= MAX_OUTPUT_BYTES;
  } catch {
    return false;
  }
}
