import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { dialectNames, isDialectName } from '../../core/notification/dialects/dialect-names.ts';
import type { createAcceptDialect, DialectResult, DialectSend } from '../../core/sending/accept-dialect.ts';
import type { DialectAnswer } from '../../core/notification/dialects/dialect.ts';
import type { Telemetry } from '../../core/telemetry/telemetry.ts';
import { bodyOf, definedHeaders } from './handler.ts';
import { RETRY_AFTER, reportUnavailable } from './unavailable.ts';

/** Loads what speaks the other products' wire formats. */
export type AcceptDialect = () => Promise<{
  readonly accept: ReturnType<typeof createAcceptDialect>;
  readonly unavailable: (send: DialectSend, now: number) => Promise<DialectAnswer>;
}>;

type Handle = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

const ADDRESS = new RegExp(`^/n/([^/]+)/(${dialectNames.join('|')})(/.*)?$`, 's');

/**
 * Answers requests to the addresses of other products, in their words, and leaves all others to `plain`. It logs the
 * messages as a plain send does, and no path or query: both may hold keys.
 */
export function withDialects(plain: Handle, load: AcceptDialect, telemetry: Telemetry, now: () => number): Handle {
  return async (event) => {
    const send = sendOf(event);
    if (send === undefined) return plain(event);
    const { accept, unavailable } = await load();
    try {
      const result = await accept(send);
      logResult(telemetry, result, send.requestId);
      return respond(result.answer, result.allowed);
    } catch (error) {
      reportUnavailable(telemetry, send.requestId, error);
      return respond(await unavailable(send, now()));
    }
  };
}

function sendOf(event: APIGatewayProxyEventV2): DialectSend | undefined {
  const [, publicId = '', dialect = '', path = ''] = ADDRESS.exec(event.rawPath) ?? [];
  if (!isDialectName(dialect)) return undefined;
  return {
    dialect,
    publicId,
    path,
    method: event.requestContext.http.method,
    query: event.rawQueryString,
    headers: definedHeaders(event.headers),
    body: bodyOf(event),
    requestId: event.requestContext.requestId,
  };
}

function logResult({ log }: Telemetry, { messageIds, loopReason: reason }: DialectResult, requestId: string): void {
  for (const messageId of messageIds) log({ event: 'send.accepted', messageId, requestId });
  if (reason !== undefined) log({ event: 'send.cut-off', level: 'WARN', requestId, reason });
}

function respond(
  { status, json, text }: DialectAnswer,
  allowed?: readonly string[],
): APIGatewayProxyStructuredResultV2 {
  const content =
    json === undefined
      ? {
          ...(text === undefined ? {} : { headers: { 'content-type': 'text/plain; charset=utf-8' } }),
          body: text ?? '',
        }
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
  return {
    statusCode: status,
    ...content,
    headers: {
      ...content.headers,
      ...(allowed === undefined ? {} : { allow: allowed.join(', ') }),
      ...(status === 503 ? RETRY_AFTER : {}),
    },
  };
}
