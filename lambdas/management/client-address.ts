import type { LambdaEvent } from 'hono/aws-lambda';

/** An event of an HTTP API, payload format 2.0. */
type HttpEvent = Extract<LambdaEvent, { rawPath: string }>;

/** Such an event stands behind each request. */
export interface Served {
  Bindings: { event: HttpEvent };
}

/** CloudFront adds the viewer's address to `x-forwarded-for`, and the API then adds CloudFront's. */
const VIEWER = -2;

/**
 * The address of whoever called `{base_url}`, for the audit log and for limits. What the viewer claims stands further
 * left and does not count. Calls of the API's own address, past CloudFront, could claim another one and are refused.
 */
export function clientAddress(event: HttpEvent): string {
  const entries = (event.headers['x-forwarded-for'] ?? '').split(',');
  return entries.at(VIEWER)?.trim() ?? event.requestContext.http.sourceIp;
}
