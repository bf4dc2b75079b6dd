import type { Request } from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Log } from '../../core/telemetry/telemetry.ts';

/** When to try again what could not be stored. */
export const RETRY_AFTER = { 'retry-after': '5' } as const;

/** Answers 503 when a send could not be stored or its deliveries could not be queued: nothing was acknowledged. */
export function unavailable(log: Log) {
  return (request: Request<APIGatewayProxyEventV2>): void => {
    reportUnavailable(log, request.event.requestContext.requestId, request.error);
    request.response = {
      statusCode: 503,
      headers: { 'content-type': 'application/json', ...RETRY_AFTER },
      body: JSON.stringify({ error: 'Service unavailable' }),
    };
  };
}

/** Tells the operators of a send that was answered with 503. */
export function reportUnavailable(log: Log, requestId: string, error: unknown): void {
  log({ event: 'send.failed', level: 'ERROR', requestId, error });
}
