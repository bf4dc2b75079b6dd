import type { Request } from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Telemetry } from '../../core/telemetry/telemetry.ts';

/** Answers 503 when a send could not be stored, or its deliveries not queued: nothing was acknowledged. */
export function unavailable({ log, measure }: Telemetry) {
  return (request: Request<APIGatewayProxyEventV2>): void => {
    const { requestId } = request.event.requestContext;
    log({ event: 'send.failed', level: 'ERROR', requestId, error: request.error });
    measure({ SendsFailed: 1 });
    request.response = {
      statusCode: 503,
      headers: { 'content-type': 'application/json', 'retry-after': '5' },
      body: JSON.stringify({ error: 'Service unavailable' }),
    };
  };
}
