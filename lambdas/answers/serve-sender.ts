import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { standingOf } from '../../core/ask/ask-view.ts';
import type { Ask } from '../../core/ask/ask.ts';
import { cancelAsk } from '../../core/ask/end-ask.ts';
import { LONGEST_WAIT_SECONDS, waitForEnd, type WaitPorts } from '../../core/ask/wait.ts';
import { bare, json, methodNotAllowed } from './replies.ts';

/** Serves the sender of an ask: tells how it stands, waits for its end, and cancels it. */
export async function serveSender(
  ports: WaitPorts,
  ask: Ask,
  event: APIGatewayProxyEventV2,
): Promise<APIGatewayProxyStructuredResultV2> {
  switch (event.requestContext.http.method) {
    case 'GET':
    case 'HEAD':
      return tell(ports, ask, event.queryStringParameters?.['wait']);
    case 'DELETE':
      return cancel(ports, ask);
    default:
      return methodNotAllowed('GET, HEAD, DELETE');
  }
}

async function tell(ports: WaitPorts, ask: Ask, wait = '0'): Promise<APIGatewayProxyStructuredResultV2> {
  const seconds = /^\d{1,2}$/.test(wait) ? Number(wait) : Infinity;
  if (seconds > LONGEST_WAIT_SECONDS) {
    const message = `must be a whole number from 0 to ${LONGEST_WAIT_SECONDS}`;
    return json(400, { error: 'Invalid request', details: [{ path: 'wait', message }] });
  }
  const { ask: newest, retryAfterSeconds } = await waitForEnd(ports, ask, seconds);
  const later = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return json(200, standingOf(newest), later);
}

async function cancel(ports: WaitPorts, ask: Ask): Promise<APIGatewayProxyStructuredResultV2> {
  const { kind, ask: newest } = await cancelAsk(ports, ask);
  return kind === 'ended' ? bare(204) : json(409, { error: 'The ask has ended', ...standingOf(newest) });
}
