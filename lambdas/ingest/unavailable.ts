import type { Request } from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Telemetry } from '../../core/telemetry/telemetry.ts';

/** When to try again what could not be stored. */
export const RETRY_AFTER = { 'retry-after': '5' } as const;

/** Answers 503 when a send could not be stored or its deliveries could not be queued: nothing was acknowledged. */
export function unavailable(telemetry: Telemetry) {
  return (request: Request<APIGatewayProxyEventV2>): void => {
    reportUnavailable(telemetry, request.event.requestContext.requestId, request.error);
    request.response = {
      statusCode: 503,
      headers: { 'content-type': 'application/json', ...RETRY_AFTER },
      body: JSON.stringify({ error: 'Service unavailable' }),
    };
  };
}

/** Tells the operators of a send that was answered with 503. */
export function reportUnavailable({ log, measure }: Telemetry, requestId: string, error: unknown): void {
  log({ event: 'send.failed', level: 'ERROR', requestId, error });
  measure({ SendsFailed: 1 });
}
