import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** The header by which CloudFront proves itself; whatever a viewer sends under this name, CloudFront replaces. */
const HEADER = 'origin-secret';

const FORBIDDEN: APIGatewayProxyStructuredResultV2 = {
  statusCode: 403,
  headers: { 'content-type': 'application/json' },
  body: '{"error":"Forbidden"}',
};

interface Guarded {
  event: { readonly headers: Record<string, string | undefined> };
}

/**
 * Middleware that answers 403 to calls of the API's own address instead of the base URL: past CloudFront there is
 * no firewall, and a client could claim any address in `x-forwarded-for`. The secret goes no further than this.
 *
 * @param secrets what CloudFront may send, comma-separated; more than one while it is being replaced
 */
export function originGuard(secrets: string) {
  const accepted = secrets.split(',').map(digest);
  return {
    before(request: Guarded): APIGatewayProxyStructuredResultV2 | undefined {
      const { [HEADER]: given = '', ...headers } = request.event.headers;
      // Digests have one length, and every one is compared: the time it takes tells nothing.
      const matches = accepted.map((secret) => timingSafeEqual(secret, digest(given)));
      if (!matches.includes(true)) return FORBIDDEN;
      request.event = { ...request.event, headers };
      return undefined;
    },
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
