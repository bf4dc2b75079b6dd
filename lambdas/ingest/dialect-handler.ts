import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { DialectAnswer } from '../../core/notification/dialects/dialect.ts';
import {
  createAcceptDialect,
  type DialectResult,
  type DialectSend,
  unavailableIn,
} from '../../core/sending/accept-dialect.ts';
import type { AcceptLimits, AcceptPorts } from '../../core/sending/accept.ts';
import type { Log } from '../../core/telemetry/telemetry.ts';
import { bodyOf, definedHeaders } from './handler.ts';
import { reportUnavailable, RETRY_AFTER } from './unavailable.ts';

/** What answering in another product's words needs. */
export interface DialectHandlerDeps {
  readonly ports: AcceptPorts;
  readonly limits: AcceptLimits;
  readonly log: Log;
}

/**
 * Answers a request to the address of another product, in its words. It logs the messages as a plain send does, and no
 * path or query: both may hold keys.
 */
export async function handleDialect(
  { ports, limits, log }: DialectHandlerDeps,
  address: Pick<DialectSend, 'publicId' | 'dialect' | 'path'>,
  event: APIGatewayProxyEventV2,
): Promise<APIGatewayProxyStructuredResultV2> {
  const send = {
    ...address,
    method: event.requestContext.http.method,
    query: event.rawQueryString,
    headers: definedHeaders(event.headers),
    body: bodyOf(event),
    requestId: event.requestContext.requestId,
  };
  try {
    const result = await createAcceptDialect(ports, limits)(send);
    logResult(log, result, send.requestId);
    return respond(result.answer, result.allowed);
  } catch (error) {
    reportUnavailable(log, send.requestId, error);
    return respond(await unavailableIn(send, ports.now()));
  }
}

function logResult(log: Log, { messageIds, loopReason: reason }: DialectResult, requestId: string): void {
  for (const messageId of messageIds) log({ event: 'send.accepted', messageId, requestId });
  if (reason !== undefined) log({ event: 'send.cut-off', level: 'WARN', requestId, reason });
}

function respond(
  { status, json, text }: DialectAnswer,
  allowed?: readonly string[],
): APIGatewayProxyStructuredResultV2 {
  const type = json === undefined ? 'text/plain; charset=utf-8' : 'application/json';
  const body = json === undefined ? (text ?? '') : JSON.stringify(json);
  return {
    statusCode: status,
    headers: {
      ...(body === '' ? {} : { 'content-type': type }),
      ...(allowed === undefined ? {} : { allow: allowed.join(', ') }),
      ...(status === 503 ? RETRY_AFTER : {}),
    },
    body,
  };
}
