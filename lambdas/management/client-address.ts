import type { LambdaEvent } from 'hono/aws-lambda';

/** An event of an HTTP API, payload format 2.0. */
type HttpEvent = Extract<LambdaEvent, { rawPath: string }>;

/** The event behind each request. */
export interface Served {
  Bindings: { event: HttpEvent };
}

/** CloudFront adds the viewer's address to `x-forwarded-for`, and the API then adds CloudFront's. */
const VIEWER = -2;

/**
 * The address of the caller of `{base_url}`, for the audit log and for limits. Addresses that the viewer claims are
 * further left and do not count. Calls to the API's own address, past CloudFront, could claim any and are refused.
 */
export function clientAddress(event: HttpEvent): string {
  const entries = (event.headers['x-forwarded-for'] ?? '').split(',');
  return entries.at(VIEWER)?.trim() ?? event.requestContext.http.sourceIp;
}
