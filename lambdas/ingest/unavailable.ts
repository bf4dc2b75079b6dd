import type { Request } from '@middy/core';

/** Answers 503 when a send could not be stored or its deliveries could not be seen to: nothing was acknowledged. */
export function unavailable(log: (line: Record<string, unknown>) => void) {
  return (request: Request): void => {
    log({ event: 'send.failed', error: String(request.error) });
    request.response = {
      statusCode: 503,
      headers: { 'content-type': 'application/json', 'retry-after': '5' },
      body: JSON.stringify({ error: 'Service unavailable' }),
    };
  };
}
