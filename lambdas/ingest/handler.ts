import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { HandedBody } from '../../core/notification/decode-body.ts';
import type { SendOrAskResult, SendRequest } from '../../core/sending/accept.ts';
import type { Log } from '../../core/telemetry/telemetry.ts';

/**
 * Maps a request under `/n/` to one use case and its result to the answers of specification 7.1. The one log line of an
 * accepted send links the API's request id, as in its access log, to the message.
 */
export function createHandler(accept: (request: SendRequest) => Promise<SendOrAskResult>, log: Log) {
  return async (event: SendEvent): Promise<APIGatewayProxyStructuredResultV2> => {
    const slack = event.routeKey === SLACK_ROUTE;
    const isAsk = event.routeKey === ASK_ROUTE;
    if (event.routeKey !== SEND_ROUTE && !slack && !isAsk) return refuseRoute(event.rawPath);
    const result = await accept({
      publicId: event.pathParameters?.['publicId'] ?? '',
      headers: definedHeaders(event.headers),
      body: bodyOf(event),
      slack,
      isAsk,
      isTest: event.isTest === true,
    });
    if (result.kind === 'accepted' || result.kind === 'asked') {
      log({ event: 'send.accepted', messageId: result.messageId, requestId: event.requestContext.requestId });
    }
    if (result.kind === 'loop' && result.reason !== undefined) {
      const { requestId } = event.requestContext;
      log({ event: 'send.cut-off', level: 'WARN', requestId, reason: result.reason });
    }
    return slack && result.kind === 'accepted' ? SLACK_OK : answer(result);
  };
}

/** `isTest` comes only from the management function, which can invoke this one: the API adds no such field. */
type SendEvent = APIGatewayProxyEventV2 & { readonly isTest?: boolean };

const SEND_ROUTE = 'POST /n/{publicId}';
const SLACK_ROUTE = 'POST /n/{publicId}/slack';
const ASK_ROUTE = 'POST /n/{publicId}/ask';

/** Slack-compatible senders judge the body: anything but `ok` counts as a failure. */
const SLACK_OK = { statusCode: 200, headers: { 'content-type': 'text/plain' }, body: 'ok' };

function refuseRoute(path: string): APIGatewayProxyStructuredResultV2 {
  const isSendPath = /^\/n\/[^/]+(\/(slack|ask))?$/.test(path);
  return isSendPath ? json(405, { error: 'Method not allowed' }, { allow: 'POST' }) : json(404, { error: 'Not found' });
}

function answer(result: SendOrAskResult): APIGatewayProxyStructuredResultV2 {
  switch (result.kind) {
    case 'accepted':
      return json(201, { messageId: result.messageId });
    case 'not-found':
      return json(404, { error: 'Not found' });
    case 'invalid-key':
      return json(401, { error: 'Invalid API key' });
    case 'disabled':
      return json(403, { error: 'Webhook is disabled' });
    case 'loop':
      return json(508, { error: 'Loop detected', reason: result.reason });
    case 'exceeded': {
      const { limit, usage, plan } = result;
      return json(429, { error: 'Message quota exceeded', limit, usage, plan });
    }
    case 'too-large':
      return json(413, { error: 'Payload too large', limit: result.limit });
    case 'invalid-json':
      return json(400, { error: 'Invalid JSON body' });
    case 'asked': {
      const { kind: _, ...asked } = result;
      return json(201, asked);
    }
    case 'key-required':
      return json(403, { error: 'Asking requires a webhook that requires its key' });
    case 'invalid-ask':
      return json(400, { error: 'Invalid ask', details: result.issues });
    case 'nobody-answers':
      return json(400, { error: 'No channel can answer' });
  }
}

/** The body as it was handed over. If it comes as text, the API has already decoded its charset. */
export function bodyOf({
  isBase64Encoded,
  body = '',
}: Pick<APIGatewayProxyEventV2, 'isBase64Encoded' | 'body'>): HandedBody {
  return isBase64Encoded ? Buffer.from(body, 'base64') : body;
}

function json(
  statusCode: number,
  body: object,
  headers: Record<string, string> = {},
): APIGatewayProxyStructuredResultV2 {
  return { statusCode, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** The headers of an event, without those that it names and leaves empty. */
export function definedHeaders(headers: Record<string, string | undefined>): Record<string, string> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) defined[name] = value;
  return defined;
}
