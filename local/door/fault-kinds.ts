import * as z from 'zod';
import { jsonError, targetOperation, type AwsAnswer, type AwsCall } from './service.ts';

type Serve = (call: AwsCall) => Promise<AwsAnswer>;

const SendBatch = z.looseObject({
  Entries: z.array(z.looseObject({ Id: z.string(), DelaySeconds: z.number().optional() })),
});
const SendAnswer = z.looseObject({ Failed: z.array(z.unknown()).default([]) });
const WriteBatch = z.looseObject({ RequestItems: z.record(z.string(), z.array(z.unknown())) });
const Answer = z.looseObject({});

const MESSAGE = 'injected by the door';
const JSON_HEADERS = { 'content-type': 'application/x-amz-json-1.0' };

/** The answer of a service that fails, or that is called too often. */
export function faultAnswer(service: string, operation: string, kind: 'refused' | 'throttled'): AwsAnswer {
  if (service === 's3') {
    const code = kind === 'refused' ? 'InternalError' : 'SlowDown';
    const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${MESSAGE}</Message></Error>`;
    return { status: kind === 'refused' ? 500 : 503, headers: { 'content-type': 'application/xml' }, body, operation };
  }
  if (kind === 'refused') return jsonError({ status: 500, type: 'InternalServerError', message: MESSAGE, operation });
  const type = service === 'sqs' ? 'RequestThrottled' : 'ProvisionedThroughputExceededException';
  return jsonError({ status: 400, type, message: MESSAGE, operation });
}

/** Answers a call that succeeded as if it had failed. An error stays as it is. */
export function lostAnswer(service: string, answered: AwsAnswer): AwsAnswer {
  return answered.status >= 400 ? answered : faultAnswer(service, answered.operation, 'refused');
}

/** Does a batch except for its last entry, and says so inside a 200, as AWS does. Does other calls whole. */
export async function partialFailure(call: AwsCall, serve: Serve): Promise<AwsAnswer> {
  switch (targetOperation(call.headers)) {
    case 'SendMessageBatch':
      return partialSend(call, serve);
    case 'BatchWriteItem':
      return partialWrite(call, serve);
    default:
      return serve(call);
  }
}

async function partialSend(call: AwsCall, serve: Serve): Promise<AwsAnswer> {
  const request = SendBatch.parse(bodyOf(call));
  const refused = request.Entries.at(-1);
  const rest = request.Entries.slice(0, -1);
  const answered = rest.length === 0 ? emptyAnswer(call) : await serve(withBody(call, { ...request, Entries: rest }));
  if (answered.status !== 200) return answered;
  const answer = SendAnswer.parse(JSON.parse(textOf(answered)));
  const failed = { Id: refused?.Id, SenderFault: false, Code: 'InternalError', Message: MESSAGE };
  return { ...answered, body: JSON.stringify({ ...answer, Failed: [...answer.Failed, failed] }) };
}

async function partialWrite(call: AwsCall, serve: Serve): Promise<AwsAnswer> {
  const { RequestItems, ...request } = WriteBatch.parse(bodyOf(call));
  const table = Object.keys(RequestItems).at(-1) ?? '';
  const writes = RequestItems[table] ?? [];
  const others = Object.entries(RequestItems).filter(([name]) => name !== table);
  const done = writes.length > 1 ? [...others, [table, writes.slice(0, -1)] as const] : others;
  const rest = withBody(call, { ...request, RequestItems: Object.fromEntries(done) });
  const answered = done.length === 0 ? emptyAnswer(call) : await serve(rest);
  if (answered.status !== 200) return answered;
  const answer = Answer.parse(JSON.parse(textOf(answered)));
  return { ...answered, body: JSON.stringify({ ...answer, UnprocessedItems: { [table]: writes.slice(-1) } }) };
}

/** What a standard queue may do with the messages of a batch. */
export interface QueueWhims {
  readonly duplicated: number;
  readonly reordered: number;
  readonly random: () => number;
}

const LATE_SECONDS = 3;

/** Sends a batch of queue messages, some of them late and some twice. Other calls pass unchanged. */
export async function serveWhimsically(
  call: AwsCall,
  serve: Serve,
  { duplicated, reordered, random }: QueueWhims,
): Promise<AwsAnswer> {
  if (duplicated + reordered === 0 || targetOperation(call.headers) !== 'SendMessageBatch') return serve(call);
  const request = SendBatch.parse(bodyOf(call));
  const Entries = request.Entries.map((entry) => {
    if (random() >= reordered) return entry;
    return { ...entry, DelaySeconds: Math.min(900, (entry.DelaySeconds ?? 0) + Math.ceil(random() * LATE_SECONDS)) };
  });
  const copies = Entries.filter(() => random() < duplicated);
  if (copies.length > 0) await serve(withBody(call, { ...request, Entries: copies }));
  return serve(withBody(call, { ...request, Entries }));
}

function bodyOf(call: AwsCall): unknown {
  return JSON.parse(call.body.toString('utf8'));
}

function withBody(call: AwsCall, body: object): AwsCall {
  return { ...call, body: Buffer.from(JSON.stringify(body)) };
}

function textOf({ body }: AwsAnswer): string {
  return typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
}

function emptyAnswer(call: AwsCall): AwsAnswer {
  return { status: 200, headers: JSON_HEADERS, body: '{}', operation: targetOperation(call.headers) };
}
